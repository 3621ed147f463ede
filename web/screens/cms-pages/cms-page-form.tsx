import { type CmsPage, cmsPageCodes, cmsPages, newCmsPage } from '#contract/cms-pages.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { TextField } from '#web/ui/fields/fields.tsx'
import { SuggestedField } from '#web/ui/fields/suggested-field.tsx'
import { RichTextField } from '#web/ui/rich-text/rich-text-field.tsx'

type CmsPageFormProps = { page: CmsPage | undefined; draft: Draft; onClose: () => void }

export function CmsPageForm({ page, draft, onClose }: CmsPageFormProps) {
  return (
    <FormModal
      type="cms_pages"
      title={page ? 'Edit CMS Page' : 'New CMS Page'}
      size="xl"
      schema={newCmsPage}
      record={page}
      values={(record) => ({
        title: record?.title ?? '',
        code: record?.code ?? '',
        content: record?.content ?? '',
      })}
      save={(fields, { version, ...options }) =>
        page
          ? call(cmsPages.edit, { ...fields, cms_page_id: page._id, version }, options)
          : call(cmsPages.add, fields, options)
      }
      draft={draft}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="title" />
          {!page && (
            <SuggestedField
              form={form}
              name="code"
              suggestions={cmsPageCodes}
              description="The app finds the page by it. It cannot be changed later."
            />
          )}
          <RichTextField form={form} name="content" optional videos />
        </>
      )}
    </FormModal>
  )
}
