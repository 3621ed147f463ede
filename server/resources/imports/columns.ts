import { distance } from 'fastest-levenshtein'
import {
  type ImportField,
  type ImportMapping,
  type ImportType,
  importFields,
  type Rehearsal,
} from '#contract/imports.ts'
import { refused } from '../../errors.ts'
import { headKey } from '../../tables/reading/head-key.ts'

/** A column of a file, with what names it in a mapping and the field that it holds. */
export type FileColumn = { number: number; head: string; key: string; field: ImportField | null }

/** What files of other programs call some fields, as `headKey` makes it. */
const OTHERWISE: Record<string, string[]> = {
  latitude: ['lat'],
  longitude: ['lng', 'lon', 'long'],
  rv_type: ['rvtype', 'type', 'category'],
  year_name: ['year', 'modelyear'],
  model_name: ['model', 'modelname'],
  topic_name: ['topic', 'topicname'],
  user_email: ['useremail', 'owneremail', 'ownersemail'],
  seq_no: ['sequence', 'sequenceno', 'sequencenumber', 'seqno', 'seq'],
  zip: ['zip', 'zipcode', 'postalcode', 'postcode'],
  tollfree: ['tollfree', 'tollfreeno'],
  serial_no: ['serial', 'serialno'],
  external_id: ['externalid'],
  email: ['email', 'emailaddress'],
}

const withoutLine = (key: string) => key.replaceAll('_', '')

/** All that columns of files may be called for a field, the surest first. Only an `_id` as it is written names a record. */
const keysOf = ({ field, label, made }: ImportField) =>
  made === 'id' || made === 'reference'
    ? [headKey(label), field]
    : [withoutLine(headKey(label)), field, withoutLine(field), ...(OTHERWISE[field] ?? [])]

/** The keys of all heads that name a field of a kind. */
export const knownHeads = (type: ImportType) => [
  ...new Set(importFields(type).flatMap((field) => keysOf(field).flatMap((key) => [key, withoutLine(key)]))),
]

/**
 * The columns of a file with the fields that they hold: those that `mapping` names, else those whose head is the label or
 * the name of a field. No field is in two columns. Throws 422 for a mapping that does not fit.
 */
export function matchColumns(type: ImportType, heads: string[], mapping: ImportMapping = {}): FileColumn[] {
  const known = importFields(type)
  const columns = heads.map((head, place) => ({ number: place + 1, head, key: keyOf(heads, place) }))
  const byHand = new Map(
    Object.entries(mapping).map(([key, field]) => {
      const column = columns.find((one) => one.key === key) ?? columns.find(({ number }) => String(number) === key)
      if (!column) throw refused('mapping', `The file has no column “${key}”.`)
      const found = known.find((one) => one.field === field)
      if (field !== null && !found) throw refused('mapping', `There is no field “${field}” that a file can hold.`)
      return [column.number, found ?? null] as const
    }),
  )
  const chosen = [...byHand.values()].flatMap((field) => field ?? [])
  const twice = chosen.find((field, place) => chosen.indexOf(field) !== place)
  if (twice) throw refused('mapping', `Two columns are to hold ${twice.label}. Please choose one.`)
  const taken = new Set(chosen)
  const found = columns.map(({ number }) => byHand.get(number))
  // Labels go before other names: a file with “Type” and “RV Type” has both.
  for (const rank of [0, 1, 2, 3]) {
    for (const [place, { head, key, number }] of columns.entries()) {
      // Of two columns with one head nobody knows which is meant.
      if (found[place] !== undefined || byHand.has(number) || key !== head) continue
      const field = known.find((one) => !taken.has(one) && isCalled(one, head, rank))
      if (!field) continue
      found[place] = field
      taken.add(field)
    }
  }
  return columns.map((column, place) => ({ ...column, field: found[place] ?? null }))
}

function isCalled(field: ImportField, head: string, rank: number) {
  const keys = keysOf(field)
  const typed = headKey(head)
  const at = keys.findIndex((key) => key === typed || (keys.length > 2 && key === withoutLine(typed)))
  return at >= 0 && Math.min(at, 3) === rank
}

/** What names a column: its head, or its number where that is empty or not the only one of its kind. */
function keyOf(heads: string[], place: number) {
  const head = heads[place] ?? ''
  return head && heads.indexOf(head) === heads.lastIndexOf(head) ? head : String(place + 1)
}

/** A head is like a label while at most this share of its letters is different. */
const ALIKE = 0.4
const LONGEST_HEAD = 60
/** More columns are not looked at, since lists of rehearsals are asked for often. */
const MOST_SUGGESTED = 100

/** The field that a column most probably holds, by a part of its head or one that is typed wrong; null where none is like it. */
function suggestionFor(head: string, open: ImportField[]): ImportField | null {
  const typed = withoutLine(headKey(head))
  if (!typed || typed.length > LONGEST_HEAD) return null
  const named = open.filter(({ made }) => made !== 'id' && made !== 'reference')
  const within = named
    .filter(({ label }) => typed.includes(withoutLine(headKey(label))))
    .toSorted((one, other) => other.label.length - one.label.length)[0]
  if (within) return within
  const near = named
    .map((field) => ({ field, off: Math.min(...keysOf(field).map((key) => distance(key, typed) / key.length)) }))
    .toSorted((one, other) => one.off - other.off)[0]
  return near && near.off <= ALIKE ? near.field : null
}

/** The same on the wire, with some values of each column. */
export function shownColumns(
  type: ImportType,
  columns: FileColumn[],
  samples: string[][],
): Pick<Rehearsal, 'columns' | 'mapping'> {
  const taken = new Set(columns.flatMap(({ field }) => field?.field ?? []))
  const open = importFields(type).filter(({ field }) => !taken.has(field))
  return {
    columns: columns.map(({ field, ...column }, place) => ({
      ...column,
      field: field?.field ?? null,
      suggestion: field || place >= MOST_SUGGESTED ? null : (suggestionFor(column.head, open)?.field ?? null),
      samples: samples[place] ?? [],
    })),
    mapping: Object.fromEntries(columns.map(({ key, field }) => [key, field?.field ?? null])),
  }
}
