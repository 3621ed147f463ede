import type { ToldChange } from '#contract/changes.ts'
import classes from './linked-sentence.module.css'
import { recordPathOf } from './record-words.ts'
import { partsOf } from './sentence.ts'

/** What a change did, in a cell of a list: the records that it names lead to their pages. */
export const LinkedSentence = ({ change }: { change: ToldChange }) =>
  partsOf(change).map((part, place) =>
    typeof part === 'string' ? (
      // The parts of a sentence stay where they are.
      <span key={`text ${place}`}>{part}</span>
    ) : (
      <a
        key={`${part.record_type} ${part.record_id}`}
        className={classes.record}
        href={recordPathOf(part.record_type, part.record_id)}
        data-visits="other"
        tabIndex={-1}
      >
        {part.title}
      </a>
    ),
  )
