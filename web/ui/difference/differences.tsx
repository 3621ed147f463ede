import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { formatCount } from '#web/ui/format.ts'
import { Picture } from '#web/ui/image/picture.tsx'
import { compareApart } from './compare.ts'
import classes from './difference.module.css'
import { richTextLines, type Word } from './rich-text-lines.ts'
import { type Line, lineDifference, type Piece, richLineDifference, wordDifference } from './word-difference.ts'

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

/** Two rich texts (HTML) as their readers see them: words with their formats, links with where they lead, pictures. */
export const RichTextDifference = ({ from, to }: { from: string; to: string }) => (
  <Differing lines={richLineDifference(richTextLines(from), richTextLines(to))} />
)

/** Two long texts, rich (HTML) or plain, which are compared while the page goes on. */
export function LongDifference({ from, to, isRich }: { from: string; to: string; isRich: boolean }) {
  const [lines, setLines] = useState<Line[]>()
  useEffect(() => {
    let isWanted = true
    const texts = isRich
      ? { rich: [richTextLines(from), richTextLines(to)] as [Word[][], Word[][]] }
      : { plain: [linesOf(from), linesOf(to)] as [string[], string[]] }
    void compareApart(texts).then((found) => isWanted && setLines(found))
    return () => {
      isWanted = false
    }
  }, [from, to, isRich])
  return lines ? <Differing lines={lines} /> : <Loading size="sm" />
}

function Differing({ lines }: { lines: Line[] }) {
  const differs = lines.some(({ pieces }) => pieces.some(({ kind }) => kind !== 'same'))
  return differs ? <Lines lines={lines} /> : <div className={classes.text}>Nothing that a reader sees has changed.</div>
}

/** Two texts of several lines: those that differ with their neighbours, word by word. */
export const LinesDifference = ({ from, to }: { from: string; to: string }) => (
  <Lines lines={lineDifference(linesOf(from), linesOf(to))} />
)

const Lines = ({ lines }: { lines: Line[] }) => (
  <div className={classes.text}>
    {lines.map((line, place) => (
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
  pieces.map((piece, place) =>
    piece.kind === 'removed' ? (
      <del key={place}>
        <VisuallyHidden>removed: </VisuallyHidden>
        <Content piece={piece} />
      </del>
    ) : piece.kind === 'added' ? (
      <ins key={place}>
        <VisuallyHidden>added: </VisuallyHidden>
        <Content piece={piece} />
      </ins>
    ) : (
      <span key={place}>
        <Content piece={piece} />
      </span>
    ),
  )

/** What a piece looks like; how its line looks and where its link leads is said where that differs. */
function Content({ piece: { text, kind, format = {} } }: { piece: Piece }) {
  const differs = kind !== 'same'
  if (format.isLabel) return differs && <span className={classes.label}>{text}</span>
  if (format.picture !== undefined) {
    const address = /^(https?:\/)?\//.test(format.picture) ? format.picture : undefined
    return <Picture address={address} alt={text || 'Picture'} width={120} height={80} />
  }
  const formatted = (format.marks ?? []).reduceRight<ReactNode>((inner, Mark) => <Mark>{inner}</Mark>, text)
  return format.href === undefined ? (
    formatted
  ) : (
    <>
      <span className={classes.link}>{formatted}</span>
      {differs && ` (${format.href})`}
    </>
  )
}
