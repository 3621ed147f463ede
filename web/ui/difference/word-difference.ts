import { diffArrays, diffWordsWithSpace } from 'diff'

/** A piece of two texts: in both, or in one of them only. */
export type Piece = { text: string; kind: 'same' | 'removed' | 'added' }

/** Texts with more differences than this are other texts: their words are not compared. */
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

/** A line of two texts, or several that differ together, with their pieces. `skipped` counts unchanged lines in its place. */
export type Line = { pieces: Piece[]; skipped?: number }

/** Unchanged lines that are shown before and after one that differs. */
const AROUND = 1

/** The lines of two texts: those that differ word by word, with their neighbours; the others only counted. */
export function lineDifference(from: string[], to: string[]): Line[] {
  const parts = diffArrays(from, to, { maxEditLength: MOST_DIFFERENCES }) ?? [
    { value: from, removed: true, added: false },
    { value: to, removed: false, added: true },
  ]
  const lines: Line[] = []
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]
    const next = parts[index + 1]
    if (!part) continue
    if (part.removed && next?.added) {
      lines.push(changedLines(part.value, next.value))
      index++
    } else if (part.removed || part.added) {
      lines.push(...part.value.map((text) => ({ pieces: [{ text, kind: kindOf(part) }] })))
    } else {
      lines.push(...shortened(part.value, { first: index === 0, last: index === parts.length - 1 }))
    }
  }
  return lines
}

// As one text, because a line may have been split, joined or put before another.
const changedLines = (from: string[], to: string[]): Line => ({
  pieces: wordDifference(from.join('\n'), to.join('\n')),
})

function shortened(same: string[], { first, last }: { first: boolean; last: boolean }): Line[] {
  const before = first ? 0 : AROUND
  const after = last ? 0 : AROUND
  const shown = (lines: string[]): Line[] => lines.map((text) => ({ pieces: [{ text, kind: 'same' }] }))
  const skipped = same.length - before - after
  if (skipped <= 1) return shown(same)
  return [...shown(same.slice(0, before)), { pieces: [], skipped }, ...shown(same.slice(same.length - after))]
}
