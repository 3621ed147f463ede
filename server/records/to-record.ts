import type { FrenchState } from '#contract/french.ts'

/** The shared columns of a record as stored. */
export type RecordShape = {
  id: string
  is_deleted: number
  version: number
  created_at: string
  updated_at: string
  updated_by: string | null
  srno?: number
}

/**
 * Turns a row into its wire shape: `id` becomes `_id` and the deleted flag a boolean; other columns keep their names.
 */
export function toRecord<Row extends RecordShape>({ id, is_deleted, ...columns }: Row): Recorded<Row> {
  const record = { _id: id, ...columns, is_deleted: is_deleted === 1 }
  return ('french' in record ? { ...record, french: record.french || null } : record) as object as Recorded<Row>
}

type Recorded<Row> = { _id: string; is_deleted: boolean } & {
  [Name in keyof Row as Name extends 'id' | 'is_deleted' ? never : Name]: Name extends 'french'
    ? FrenchState | null
    : Row[Name]
}
