import { VisuallyHidden } from '@mantine/core'
import { formatCount } from '#web/ui/format.ts'
import { richTextToPlainText } from '#web/ui/rich-text/plain-text.ts'
import classes from './difference.module.css'
import { type Line, lineDifference, type Piece, wordDifference } from './word-difference.ts'

/** Two texts as one, with what was removed struck through and what was added underlined. */
export const TextDifference = ({ from, to }: { from: string; to: string }) => (
  <div className={classes.text}>
    <Pieces pieces={wordDifference(from, to)} />
  </div>
)

/** Two values that make sense only as a whole, such as numbers, days and names. */
export const ValueDifference = ({ from, to }: { from: string; to: string }) => (
  <div className={classes.text}>
    <Pieces
      pieces={[
        ...(from ? [{ text: from, kind: 'removed' as const }] : []),
        ...(from && to ? [{ text: ' → ', kind: 'same' as const }] : []),
        ...(to ? [{ text: to, kind: 'added' as const }] : []),
      ]}
    />
  </div>
)

/** Two rich texts (HTML) as their readers see them. */
export function RichTextDifference({ from, to }: { from: string; to: string }) {
  const [before, after] = [richTextToPlainText(from), richTextToPlainText(to)]
  return before === after && from !== to ? (
    <div className={classes.text}>The same words, formatted in another way or with other pictures.</div>
  ) : (
    <LinesDifference from={before} to={after} />
  )
}

/** Two texts of several lines: those that differ with their neighbours, word by word. */
export const LinesDifference = ({ from, to }: { from: string; to: string }) => (
  <div className={classes.text}>
    {lineDifference(linesOf(from), linesOf(to)).map((line, place) => (
      <DifferingLine key={place} line={line} />
    ))}
  </div>
)

const linesOf = (text: string) => (text ? text.split('\n') : [])

const DifferingLine = ({ line: { pieces, skipped } }: { line: Line }) =>
  skipped ? (
    <p className={classes.skipped}>… {formatCount(skipped, 'unchanged paragraph')}</p>
  ) : (
    <p className={classes.line}>
      <Pieces pieces={pieces} />
    </p>
  )

const Pieces = ({ pieces }: { pieces: Piece[] }) =>
  pieces.map(({ text, kind }, place) =>
    kind === 'removed' ? (
      <del key={place}>
        <VisuallyHidden>removed: </VisuallyHidden>
        {text}
      </del>
    ) : kind === 'added' ? (
      <ins key={place}>
        <VisuallyHidden>added: </VisuallyHidden>
        {text}
      </ins>
    ) : (
      <span key={place}>{text}</span>
    ),
  )
