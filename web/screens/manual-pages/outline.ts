import type { ManualOutline } from '#contract/manuals.ts'

/** The sub topics of a manual in their order, each with its topic and the id of its page. */
export const subTopicsIn = (outline: ManualOutline | undefined) =>
  (outline?.topics ?? []).flatMap(({ _id: topic_id, sub_topics }) =>
    sub_topics.map((subTopic) => ({ ...subTopic, topic_id })),
  )

/** The place of the next page to write: the first sub topic without one behind this one, or else before it. */
export function nextGap(outline: ManualOutline | undefined, subTopic: string) {
  const all = subTopicsIn(outline)
  const here = all.findIndex(({ _id }) => _id === subTopic)
  const next = [...all.slice(here + 1), ...all.slice(0, Math.max(here, 0))].find(({ page_id }) => !page_id)
  return next ? { topic_id: next.topic_id, subtopic_id: next._id } : {}
}
