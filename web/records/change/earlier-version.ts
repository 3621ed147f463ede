import type { ChangedRecord, FieldChange } from '#contract/changes.ts'
import type { EarlierVersion } from '#web/forms/drafts.ts'

/** The part of a history entry that tells what was before it. */
type Entry = Pick<ChangedRecord, 'fields'> & { change: { at: string } }

/** The history keeps no copy of these to put into a form, or nobody edits them there. */
const isLeft = ({ type }: FieldChange) => type === 'picture' || type === 'file'
const isNoField = ({ type, field }: FieldChange) => type === 'secret' || field === 'is_deleted'

/**
 * The values of a record right after one entry of its history, given newest first: what later entries changed, as it
 * was before them. Values that nobody changed later are those of the current record.
 */
export function versionAfter(entries: Entry[], place: number): EarlierVersion {
  const fields: Record<string, unknown> = {}
  const left = new Set<string>()
  for (const entry of entries.slice(0, place)) {
    for (const change of entry.fields) {
      if (isLeft(change)) left.add(change.label)
      else if (!isNoField(change)) fields[change.field] = change.from
    }
  }
  return { fields, at: entries[place]?.change.at ?? '', left: [...left] }
}
