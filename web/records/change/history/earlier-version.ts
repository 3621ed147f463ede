import { type ChangedRecord, changes, type FieldChange } from '#contract/changes.ts'
import { call } from '#web/api/call.ts'
import type { EarlierVersion } from '#web/forms/drafts.ts'

/** The part of a history entry that tells what was before it. */
type Entry = Pick<ChangedRecord, 'entry_id' | 'fields'> & { change: { at: string } }

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

/** The same entries, newest first, with the full texts that versionAfter takes from them: lists shorten long ones. */
export async function wholeEntries<Some extends Entry>(entries: Some[], place: number): Promise<Some[]> {
  // Of several entries that set a field, the one next to the version tells what it was.
  const telling = new Map<string, string>()
  for (const { entry_id, fields } of entries.slice(0, place)) {
    for (const { field } of fields) telling.set(field, entry_id)
  }
  const isNeeded = ({ entry_id, fields }: Some) =>
    fields.some(({ field, is_shortened }) => is_shortened && telling.get(field) === entry_id)
  return Promise.all(
    entries.map(async (entry) => {
      if (!isNeeded(entry)) return entry
      const { data } = await call(changes.entry, { entry_id: entry.entry_id })
      return { ...entry, fields: data.fields }
    }),
  )
}
