/** What plans would do: how many records they write and leave, and the first of each. */
export type PlansPreview<Write, Left> = { count: number; writes: Write[]; refused_count: number; refused: Left[] }

type Parts<Write, Left> = { writes: Write[]; refused: Left[] }

/** Counts what plans would write and what they leave, and keeps the first `most` of each. */
export async function previewOf<Write, Left>(
  plans: Iterable<Parts<Write, Left>> | AsyncIterable<Parts<Write, Left>>,
  most: number,
): Promise<PlansPreview<Write, Left>> {
  const preview: PlansPreview<Write, Left> = { count: 0, writes: [], refused_count: 0, refused: [] }
  for await (const { writes, refused } of plans) {
    preview.count += writes.length
    preview.writes.push(...writes.slice(0, most - preview.writes.length))
    preview.refused_count += refused.length
    preview.refused.push(...refused.slice(0, most - preview.refused.length))
  }
  return preview
}
