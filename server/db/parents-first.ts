import type { Column } from '#contract/column.ts'
import { kinds, type RecordType, recordTypes } from '#contract/kinds.ts'

/** All kinds of records, each after those it refers to. */
export const parentsFirst: readonly RecordType[] = (() => {
  const placed = new Set<RecordType>()
  const place = (table: RecordType, from: RecordType[]) => {
    if (placed.has(table) || from.includes(table)) return
    for (const { refersTo } of Object.values<Column>(kinds[table].columns)) {
      if (refersTo) place(refersTo as RecordType, [...from, table])
    }
    placed.add(table)
  }
  for (const table of recordTypes) place(table, [])
  return [...placed]
})()
