const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Says in a sentence who changed a record and when, in the reader's own time. */
export function changedBy({ by, at }: { by: string | undefined; at: string | undefined }) {
  const who = by ?? 'Someone else'
  const when = at && !Number.isNaN(Date.parse(at)) ? ` on ${dateAndTime.format(new Date(at))}` : ''
  return `${who} changed this record${when}, after you opened it.`
}
