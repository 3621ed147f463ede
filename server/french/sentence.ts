/** An English sentence for owners, or its template with `{0}` and `{1}`, and its Canadian French. */
export type Sentence = readonly [english: string, french: string]
