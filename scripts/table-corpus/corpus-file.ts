/** What a file is read as: its heads and rows, or the sentence that refuses it. */
export type Expected = { heads: string[]; rows: { row: number; cells: string[] }[] } | { refused: string }

/** A file of the corpus with what it is read as. */
export type CorpusFile = { name: string; bytes: Buffer; expected: Expected }

/** Heads and rows, where a row is its number and its cells. */
export const table = (heads: string[], ...rows: [row: number, ...cells: string[]][]): Expected => ({
  heads,
  rows: rows.map(([row, ...cells]) => ({ row, cells })),
})

export const refused = (sentence: string): Expected => ({ refused: sentence })
