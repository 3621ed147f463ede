import type { RecordType } from '#contract/kinds.ts'
import { columnOf } from '../record-tables.ts'

/** The most characters of each text in the short form of an entry. */
const MOST_CHARACTERS = 2000
/** How many of those come before the first difference. */
const BEFORE = 200
const CUT = '…'

/** A field's values before and after; `isShortened` if they are cut. */
export type Pair = { from: unknown; to: unknown; isShortened: boolean }

/** A field's values with long texts cut to the part around their first difference. */
export function shortened(table: RecordType, field: string, [from, to, isShortened]: StoredPair): Pair {
  if (!isLong(from) && !isLong(to)) return { from, to, isShortened: isShortened === true }
  const isHtml = columnOf(table, field)?.type === 'rich_text'
  const [before, after] = [(from ?? '') as string, (to ?? '') as string]
  const start = startOf(before, firstDifference(before, after), isHtml)
  const part = (value: unknown, text: string) => (value === null ? null : partOf(text, start, isHtml))
  return { from: part(from, before), to: part(to, after), isShortened: true }
}

/** The short form of an entry's changes, as JSON; null if its texts are short. */
export function shortForm(table: RecordType, changes: Readonly<Record<string, StoredPair>>): string | null {
  if (!Object.values(changes).some((values) => values.some(isLong))) return null
  const fields = Object.entries(changes).map(([field, values]) => {
    const { from, to, isShortened } = shortened(table, field, values)
    return [field, isShortened ? [from, to, true] : [from, to]]
  })
  return JSON.stringify(Object.fromEntries(fields))
}

/** As stored: short forms have the third value, for cut fields. */
export type StoredPair = readonly [from: unknown, to: unknown, isShortened?: boolean]

const isLong = (value: unknown) => typeof value === 'string' && value.length > MOST_CHARACTERS

function firstDifference(one: string, other: string) {
  const most = Math.min(one.length, other.length)
  let place = 0
  while (place < most && one.charCodeAt(place) === other.charCodeAt(place)) place++
  return place
}

const BLOCK = /<(?:p|h[1-6]|li|ul|ol|table|tr|blockquote|pre|img)\b/g

/** Where to begin so that the difference at `place` is seen in context; at a block of HTML if one is near. */
function startOf(text: string, place: number, isHtml: boolean) {
  const least = Math.max(0, place - BEFORE)
  if (!isHtml) return least
  const from = Math.max(0, place - MOST_CHARACTERS / 2)
  const blocks = [...text.slice(from, least + 1).matchAll(BLOCK)]
  const last = blocks.at(-1)
  if (last) return from + last.index
  // Never inside a tag.
  const isInTag = text.lastIndexOf('<', least) > text.lastIndexOf('>', least)
  return isInTag ? text.lastIndexOf('<', least) : least
}

function partOf(text: string, start: number, isHtml: boolean) {
  const room = MOST_CHARACTERS - 2 * CUT.length
  let part = text.slice(start, start + room)
  if (isHtml && part.lastIndexOf('<') > part.lastIndexOf('>')) part = part.slice(0, part.lastIndexOf('<'))
  // Drops a split surrogate pair.
  part = part.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '')
  return `${start > 0 ? CUT : ''}${part}${start + room < text.length ? CUT : ''}`
}
