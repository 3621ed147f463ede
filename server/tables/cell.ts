/** A value of a table; days are YYYY-MM-DD, times ISO 8601 in UTC. */
export type Cell = string | number | boolean | null

/** The properties of a column's values. */
export type Head = { label: string; type: 'text' | 'number' | 'day' | 'time' | 'flag' }

/** Rows as they arrive. */
export type Batches = AsyncIterable<Cell[][]>
