import type { StoredRow } from '../change.ts'

/** The address of an owner who was erased. */
export const erasedEmail = (id: string) => `${id}@erased.invalid`

/** Whether a record is what is left of an owner who was erased: nothing brings them back, and nothing changes it. */
export const isErased = (row: StoredRow) => row['email'] === erasedEmail(row.id)
