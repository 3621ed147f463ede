import { Alert, Anchor, SimpleGrid } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import {
  type ManualPage,
  manualPageFields,
  manualPages,
  PAGE_IMAGE_MEGABYTES,
  PAGE_IMAGE_SIDE,
} from '#contract/manual-pages.ts'
import type { ManualOutline } from '#contract/manuals.ts'
import { manuals } from '#contract/manuals.ts'
import type { Reference } from '#contract/records.ts'
import { topics } from '#contract/topics.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { datesOf, PublishingFields } from '#web/records/publishing/publishing-fields.tsx'
import type { SmallForm } from '#web/records/record/add-in-place.tsx'
import { choicesInput } from '#web/records/record/choices-input.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { SearchedRecordSelect } from '#web/records/record/record-select.tsx'
import { withDialog } from '#web/records/shared/dialog-address.ts'
import { ManualForm } from '#web/shared-forms/manual-form.tsx'
import { SubTopicForm } from '#web/shared-forms/sub-topic-form.tsx'
import { TopicForm } from '#web/shared-forms/topic-form.tsx'
import { WithFrench } from '#web/shared-forms/with-french.tsx'
import type { Picture } from '#web/ui/rich-text/paste/pasted-pictures.ts'
import { RichTextField } from '#web/ui/rich-text/rich-text-field.tsx'
import type { Progress } from '#web/ui/rich-text/upload-placeholders.ts'
import { RefusedImage, UnfetchedImage } from '#web/ui/rich-text/use-upload-problems.ts'
import { fitUpload } from './fit-upload.ts'

type PageOf = (subTopic: string) => string | undefined

const outlineOf = (manual_id: string) => ({
  ...query(manuals.outline, { manual_id }),
  meta: { refetchAfterChange: false },
})

/** A topic of which a page is missing, and the sub topic, where it is known. */
export type Gap = { topic: Reference; subTopic?: Reference }

type ManualPageFormProps = {
  page?: ManualPage
  /** The manual that is preselected for a new page. */
  manual?: Reference | undefined
  /** The topic and the sub topic that are preselected for it. */
  gap?: Gap | undefined
  draft: Draft
  onClose: () => void
}

export function ManualPageForm({ page, manual, gap, draft, onClose }: ManualPageFormProps) {
  const uploadImage = useImageUpload()
  const client = useQueryClient()
  return (
    <FormModal
      preview
      type="manual_pages"
      size="xl"
      schema={manualPageFields}
      record={page}
      values={(record) => ({
        manual_id: record?.manual_id._id ?? manual?._id ?? '',
        topic_id: record?.topic_id._id ?? gap?.topic._id ?? '',
        subtopic_id: record?.subtopic_id._id ?? gap?.subTopic?._id ?? '',
        content: record?.content ?? '',
        content_fr: record?.content_fr ?? '',
        ...datesOf(record),
        // Left out, what waits goes on waiting.
        edits_at: undefined,
      })}
      save={({ manual_id, topic_id, subtopic_id, ...fields }, { version, ...options }) =>
        page
          ? call(manualPages.edit, { ...fields, manual_page_id: page._id, version }, options)
          : call(manualPages.add, { manual_id, topic_id, subtopic_id, ...fields }, options)
      }
      again={{
        label: 'Save and next sub topic',
        values: ({ manual_id, subtopic_id }) => ({
          manual_id,
          ...nextGap(client.getQueryData(outlineOf(manual_id).queryKey)?.data, subtopic_id),
        }),
      }}
      draft={draft}
      onClose={onClose}
    >
      {(form, record) => (
        <PagesOf manual={page ? '' : form.values.manual_id}>
          {(pageOf) => (
            <>
              <SimpleGrid cols={{ base: 1, md: 3 }}>
                <SearchedRecordSelect
                  form={form}
                  name="manual_id"
                  from={(search) => query(manuals.list, choicesInput(search))}
                  current={record?.manual_id ?? manual}
                  empty="There is no active manual yet."
                  add={{
                    type: 'manuals',
                    isNamedByOthers: true,
                    form: ({ name: _name, ...props }) => <ManualForm {...props} />,
                  }}
                  disabled={Boolean(page)}
                />
                <SearchedRecordSelect
                  form={form}
                  name="topic_id"
                  from={(search) => query(topics.list, choicesInput(search))}
                  current={record?.topic_id ?? gap?.topic}
                  empty="There is no active topic yet."
                  add={{ type: 'topics', form: (props) => <TopicForm {...props} /> }}
                  disabled={Boolean(page)}
                  onChosen={() => form.setFieldValue('subtopic_id', '')}
                />
                <SearchedRecordSelect
                  // Remounted for another topic, so that it does not show the previous choices while loading.
                  key={form.values.topic_id}
                  form={form}
                  name="subtopic_id"
                  from={(name) => query(topics.subtopics, { topic_id: form.values.topic_id, name })}
                  current={record?.subtopic_id ?? gap?.subTopic}
                  empty="This topic has no active sub topic yet."
                  {...(form.values.topic_id && {
                    add: {
                      type: 'sub_topics' as const,
                      form: (props: Parameters<SmallForm>[0]) => (
                        <SubTopicForm {...props} topic={form.values.topic_id} />
                      ),
                    },
                  })}
                  disabled={Boolean(page) || !form.values.topic_id}
                  placeholder={form.values.topic_id ? undefined : 'Choose a topic first'}
                  note={({ _id }) => (!page && pageOf(_id) ? '(has a page)' : undefined)}
                />
              </SimpleGrid>
              {!page && <TakenNotice pageId={pageOf(form.values.subtopic_id)} />}
              <WithFrench form={form} name="content" type="manual_pages" record={page}>
                {(field) => <RichTextField form={form} {...field} optional uploadImage={uploadImage} />}
              </WithFrench>
              <PublishingFields
                form={form}
                noun="page"
                record={page}
                later={page && { record_type: 'manual_pages', record_id: page._id }}
              />
            </>
          )}
        </PagesOf>
      )}
    </FormModal>
  )
}

