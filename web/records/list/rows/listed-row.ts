/** What every row of a list has. */
export type ListedRow = { _id: string; [field: string]: unknown }
