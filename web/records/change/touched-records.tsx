import { List } from '@mantine/core'
import { z } from 'zod'
import { ApiError } from '#web/api/call.ts'
import { formatCount, formatDateTime } from '#web/ui/format.ts'

const touched = z.object({
  records: z.array(
    z.object({ record_type: z.string(), record_id: z.string(), title: z.string(), by: z.string(), at: z.string() }),
  ),
})
/** Nobody reads more in a dialog. */
const MOST_SHOWN = 50

type TouchedRecord = z.output<typeof touched>['records'][number]

/** The records for which an undo was refused, because somebody has changed them since; none for any other error. */
export const touchedRecordsOf = (error: Error | undefined): TouchedRecord[] =>
  error instanceof ApiError && error.status === 409 ? (touched.safeParse(error.body.data).data?.records ?? []) : []

/** Names records with who changed them and when. */
export function TouchedRecords({ records }: { records: TouchedRecord[] }) {
  return (
    records.length > 0 && (
      <List size="sm" aria-label="Changed since">
        {records.slice(0, MOST_SHOWN).map(({ record_type, record_id, title, by, at }) => (
          <List.Item key={`${record_type} ${record_id}`} style={{ overflowWrap: 'anywhere' }}>
            {title}: {by}, {formatDateTime(at)}
          </List.Item>
        ))}
        {records.length > MOST_SHOWN && <List.Item>and {formatCount(records.length - MOST_SHOWN, 'other')}</List.Item>}
      </List>
    )
  )
}