/** Knows which sub topics of a manual have a page. */
function PagesOf({ manual, children }: { manual: string; children: (pageOf: PageOf) => ReactNode }) {
  const { data } = useQuery({ ...outlineOf(manual), enabled: manual !== '' })
  return children((subTopic) => subTopicsIn(data?.data).find(({ _id }) => _id === subTopic)?.page_id ?? undefined)
}

/** Leads to the page that a sub topic already has. */
function TakenNotice({ pageId }: { pageId: string | undefined }) {
  const { search } = useLocation()
  if (!pageId) return null
  return (
    <Alert role="note" variant="light" color="amber" p="xs">
      This sub topic already has a page.{' '}
      <Anchor component={Link} to={{ search: withDialog(search, { kind: 'edit', id: pageId }) }} inherit>
        Edit that page
      </Anchor>
    </Alert>
  )
}

/** Stores a picture of the editor and resolves to its URL; rejects with an Error whose message is for the user. */
function useImageUpload() {
  // A mutation, so that the rules in web/app/query-client.ts apply.
  const upload = useMutation({
    mutationFn: ({ image, ...options }: { image: Picture; signal: AbortSignal; onProgress: Progress }) =>
      image instanceof File
        ? call(manualPages.upload, { image }, options)
        : call(manualPages.fetch, { url: image.address }, options),
    meta: { changesRecords: false },
  })
  return async (image: Picture, signal: AbortSignal, onProgress: Progress) => {
    // A file that is too large need not be sent to be refused.
    const refusal = image instanceof File && manualPages.upload.input.safeParse({ image }).error?.issues[0]
    if (refusal) throw new RefusedImage(refusal.message, fit)
    try {
      return (await upload.mutateAsync({ image, signal, onProgress })).url
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (!isRefusal) throw new Error(`Could not upload file: ${image.name}.`)
      if (!(image instanceof File)) throw new UnfetchedImage(error.message)
      throw new RefusedImage(error.message, UNFIT.includes(error.status) ? fit : undefined)
    }
  }
}

/** How the server refuses a picture for its size, its type, or its number of pixels. */
const UNFIT = [413, 415, 422]

const fit = (picture: File) =>
  fitUpload(picture, { maxBytes: PAGE_IMAGE_MEGABYTES * 1024 * 1024, longestSide: PAGE_IMAGE_SIDE })

/** The sub topics of a manual in their order, each with its topic and the id of its page. */
const subTopicsIn = (outline: ManualOutline | undefined) =>
  (outline?.topics ?? []).flatMap(({ _id: topic_id, sub_topics }) =>
    sub_topics.map((subTopic) => ({ ...subTopic, topic_id })),
  )

/** The place of the next page to write: the first sub topic without one behind this one, or else before it. */
function nextGap(outline: ManualOutline | undefined, subTopic: string) {
  const all = subTopicsIn(outline)
  const here = all.findIndex(({ _id }) => _id === subTopic)
  const next = [...all.slice(here + 1), ...all.slice(0, Math.max(here, 0))].find(({ page_id }) => !page_id)
  return next ? { topic_id: next.topic_id, subtopic_id: next._id } : {}
}
