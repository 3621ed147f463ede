import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type RolloverPart, rollovers } from '#contract/rollovers.ts'
import { useChanges } from '#web/api/live-events.ts'
import { query } from '#web/api/query.ts'

/** What the form of a rollover says, except for the name. */
export type Choices = {
  from_year_id: string
  models: boolean
  manuals: boolean
  pages: boolean
  left_models: string[]
  left_manuals: string[]
  left_topics: string[]
}

type Named = { _id: string }

const DEBOUNCE_MS = 250

/** The parts that are copied: pages only below their manuals. */
export const partsOf = ({ models, manuals, pages }: Choices): RolloverPart[] => [
  ...(models ? ['models' as const] : []),
  ...(manuals ? ['manuals' as const] : []),
  ...(manuals && pages ? ['pages' as const] : []),
]

/** The ids of those that are copied; undefined where none is left out. */
function idsOf(all: Named[], left: readonly string[]) {
  const ids = all.map(({ _id }) => _id).filter((id) => !left.includes(id))
  return ids.length < all.length ? ids : undefined
}

/**
 * All that could be copied of a year, and what the choices would copy of it. Both are asked for shortly after the last
 * change of the choices, and what is overtaken is dropped.
 */
export function useRolloverPlan(choices: Choices) {
  const parts = partsOf(choices)
  const [settled] = useDebouncedValue(JSON.stringify(choices), DEBOUNCE_MS)
  const asked = JSON.parse(settled) as Choices
  const whole = { from_year_id: asked.from_year_id, parts: partsOf(asked) }
  const isAsked = whole.from_year_id !== '' && whole.parts.length > 0
  const all = useQuery({ ...query(rollovers.plan, whole), enabled: isAsked })
  const input = { ...whole, ...(all.data && narrowedTo(all.data.data, asked)) }
  const chosen = useQuery({
    ...query(rollovers.plan, input),
    enabled: isAsked && all.data !== undefined,
    // Counts of another year say nothing of this one.
    placeholderData: (before, former) => (former?.queryKey[1].from_year_id === whole.from_year_id ? before : undefined),
  })
  useChanges(() => {
    if (!isAsked) return
    void all.refetch()
    void chosen.refetch()
  })
  const isOfThese = isAsked && choices.from_year_id === asked.from_year_id && parts.join() === whole.parts.join()
  return {
    /** Whether there is anything to plan. */
    isAsked: choices.from_year_id !== '' && parts.length > 0,
    all: isOfThese ? all.data?.data : undefined,
    chosen: isOfThese ? chosen.data?.data : undefined,
    /** What to send for it; undefined while it is not known what the choices would copy. */
    input:
      isOfThese && settled === JSON.stringify(choices) && chosen.data && !chosen.isPlaceholderData ? input : undefined,
    error: all.data ? chosen.error : all.error,
    retry: () => void (all.data ? chosen.refetch() : all.refetch()),
  }
}

type Plan = { models: Named[]; manuals: Named[]; topics: Named[] }

function narrowedTo({ models, manuals, topics }: Plan, choices: Choices) {
  const model_ids = idsOf(models, choices.left_models)
  const manual_ids = idsOf(manuals, choices.left_manuals)
  const topic_ids = idsOf(topics, choices.left_topics)
  return { ...(model_ids && { model_ids }), ...(manual_ids && { manual_ids }), ...(topic_ids && { topic_ids }) }
}
