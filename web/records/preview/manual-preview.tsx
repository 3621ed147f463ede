import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { manualPages } from '#contract/manual-pages.ts'
import { type ManualOutline, manuals } from '#contract/manuals.ts'
import type { Reference } from '#contract/records.ts'
import { query } from '#web/api/query.ts'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { FailedPreview } from './failed-preview.tsx'
import { PhoneFrame } from './phone-frame.tsx'
import { PublishedNotice } from './published-notice.tsx'
import { ManualPage } from './views.tsx'

/** A whole manual as its owners read it, page by page. */
export function ManualPreview({ manual: { _id, name }, onClose }: { manual: Reference; onClose: () => void }) {
  const dialog = useDialog(onClose)
  const outline = useQuery(query(manuals.outline, { manual_id: _id }))
  const topics = outline.data && topicsWithPages(outline.data.data)
  const pages = topics?.flatMap(({ pages }) => pages) ?? []
  const [chosen, setChosen] = useState<string>()
  const id = pages.some((page) => page.id === chosen) ? chosen : pages[0]?.id
  const read = useQuery({
    ...query(manualPages.get, { manual_page_id: id ?? '' }),
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
  })
  const page = read.data?.data
  const place = pages.findIndex((page) => page.id === id)
  const step = (by: number) => ({
    disabled: !pages[place + by],
    onClick: () => setChosen(pages[place + by]?.id),
  })
  const failed = outline.data ? read : outline
  return (
    <Dialog title={`${name} as owners see it`} dialog={dialog} frame="panel">
      {topics && pages.length === 0 && <Text size="sm">There are no pages yet.</Text>}
      {pages.length > 0 && (
        <>
          <Group gap="xs" mb="sm" wrap="nowrap" align="flex-end">
            <NativeSelect
              flex={1}
              label="Page"
              value={id}
              onChange={(event) => setChosen(event.currentTarget.value)}
              data={topics?.map(({ name, pages }) => ({
                group: name,
                items: pages.map(({ id, name }) => ({ value: id, label: name })),
              }))}
            />
            <ActionIcon variant="default" size={36} aria-label="Previous page" {...step(-1)}>
              <ChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon variant="default" size={36} aria-label="Next page" {...step(1)}>
              <ChevronRight size={18} aria-hidden />
            </ActionIcon>
          </Group>
          <Text size="sm" c="dimmed" mb="xs" component="output" display="block">
            {`Page ${place + 1} of ${pages.length}`}
          </Text>
        </>
      )}
      {page && <PublishedNotice dates={page} />}
      {failed.error && <FailedPreview error={failed.error} onRetry={() => void failed.refetch()} />}
      {pages.length > 0 && (
        <PhoneFrame title={`${name} as owners see it`} beginsWith={page?._id}>
          {page && <ManualPage one={page} />}
        </PhoneFrame>
      )}
    </Dialog>
  )
}

/** The topics that have pages, in order; owners do not see the others. */
const topicsWithPages = ({ topics }: ManualOutline) =>
  topics
    .map(({ name, sub_topics }) => ({
      name,
      pages: sub_topics.flatMap(({ name, page_id }) => (page_id ? [{ id: page_id, name }] : [])),
    }))
    .filter(({ pages }) => pages.length > 0)
