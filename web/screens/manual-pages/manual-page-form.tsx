import { SimpleGrid } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ManualPage, manualPageFields, manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import type { Reference } from '#contract/records.ts'
import { topics } from '#contract/topics.ts'
import { ApiError, call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { choicesInput } from '#web/records/record/choices-input.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { SearchedRecordSelect } from '#web/records/record/record-select.tsx'
import { RichTextField } from '#web/ui/rich-text/rich-text-field.tsx'
import { RefusedImage } from '#web/ui/rich-text/use-image-uploads.ts'

type ManualPageFormProps = {
  page?: ManualPage
  /** The manual that is preselected for a new page. */
  manual?: Reference | undefined
  draft: Draft
  onClose: () => void
}

export function ManualPageForm({ page, manual, draft, onClose }: ManualPageFormProps) {
  const uploadImage = useImageUpload()
  return (
    <FormModal
      type="manual_pages"
      title={page ? 'Edit Manual Page' : 'New Manual Page'}
      size="xl"
      schema={manualPageFields}
      record={page}
      values={(record) => ({
        manual_id: record?.manual_id._id ?? manual?._id ?? '',
        topic_id: record?.topic_id._id ?? '',
        subtopic_id: record?.subtopic_id._id ?? '',
        content: record?.content ?? '',
      })}
      save={({ content, ...place }, { version, ...options }) =>
        page
          ? call(manualPages.edit, { content, manual_page_id: page._id, version }, options)
          : call(manualPages.add, { ...place, content }, options)
      }
      draft={draft}
      onClose={onClose}
    >
      {(form, record) => (
        <>
          <SimpleGrid cols={{ base: 1, md: 3 }}>
            <SearchedRecordSelect
              form={form}
              name="manual_id"
              from={(search) => query(manuals.list, choicesInput(search))}
              current={record?.manual_id ?? manual}
              empty="There is no active manual yet."
              disabled={Boolean(page)}
            />
            <SearchedRecordSelect
              form={form}
              name="topic_id"
              from={(search) => query(topics.list, choicesInput(search))}
              current={record?.topic_id}
              empty="There is no active topic yet."
              disabled={Boolean(page)}
              onChosen={() => form.setFieldValue('subtopic_id', '')}
            />
            <SearchedRecordSelect
              // Remounted for another topic, so that it does not show the previous choices while loading.
              key={form.values.topic_id}
              form={form}
              name="subtopic_id"
              from={(name) => query(topics.subtopics, { topic_id: form.values.topic_id, name })}
              current={record?.subtopic_id}
              empty="This topic has no active sub topic yet."
              disabled={Boolean(page) || !form.values.topic_id}
              placeholder={form.values.topic_id ? undefined : 'Choose a topic first'}
            />
          </SimpleGrid>
          <RichTextField form={form} name="content" optional uploadImage={uploadImage} />
        </>
      )}
    </FormModal>
  )
}

/** Uploads an image of the editor and resolves to its URL; rejects with an Error whose message is for the user. */
function useImageUpload() {
  // A mutation, so that the rules in web/app/query-client.ts apply.
  const upload = useMutation({
    mutationFn: ({ image, ...options }: { image: File; signal: AbortSignal; onProgress: (fraction: number) => void }) =>
      call(manualPages.upload, { image }, options),
    meta: { changesRecords: false },
  })
  return async (image: File, signal: AbortSignal, onProgress: (fraction: number) => void) => {
    try {
      return (await upload.mutateAsync({ image, signal, onProgress })).url
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500
      throw isRefusal ? new RefusedImage(error.message) : new Error(`Could not upload file: ${image.name}.`)
    }
  }
}
