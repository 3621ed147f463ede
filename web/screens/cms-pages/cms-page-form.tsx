import { Alert, Button, Group } from '@mantine/core'
import { type CmsPage, cmsPageCodes, newCmsPage } from '#contract/cms-pages.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { datesOf, PublishingFields } from '#web/records/publishing/publishing-fields.tsx'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { WithFrench } from '#web/shared-forms/with-french.tsx'
import { TextField } from '#web/ui/fields/fields.tsx'
import { SuggestedField } from '#web/ui/fields/suggested-field.tsx'
import { RichTextField } from '#web/ui/rich-text/rich-text-field.tsx'

type CmsPageFormProps = { page: CmsPage | undefined; draft: Draft; onClose: () => void }

export function CmsPageForm({ page, draft, onClose }: CmsPageFormProps) {
  return (
    <FormModal
      preview
      type="cms_pages"
      size="xl"
      schema={newCmsPage}
      record={page}
      values={(record) => ({
        title: record?.title ?? '',
        title_fr: record?.title_fr ?? '',
        code: record?.code ?? '',
        content: record?.content ?? '',
        content_fr: record?.content_fr ?? '',
        ...datesOf(record),
        // If it is left out, waiting edits go on waiting.
        edits_at: undefined,
      })}
      draft={draft}
      onClose={onClose}
    >
      {(form) => (
        <>
          <WithFrench form={form} name="title" type="cms_pages" record={page}>
            {(field) => <TextField form={form} {...field} />}
          </WithFrench>
          {!page && (
            <SuggestedField
              form={form}
              name="code"
              suggestions={cmsPageCodes}
              description="The app finds the page by this code. It cannot be changed later."
            />
          )}
          {!page && <MeantCode {...form.values} onMeant={(code) => form.setFieldValue('code', code)} />}
          <WithFrench form={form} name="content" type="cms_pages" record={page}>
            {(field) => <RichTextField form={form} {...field} optional videos />}
          </WithFrench>
          <PublishingFields
            form={form}
            noun="page"
            record={page}
            later={page && { record_type: 'cms_pages', record_id: page._id }}
          />
        </>
      )}
    </FormModal>
  )
}

type MeantCodeProps = { title: string; code: string | number; onMeant: (code: string) => void }

/** Asks if the title is that of a page that the app looks for, but the code is different. */
function MeantCode({ title, code, onMeant }: MeantCodeProps) {
  const meant = cmsPageCodes.find((one) => new RegExp(`\\b${one}\\b`, 'i').test(title))
  if (!meant || !String(code).trim() || String(code).trim().toLowerCase() === meant) return null
  return (
    <Alert role="note" variant="light" color="amber" p="xs">
      <Group justify="space-between" gap="xs">
        <span>{`Is this the page the app shows as ${meant}? It looks for the code “${meant}”.`}</span>
        <Button size="compact-sm" variant="default" onClick={() => onMeant(meant)}>
          {`Use “${meant}”`}
        </Button>
      </Group>
    </Alert>
  )
}
