import type { RecordType } from '#contract/kinds.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db } from '../../../db/schema.ts'
import { notFound, refused } from '../../../errors.ts'
import { recordTables } from '../../../records/record-tables.ts'

/** A record in its sequence. */
export type Place = { id: string; seq_no: number }

/** The columns whose values the records of one sequence share, or with `inPart` those of one part of it. Throws 422. */
export function sharedColumns(table: RecordType, inPart = false): readonly string[] {
  const { sequence } = recordTables[table]
  if (!sequence) throw refused('record_type', 'These records have no sequence.', 'not_allowed')
  return [sequence.within ?? [], inPart ? (sequence.part ?? []) : []].flat()
}

type Found = Place & { shared: Record<string, string> }

/** A record in its sequence, with its values in these columns. Throws 404. */
export async function findPlace(db: Db, table: RecordType, id: string, columns: readonly string[]): Promise<Found> {
  const selected = ['id', 'seq_no', ...columns].join(', ')
  const [row] = await readQuery<Record<string, string>>(db, `select ${selected} from ${table} where id = ?`, [id])
  if (!row) throw notFound('This record')
  const shared = Object.fromEntries(columns.map((column) => [column, row[column] ?? '']))
  return { id, seq_no: Number(row.seq_no), shared }
}

const IN_ORDER = 'order by seq_no, created_at desc, id'

/**
 * The records that share these values, in list order: the last one before the number `from`, those up to `to`, or to
 * the end, and `more` after them.
 */
export async function placesAround(
  db: Db,
  table: RecordType,
  shared: Record<string, string>,
  { from, to, more }: { from: number; to: number | undefined; more: number },
): Promise<Place[]> {
  const columns = Object.keys(shared)
  const read = async (condition: string, values: number[]) => {
    const where = [...columns.map((column) => `${column} = ?`), condition].join(' and ')
    const text = `select id, seq_no from ${table} where ${where}`
    const rows = await readQuery<Place>(db, text, [...Object.values(shared), ...values])
    return rows.map(({ id, seq_no }) => ({ id, seq_no: Number(seq_no) }))
  }
  const before = await read('seq_no < ? order by seq_no desc limit 1', [from])
  if (to === undefined) return [...before, ...(await read(`seq_no >= ? ${IN_ORDER}`, [from]))]
  const between = await read(`seq_no >= ? and seq_no <= ? ${IN_ORDER}`, [from, to])
  return [...before, ...between, ...(await read(`seq_no > ? ${IN_ORDER} limit ?`, [to, more]))]
}

/**
 * The number after the largest one of a sequence, below the record `within` if there are several; null if no number is
 * left. Throws 422 for records without a sequence.
 */
export async function nextNumber(db: Db, table: RecordType, within: string | undefined) {
  const [column] = sharedColumns(table)
  if (column && within === undefined) throw refused('within', 'Please choose a sequence.', 'required')
  const last = `select seq_no from ${table} ${column ? `where ${column} = ?` : ''} order by seq_no desc limit 1`
  const [row] = await readQuery<Place>(db, last, column && within !== undefined ? [within] : [])
  const next = Number(row?.seq_no ?? 0) + 1
  return Number.isSafeInteger(next) ? next : null
}
