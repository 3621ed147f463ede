/** A value of a table; days are YYYY-MM-DD, times ISO 8601 in UTC. */
export type Cell = string | number | boolean | null

/** What is true of all values of a column. */
export type Head = { label: string; type: 'text' | 'number' | 'day' | 'time' | 'flag' }

/** Rows as they come. */
export type Batches = AsyncIterable<Cell[][]>
