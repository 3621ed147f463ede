import { textInHtml } from '../xliff/html-tokens.ts'
import { LONGEST_ROW, MEGABYTE } from './limits.ts'
import type { TableRow } from './table-row.ts'
import { refusals, UnreadableTable } from './unreadable-table.ts'
import type { Attributes } from './xml-text.ts'

/** States, lowest first; a text has the lowest state of its segments. */
const STATES = ['initial', 'translated', 'reviewed', 'final']
/** A kind of record, an id and a field. */
const UNIT_ID = /^([a-z_]+)\.([\w-]+)\.(\w+)$/
/** The limit of what is read of a unit before it is assembled, in characters, codes included. */
const LONGEST_UNIT = 4 * MEGABYTE
const CODE = 32

/** Words, or a code: given by the data it refers to, and its name in the unit. */
type Part = string | { data: string | undefined; code: string }
type Segment = { isText: boolean; state: string; order: number | undefined; source: Part[]; target: Part[] | undefined }
/** A unit being read. */
export type Unit = { id: string; mark: string; segments: Segment[]; data: Map<string, string>; size: number }

export const newUnit = (id: string, mark: string): Unit => ({
  id,
  mark,
  segments: [],
  data: new Map(),
  size: id.length,
})

export function newSegment(unit: Unit, isText: boolean, { state }: Attributes) {
  const segment: Segment = { isText, state: state ?? '', order: undefined, source: [], target: undefined }
  unit.segments.push(segment)
  grow(unit, CODE)
  return segment
}

/** @throws UnreadableTable for a unit that is too long. */
export function grow(unit: Unit, by: number) {
  unit.size += by
  if (unit.size > LONGEST_UNIT) throw new UnreadableTable(refusals.longUnit(unit.id))
}

/**
 * Adds an inline XLIFF element as it opens; one that only marks words adds nothing. Returns a function that closes it,
 * if needed.
 */
export function addInline(unit: Unit, parts: Part[], name: string, attributes: Attributes): Part | undefined {
  grow(unit, CODE)
  const { id = '', hex = '', dataRef, dataRefStart, dataRefEnd, startRef = id } = attributes
  if (name === 'cp') parts.push(characterOf(hex))
  else if (name === 'ph') parts.push({ data: dataRef, code: `whole ${id}` })
  else if (name === 'sc') parts.push({ data: dataRef, code: `start ${id}` })
  else if (name === 'ec') parts.push({ data: dataRef, code: `end ${startRef}` })
  else if (name === 'pc') {
    parts.push({ data: dataRefStart, code: `start ${id}` })
    return { data: dataRefEnd, code: `end ${id}` }
  } else if (!['mrk', 'sm', 'em'].includes(name)) parts.push({ data: undefined, code: `other ${name}` })
  return undefined
}

/** The character that XML cannot contain. */
export function characterOf(hex: string) {
  const code = /^[0-9a-f]{1,6}$/i.test(hex) ? Number.parseInt(hex, 16) : -1
  return code >= 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\ufffd'
}

/** A unit as a row of a table. Fields for which `isRich` holds are HTML. @throws UnreadableTable if it is too long. */
export function rowOf(unit: Unit, row: number, isRich: (field: string) => boolean): TableRow {
  const { id, mark, segments, data } = unit
  const [, type = '', record = id, field = ''] = UNIT_ID.exec(id) ?? []
  const known = new Map<string, string>()
  const written = isRich(`${type}.${field}`) ? textInHtml : (text: string) => text
  let isUnknown = false
  let size = 0
  const put = (parts: Part[], isSource: boolean) => {
    let text = ''
    for (const part of parts) {
      const said = typeof part === 'string' ? written(part) : codeOf(part, isSource)
      text += said
      size += said.length
      if (size > LONGEST_ROW) throw new UnreadableTable(refusals.longUnit(id))
    }
    return text
  }
  /** Programs that omit what a code stands for mean the one in the English. */
  function codeOf({ data: ref, code }: Exclude<Part, string>, isSource: boolean) {
    const found = (ref === undefined ? undefined : data.get(ref)) ?? known.get(code)
    if (found === undefined) isUnknown = true
    else if (isSource) known.set(code, found)
    return found ?? ''
  }
  const english = segments.map(({ source }) => put(source, true)).join('')
  const texts = segments.filter(({ isText, source }) => isText && source.length)
  const said = texts.filter(isSaid)
  const french = said.length
    ? inOrder(segments)
        .map(({ isText, source, target }) => put(target ?? (isText ? [] : source), false))
        .join('')
    : ''
  const state = STATES[Math.min(...said.map((one) => Math.max(STATES.indexOf(one.state), 0)))] ?? ''
  const translated = said.filter((one) => !isCopy(one))
  // If all are copies, the whole text is, which is no mistake.
  const isHalf = said.length > 0 && (said.length < texts.length || (translated.length || said.length) < said.length)
  const note = isUnknown ? 'unknown_code' : isHalf ? 'half' : undefined
  return { row, cells: [type, record, field, english, french, state, mark], ...(note && { notes: { 4: note } }) }
}

const wordsOf = (parts: Part[]) =>
  parts
    .filter((part) => typeof part === 'string')
    .join('')
    .trim()

/** Whether a segment has a translation: words, or codes where there is nothing else. */
const isSaid = ({ source, target }: Segment) =>
  target !== undefined && (wordsOf(target) !== '' || (target.length > 0 && wordsOf(source) === ''))

/** Whether it is only the English, of several words, and nobody said that it is right in French too. */
function isCopy({ source, target = [], state }: Segment) {
  const words = wordsOf(target)
  const count = words.split(/\s/).filter((word) => /\p{L}/u.test(word)).length
  return count > 1 && words === wordsOf(source) && STATES.indexOf(state) < 1
}

/** The French may order its segments differently from the English. */
const inOrder = (segments: Segment[]) =>
  segments
    .map((segment, place) => ({ segment, order: segment.order ?? place + 1 }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ segment }) => segment)
