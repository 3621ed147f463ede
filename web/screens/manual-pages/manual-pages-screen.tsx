import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { type ManualPage, manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { query } from '#web/api/query.ts'
import { type Column, moment, ownersStatus, rowNumber, text } from '#web/records/list/columns/columns.tsx'
import { frenchColumn } from '#web/records/list/columns/french-column.ts'
import { flagFilter } from '#web/records/list/filters/choice-filter.tsx'
import { RecordScreen } from '#web/records/record/record-screen.tsx'
import { type Gap, ManualPageForm } from './manual-page-form.tsx'

const nameOf = (page: ManualPage) => `${page.name.replace(' - ', ' ')} · ${page.subtopic}`
/** What a link to this list can hand over: the manual's name, and for a new page the sub topic that has none. */
type HandedOver = { name?: string; gap?: Gap } | null

/** The manual whose pages are shown, from the address, with its name. */
function useManual() {
  const _id = useSearchParams()[0].get('manual_id')
  const { state } = useLocation() as { state: HandedOver }
  // The list of manuals hands its name over.
  const { data } = useQuery({ ...query(manuals.get, { manual_id: _id ?? '' }), enabled: _id !== null && !state?.name })
  return {
    manual: _id === null ? undefined : { _id, name: state?.name ?? data?.data.name ?? '' },
    gap: state?.gap,
  }
}

const written: Column<ManualPage> = {
  field: 'has_text',
  title: 'Text',
  width: 120,
  optional: true,
  filter: flagFilter('Written', 'None'),
  cell: ({ content }) => (content ? 'Written' : 'None'),
}

export function ManualPagesScreen() {
  const { manual, gap } = useManual()

  return (
    <RecordScreen
      type="manual_pages"
      calls={manualPages}
      nameOf={nameOf}
      page={{ named: 'subtopic' }}
      columns={[
        rowNumber(),
        text('name', { title: 'Manual' }),
        text('topic', { title: 'Topic' }),
        text('subtopic', { title: 'Sub Topic' }),
        written,
        ownersStatus(),
        moment('publish_at', 'Publish on'),
        moment('unpublish_at', 'Take down on'),
        moment('edits_at', 'Publish edits on'),
        ...frenchColumn(),
      ]}
      form={({ record, ...form }) => <ManualPageForm page={record} manual={manual} gap={gap} {...form} />}
    />
  )
}
