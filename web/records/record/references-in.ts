import { reference } from '#contract/records.ts'
import type { EarlierVersion } from '#web/forms/drafts.ts'

/**
 * The records that an earlier version refers to, by field, as forms keep chosen ones: ids, and what they are called.
 */
export function referencesIn({ fields }: EarlierVersion) {
  const values: Record<string, string> = {}
  const labels: Record<string, string> = {}
  for (const [field, value] of Object.entries(fields)) {
    const found = reference.safeParse(value).data
    if (!found) continue
    values[field] = found._id
    labels[field] = found.name
  }
  return { values, labels }
}
