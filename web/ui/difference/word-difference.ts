import { diffArrays, diffWordsWithSpace } from 'diff'
import type { Format, Word } from './rich-text-lines.ts'

/** A piece of two texts: in both, or in one of them only. Those of rich texts have a format. */
export type Piece = { text: string; kind: 'same' | 'removed' | 'added'; format?: Format | undefined }

/** Texts with more differences than this are different texts: their words are not compared. */
const MOST_DIFFERENCES = 1500

const kindOf = ({ added, removed }: { added: boolean; removed: boolean }): Piece['kind'] =>
  added ? 'added' : removed ? 'removed' : 'same'

/** The pieces of two texts, word by word, in the order to read them. */
export function wordDifference(from: string, to: string): Piece[] {
  const found = diffWordsWithSpace(from, to, { maxEditLength: MOST_DIFFERENCES })
  const pieces = found?.map((part) => ({ text: part.value, kind: kindOf(part) })) ?? [
    { text: from, kind: 'removed' as const },
    { text: to, kind: 'added' as const },
  ]
  return pieces.filter(({ text }) => text !== '')
}

/** Whether two texts have less than half in common: they are read apart, not as one with its changes. */
export function areOtherTexts(from: string, to: string) {
  if (!from || !to) return false
  const pieces = wordDifference(from, to)
  const same = pieces.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0)
  return same < Math.max(from.length, to.length) / 2
}

/**
 * A line of two texts, or several that differ together, with their pieces. `skipped` counts unchanged lines in its
 * place.
 */
export type Line = { pieces: Piece[]; skipped?: number }

/** Unchanged lines that are shown before and after one that differs. */
const AROUND = 1

/** The lines of two texts: those that differ word by word, with their neighbours; the others only counted. */
export const lineDifference = (from: string[], to: string[]): Line[] =>
  compareLines(from, to, {
    piecesOf: (text, kind) => [{ text, kind }],
    compare: (from, to) => wordDifference(from.join('\n'), to.join('\n')),
  })

/** The same for lines of rich texts, whose words differ by their formats as well. */
export const richLineDifference = (from: Word[][], to: Word[][]): Line[] =>
  compareLines(from, to, {
    piecesOf: (line, kind) => joined(line.map((word) => ({ ...word, kind }))),
    compare: (from, to) => joined(compareWords(asOneLine(from), asOneLine(to))),
  })

const LINE_END: Word = { text: '\n' }
const asOneLine = (lines: Word[][]) => lines.flatMap((line, place) => (place ? [LINE_END, ...line] : line))

const compareWords = (from: Word[], to: Word[]): Piece[] =>
  partsOf(from, to).flatMap((part) => part.values.map((word) => ({ ...word, kind: kindOf(part) })))

/** Neighbours that look alike as one piece, which is read in one go. */
function joined(pieces: Piece[]) {
  const found: Piece[] = []
  for (const piece of pieces) {
    const last = found.at(-1)
    const isAlike = last?.kind === piece.kind && JSON.stringify(last.format) === JSON.stringify(piece.format)
    if (last && isAlike && !piece.format?.picture && !piece.format?.isLabel) last.text += piece.text
    else found.push({ ...piece })
  }
  return found
}

type Part<Value> = { values: Value[]; added: boolean; removed: boolean }

/**
 * What two lists have in common and what only one of them has, in the order to read them. Equal is what is written
 * alike.
 */
function partsOf<Value>(from: Value[], to: Value[]): Part<Value>[] {
  const [before, after] = [from, to].map((values) => values.map((value) => JSON.stringify(value)))
  const parts = diffArrays(before ?? [], after ?? [], { maxEditLength: MOST_DIFFERENCES })
  if (!parts) {
    return [
      { values: from, removed: true, added: false },
      { values: to, removed: false, added: true },
    ]
  }
  let [fromPlace, toPlace] = [0, 0]
  return parts.map(({ count, added, removed }) => {
    const values = removed ? from.slice(fromPlace, fromPlace + count) : to.slice(toPlace, toPlace + count)
    if (!added) fromPlace += count
    if (!removed) toPlace += count
    return { values, added, removed }
  })
}

type Comparison<Value> = {
  piecesOf: (line: Value, kind: Piece['kind']) => Piece[]
  /** Together, because a line may have been split, joined or put before another. */
  compare: (from: Value[], to: Value[]) => Piece[]
}

function compareLines<Value>(from: Value[], to: Value[], { piecesOf, compare }: Comparison<Value>) {
  const parts = partsOf(from, to)
  const lines: Line[] = []
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]
    const next = parts[index + 1]
    if (!part) continue
    if (part.removed && next?.added) {
      lines.push({ pieces: compare(part.values, next.values) })
      index++
    } else if (part.removed || part.added) {
      lines.push(...part.values.map((line) => ({ pieces: piecesOf(line, kindOf(part)) })))
    } else {
      const shown = part.values.map((line) => ({ pieces: piecesOf(line, 'same') }))
      lines.push(...shortened(shown, { first: index === 0, last: index === parts.length - 1 }))
    }
  }
  return lines
}

function shortened(same: Line[], { first, last }: { first: boolean; last: boolean }): Line[] {
  const before = first ? 0 : AROUND
  const after = last ? 0 : AROUND
  const skipped = same.length - before - after
  if (skipped <= 1) return same
  return [...same.slice(0, before), { pieces: [], skipped }, ...same.slice(same.length - after)]
}
