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
export function toRecord<Row extends RecordShape>({ id, is_deleted, ...columns }: Row) {
  return { _id: id, ...columns, is_deleted: is_deleted === 1 }
}
