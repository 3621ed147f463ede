import { formatDateTime } from '#web/ui/format.ts'

/** The sentence that says who changed a record and when. An unknown name or an invalid time is left out. */
export function changedBy({ by, at }: { by: string | undefined; at: string | undefined }) {
  const who = by ?? 'Someone else'
  const when = at && !Number.isNaN(Date.parse(at)) ? ` on ${formatDateTime(at)}` : ''
  return `${who} changed this record${when}, after you opened it.`
}
