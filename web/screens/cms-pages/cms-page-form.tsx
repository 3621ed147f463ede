import { type CmsPage, cmsPageFields, cmsPages } from '#contract/cms-pages.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { TextField } from '#web/ui/fields/fields.tsx'
import { RichTextField } from '#web/ui/rich-text/rich-text-field.tsx'

export function CmsPageForm({ page, draft, onClose }: { page: CmsPage; draft: Draft; onClose: () => void }) {
  return (
    <FormModal
      type="cms_pages"
      title="Edit CMS Page"
      size="xl"
      schema={cmsPageFields}
      record={page}
      values={(record = page) => ({ title: record.title, content: record.content })}
      save={(fields, { version, ...options }) =>
        call(cmsPages.edit, { ...fields, code: page.code, cms_page_id: page._id, version }, options)
      }
      draft={draft}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="title" />
          <RichTextField form={form} name="content" optional videos />
        </>
      )}
    </FormModal>
  )
}
