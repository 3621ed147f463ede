import type { Column } from '#contract/column.ts'
import type { Language } from '#contract/french.ts'
import type { RecordType } from '#contract/kinds.ts'
import { engineOf } from '../db/engines/engine.ts'
import { readQuery } from '../db/raw-query.ts'
import type { Db } from '../db/schema.ts'
import { columnsInFrenchOf } from './french.ts'
import { recordTables, wireName } from './record-tables.ts'

type Fields = Record<string, unknown>
type Named = { _id: string; name: string }

/** The column with the names of a kind's records, if owners read it in French. */
const nameColumn = (type: RecordType) =>
  recordTables[type].title.length === 1
    ? recordTables[type].title.find((column) => recordTables[type].columns[column]?.french)
    : undefined
/**
 * The kind whose name is part of another's name, as the RV type's is of a manual's, and the column that refers to it.
 */
function partOfName(type: RecordType) {
  for (const column of recordTables[type].title) {
    const { refersTo } = recordTables[type].columns[column] ?? {}
    if (refersTo && nameColumn(refersTo)) return { column, refersTo }
  }
  return undefined
}

/** SQL for the names of a kind in both languages, or for the names that are part of them. */
function namesOf(type: RecordType) {
  const own = nameColumn(type)
  if (own) return `select id, ${own} as name, ${own}_fr as name_fr from ${type}`
  const part = partOfName(type)
  const name = part && nameColumn(part.refersTo)
  return name
    ? `select ${type}.id, named.${name} as name, named.${name}_fr as name_fr from ${type}
       inner join ${part.refersTo} as named on named.id = ${type}.${part.column}`
    : undefined
}

/** Records as a list returns them in a language: see {@link inFrench}; in English, as stored. */
export const inLanguage = async <Record extends object>(
  db: Db,
  table: RecordType,
  records: Record[],
  language: Language,
): Promise<Record[]> => (language === 'fr' ? inFrench(db, table, records) : records)

/**
 * Records as a list returns them in French: field by field, in English where there is no French, and likewise the names
 * of references. `in_english` names a record's fields that are in English for lack of French.
 */
export async function inFrench<Record extends object>(db: Db, table: RecordType, records: Record[]): Promise<Record[]> {
  const own = records.map((record) => withOwnFrench(table, record as Fields))
  const translated = await withFrenchNames(db, table, own)
  return translated as object[] as Record[]
}

function withOwnFrench(table: RecordType, record: Fields): Fields {
  const french: Fields = {}
  const missing: string[] = []
  // What an owner has added is in the owner's language, whichever that is.
  const isOwners = record['french'] === null
  for (const names of columnsInFrenchOf(table)) {
    const [field, twin] = [wireName(table, names.english), wireName(table, names.french)]
    if (record[twin]) french[field] = record[twin]
    else if (record[field] && !isOwners) missing.push(field)
  }
  return { ...record, ...french, ...(missing.length && { in_english: missing }) }
}

/** Whether such a record's name is made from another one, rather than shown through a reference. */
const isNamedByPart = (table: RecordType) =>
  recordTables[table].alsoFoundBy?.includes('name') &&
  !Object.values(recordTables[table].columns).some(({ shownAs }) => shownAs === 'name')

/** Where records of this kind show the name of another kind. */
const namedIn = (table: RecordType) =>
  Object.entries<Column<RecordType>>(recordTables[table].columns).flatMap(
    ([column, { refersTo, shownAs, wire = column }]) =>
      refersTo && namesOf(refersTo) ? [{ refersTo, shownAs, wire }] : [],
  )

async function withFrenchNames(db: Db, table: RecordType, records: Fields[]) {
  const ids = new Map<RecordType, Set<string>>()
  const places = namedIn(table)
  for (const { refersTo, wire } of places)
    for (const record of records) {
      const id = (record[wire] as Named | null)?._id
      if (id) ids.set(refersTo, (ids.get(refersTo) ?? new Set()).add(id))
    }
  const names = new Map<string, { name: string; name_fr: string }>()
  for (const [type, some] of ids) {
    const query = `select * from (${namesOf(type)}) as named where name_fr <> '' and id in ${engineOf(db).textsFromJson}`
    const found = await readQuery<{ id: string; name: string; name_fr: string }>(db, query, [JSON.stringify([...some])])
    for (const { id, ...one } of found) names.set(id, one)
  }
  return names.size ? records.map((record) => withNames(record, places, names, table)) : records
}

function withNames(
  record: Fields,
  places: ReturnType<typeof namedIn>,
  names: ReadonlyMap<string, { name: string; name_fr: string }>,
  table: RecordType,
): Fields {
  const named: Fields = {}
  for (const { refersTo, shownAs, wire } of places) {
    const reference = record[wire] as Named | null
    const known = reference && names.get(reference._id)
    if (!known) continue
    // A manual is named after its RV type and year.
    const french = nameColumn(refersTo) ? known.name_fr : reference.name.replace(known.name, () => known.name_fr)
    named[wire] = { ...reference, name: french }
    if (shownAs) named[shownAs] = french
    if (isNamedByPart(table)) named['name'] = String(record['name']).replace(known.name, () => french)
  }
  return { ...record, ...named }
}
