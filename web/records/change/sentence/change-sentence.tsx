import type { DescribedChange } from '#contract/changes.ts'
import { whatOf } from './sentence.ts'

type ChangeSentenceProps = {
  change: DescribedChange
  /** Whether something else says who did it. */
  withoutName?: boolean
}

/** What a change did, in a sentence; its records are in `change.details`. */
export const ChangeSentence = ({ change, withoutName = false }: ChangeSentenceProps) => (
  <span>{withoutName ? whatOf(change) : change.sentence}</span>
)
