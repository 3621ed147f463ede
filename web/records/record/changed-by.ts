import { formatDateTime } from '#web/ui/format.ts'

/** What people are called who have changed a record in another window of theirs. */
export const YOURSELF = 'You, in another window'

/** The sentence that says who changed a record and when. An unknown name or an invalid time is left out. */
export function changedBy({ by, at }: { by: string | undefined; at: string | undefined }) {
  const when = at && !Number.isNaN(Date.parse(at)) ? ` on ${formatDateTime(at)}` : ''
  return by === YOURSELF
    ? `You changed this record in another window${when}, after you opened it here.`
    : `${by ?? 'Someone else'} changed this record${when}, after you opened it.`
}
