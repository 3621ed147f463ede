import type { Column } from '#contract/column.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import type { ServedFile } from '#contract/owner/seen-by.ts'
import type { Deps } from '../../deps.ts'
import { filePath, ownNamesIn } from '../../integrations/files/store.ts'
import { knownFacts } from '../../integrations/files/stored-files.ts'

type Known = Awaited<ReturnType<typeof knownFacts>>
type Fields = Record<string, unknown>

/**
 * A table's records with their files, as owners get them: for each column that names one, and the pictures of a text,
 * each once. If a file's facts are not known yet, `bytes` and `sha256` are null: the record moves once they are.
 */
export async function withFiles<Row extends object>(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  table: RecordType,
  records: Row[],
): Promise<Row[]> {
  const columns = Object.entries<Column>(kinds[table].columns).filter(
    ([, { audience, twinOf }]) => audience === 'owners' && !twinOf,
  )
  const named = columns.filter(([, { type }]) => type === 'picture' || type === 'file')
  const texts = columns.filter(([, { type }]) => type === 'rich_text')
  if (!named.length && !texts.length) return records
  const namesIn = (record: Row, some: typeof columns) =>
    some.flatMap(([column, { wire = column }]) => {
      const value = (record as Fields)[wire]
      return typeof value === 'string' ? ownNamesIn(value) : []
    })
  const known = await knownFacts(
    db,
    records.flatMap((record) => namesIn(record, [...named, ...texts])),
  )
  const addressOf = (name: string) => settings.publicUrl + filePath(name)
  return records.map((record) => ({
    ...record,
    ...Object.fromEntries(
      named.map((one) => {
        const [name] = namesIn(record, [one])
        return [one[0], name === undefined ? null : toldOf(name, known, addressOf(name))]
      }),
    ),
    ...(texts.length && { pictures: picturesOf(new Set(namesIn(record, texts)), known, addressOf) }),
  }))
}

/** Null for a missing file. */
function toldOf(name: string, known: Known, url: string): ServedFile | null {
  const facts = known.get(name)
  if (facts === null) return null
  return { url, bytes: facts?.bytes ?? null, sha256: facts?.sha256 ?? null }
}

const picturesOf = (names: Set<string>, known: Known, addressOf: (name: string) => string) =>
  [...names].flatMap((name) => toldOf(name, known, addressOf(name)) ?? [])
