import type { Manual, ManualOutline } from '#contract/manuals.ts'
import { listPaths } from '#contract/paths.ts'
import type { Reference } from '#contract/records.ts'

/** A sub topic that has no page in a manual, with its topic. */
export type Gap = { topic: Reference; subTopic: Reference }

const nameOnly = ({ _id, name }: Reference) => ({ _id, name })

/** The sub topics without a page, in their order. */
export const gapsIn = ({ topics }: ManualOutline): Gap[] =>
  topics.flatMap((topic) =>
    topic.sub_topics
      .filter(({ page_id }) => page_id === null)
      .map((subTopic) => ({ topic: nameOnly(topic), subTopic: nameOnly(subTopic) })),
  )

/** The form of the page that is missing there. */
export const formFor = ({ _id, name }: Manual, gap: Gap) => ({
  to: `${listPaths['manual_pages']}?manual_id=${_id}&new`,
  state: { name, gap },
})
