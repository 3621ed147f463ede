import type { Column } from '#contract/kind.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import { parentsFirst } from '../db/parents-first.ts'
import type { Db } from '../db/schema.ts'
import { addRecord } from '../records/change.ts'
import type { OpenChange } from '../records/open-change.ts'
import type { Own } from '../records/record-tables.ts'

/** Adds a record with the examples of its description of each of these kinds that has none. Call it in a transaction. */
export async function addSamples(db: Db, change: OpenChange, types: readonly RecordType[] = parentsFirst) {
  const firstIdOf = async (type: RecordType) =>
    (
      await db
        .selectFrom(type as 'years')
        .select('id')
        .limit(1)
        .executeTakeFirst()
    )?.id
  for (const type of types) {
    if (await firstIdOf(type)) continue
    const values: Record<string, unknown> = {}
    for (const [name, { refersTo, example }] of Object.entries<Column<RecordType>>(kinds[type].columns))
      values[name] = refersTo ? await firstIdOf(refersTo) : stored(example)
    await addRecord(db, type, values as Own<RecordType>, change)
  }
}

const stored = (example: Column['example']) => (typeof example === 'object' ? JSON.stringify(example) : example)
