import { capital } from '#contract/plural.ts'
import type { MergedField } from '#contract/records.ts'
import { formatNames } from '#web/ui/format.ts'

/** Says whose changes of which fields were kept beside one's own; '' when there were none. */
export function keptText(merged: MergedField[], labelOf: (field: string) => string = String) {
  const labels = new Map<string, string[]>()
  // The server says 'someone else' of somebody who is gone.
  for (const { by: name, field } of merged) {
    const by = capital(name)
    labels.set(by, [...(labels.get(by) ?? []), labelOf(field)])
  }
  return [...labels]
    .map(([by, fields]) =>
      fields.length === 1
        ? `${by}'s change to ${fields[0]} was kept.`
        : `${by}'s changes to ${formatNames(fields)} were kept.`,
    )
    .join(' ')
}
