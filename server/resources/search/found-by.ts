import type { Column } from '#contract/kind.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { ListColumn } from '../../db/lists/list-columns.ts'
import { recordTables } from '../../records/record-tables.ts'
import { servedKinds } from '../kinds.ts'

/** The columns of its list by which a kind of record is found. */
export function foundBy(type: RecordType): ListColumn[] {
  const { columns, title, alsoFoundBy = [] } = recordTables[type]
  const { columns: listed } = servedKinds[type].list
  const fields = Object.entries<Column>(columns).flatMap(([name, { wire = name, type, hasKey, shownAs }]) => {
    if (type === 'text' && hasKey) return wire
    return shownAs && title.includes(name) ? shownAs : []
  })
  return [...new Set([...fields, ...alsoFoundBy])].flatMap((field) => listed[field] ?? [])
}

/** The columns of a kind itself by whose text it is found. */
export function ownTextColumns(type: RecordType): string[] {
  const { columns, alsoFoundBy = [] } = recordTables[type]
  return Object.entries<Column>(columns).flatMap(([name, { type, hasKey }]) =>
    type === 'text' && (hasKey || alsoFoundBy.includes(name)) ? name : [],
  )
}

/** The column with the words of a kind whose text is in a full-text index. */
export const wordsColumnOf = (type: RecordType) =>
  Object.entries<Column>(recordTables[type].columns).flatMap(([name, { type }]) =>
    type === 'rich_text' ? `${name}_words` : [],
  )[0]
