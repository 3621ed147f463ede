import { type FrenchType, frenchTypes } from '#contract/french-calls.ts'
import { frenchFileFields } from '#contract/french-files.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/search/text-key.ts'
import { notFound } from '../../errors.ts'
import { recordTables } from '../../records/record-tables.ts'
import { readRows, type StoredRow } from '../../records/rows.ts'
import { digestOfWords } from '../../records/written-for.ts'
import { isCutForSheet } from '../../tables/sheet-xml.ts'
import { codesIn } from '../../tables/xliff/html-tokens.ts'
import { frenchFields } from '../french/french-export.service.ts'
import { type FrenchField, markOf } from '../french/french-file.ts'
import type { SaidRow } from './read-cells.ts'
import { cut } from './words.ts'

/** The field of a record that a row of a file of French is about. */
export type Meant = { type: FrenchType; field: FrenchField; row: StoredRow }

export const says = ({ texts }: SaidRow, field: string) => texts.get(field) ?? ''

/** Why a row is refused, and because of which cell. */
export class RefusedCell extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

const refusals = {
  english: 'The English is no longer what this file says. Please export it again.',
  french: 'The French has been saved since this file was exported. Please export it again.',
  noEnglish: 'The file does not say the English. Please export it again.',
  long: 'This text is longer than a cell of Excel holds. Please use XLIFF for it.',
  half: 'Some segments of this text have no French.',
  unknownCode: 'A code of this text stands for nothing that the file says.',
}
export const UNCLEAN = 'The codes of this text do not fit into each other.'

/** How the units of XLIFF become rows. */
export const frenchAsXliff = {
  heads: frenchFileFields.map(({ label }) => label),
  rich: frenchTypes.flatMap((type) =>
    frenchFields(type).flatMap(({ wire, isRich }) => (isRich ? [`${type}.${wire}`] : [])),
  ),
}

/** What each row is about; if that does not exist, its errors say so. */
export async function meantBy(db: Db, rows: SaidRow[]): Promise<(Meant | undefined)[]> {
  const types = rows.map(typeOf)
  const stored = new Map<string, StoredRow>()
  for (const type of new Set(types)) {
    if (!type) continue
    const ids = rows.flatMap((row, place) => (types[place] === type ? [says(row, '_id').trim()] : []))
    for (const [id, row] of await readRows(db, type, [...new Set(ids)])) stored.set(`${type} ${id}`, row)
  }
  return rows.map((said, place) => {
    const type = types[place]
    if (!type) return undefined
    const row = stored.get(`${type} ${says(said, '_id').trim()}`)
    const field = frenchFields(type).find(({ wire, label }) => isCalled(says(said, 'field'), wire, label))
    if (!field) said.errors['field'] = [`“${cut(says(said, 'field'))}” is no field that has French.`]
    if (!row) said.errors['_id'] = [notFound(`This ${recordTables[type].noun[0]}`).message]
    else if (row.is_deleted) said.errors['_id'] = [`This ${recordTables[type].noun[0]} is inactive.`]
    return field && row ? { type, field, row } : undefined
  })
}

function typeOf(said: SaidRow) {
  const typed = says(said, 'record_type').trim()
  const found = frenchTypes.find((type) => {
    const { noun, heading, tag } = recordTables[type]
    return isCalled(typed, type, noun[1], heading ?? tag)
  })
  if (!typed) said.errors['_id'] = [`“${cut(says(said, '_id'))}” is no text of this product.`]
  else if (!found) said.errors['record_type'] = [`“${cut(typed)}” is nothing that has French.`]
  return found
}

const isCalled = (typed: string, ...names: string[]) => names.some((name) => textKey(name) === textKey(typed.trim()))

/** Throws RefusedCell if the English differs from the file's, or the file does not have the whole text. */
export function refuseOtherEnglish(said: SaidRow, english: string, { isRich }: FrenchField) {
  if (!said.texts.has('english')) throw new RefusedCell('english', refusals.noEnglish)
  const source = says(said, 'english')
  if (isCutForSheet(source)) throw new RefusedCell('english', refusals.long)
  // Programs format words differently, which does not change them.
  const isSame = digestOfWords(source, isRich) === digestOfWords(english, isRich) && hasCodesOf(source, english, isRich)
  if (source !== english && !isSame) throw new RefusedCell('english', refusals.english)
}

/** Throws RefusedCell if the French is no longer the exported one; a row without its mark may replace any. */
export function refuseSavedSince(said: SaidRow, before: string) {
  const mark = says(said, 'mark').trim()
  if (mark && mark !== markOf(before)) throw new RefusedCell('french', refusals.french)
}

/** Throws RefusedCell for French that is incomplete. */
export function refusePartOfFrench(said: SaidRow, place: number) {
  const note = said.notes?.[place]
  if (note === 'half') throw new RefusedCell('french', refusals.half)
  if (note === 'unknown_code') throw new RefusedCell('french', refusals.unknownCode)
  if (isCutForSheet(says(said, 'french'))) throw new RefusedCell('french', refusals.long)
}

const hasCodesOf = (one: string, other: string, isRich: boolean) =>
  !isRich || codesIn(one).join('') === codesIn(other).join('')

/**
 * Throws RefusedCell for French that has lost or gained codes: those of the English, or of the existing French, are
 * right.
 */
export function refuseOtherCodes(french: string, english: string, before: string) {
  if (hasCodesOf(french, english, true) || (before && hasCodesOf(french, before, true))) return
  const [lost, added] = [missingIn(codesIn(french), codesIn(english)), missingIn(codesIn(english), codesIn(french))]
  const named = (codes: string[]) => cut(codes.join(' '))
  const parts = [
    ...(lost.length ? [`The French has lost codes of the English: ${named(lost)}.`] : []),
    ...(added.length ? [`The French has codes that the English has not: ${named(added)}.`] : []),
  ]
  throw new RefusedCell('french', parts.join(' '))
}

/** What the others have in addition. */
function missingIn(codes: string[], others: string[]) {
  const left = [...codes]
  return others.filter((code) => {
    const place = left.indexOf(code)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}

/** As in XLIFF, and as people may write it in a table. */
const CONFIRMED = ['translated', 'reviewed', 'final', 'current']
/** Whether someone has declared a text to be French. */
export const isConfirmed = (said: SaidRow) => CONFIRMED.includes(textKey(says(said, 'state').trim()))
