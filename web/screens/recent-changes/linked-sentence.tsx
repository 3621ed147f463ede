import type { DescribedChange } from '#contract/changes.ts'
import { whatParts } from '#web/records/change/sentence/sentence.ts'
import classes from './linked-sentence.module.css'

/** What a change did, in a cell of a list: the records that it names lead to their pages. */
export const LinkedSentence = ({ change }: { change: DescribedChange }) =>
  whatParts(change).map(({ text, link }, place) =>
    link ? (
      // The parts of a sentence stay where they are.
      <a key={`part ${place}`} className={classes.record} href={link} data-visits="other" tabIndex={-1}>
        {text}
      </a>
    ) : (
      <span key={`part ${place}`}>{text}</span>
    ),
  )
