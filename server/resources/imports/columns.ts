import { distance } from 'fastest-levenshtein'
import {
  type ImportField,
  type ImportMapping,
  importFields,
  type Rehearsal,
  type RehearsedType,
} from '#contract/imports.ts'
import { refused } from '../../errors.ts'
import { headKey } from '../../tables/reading/head-key.ts'

/** A column of a file, with its key in a mapping and the field that it holds. */
export type FileColumn = { number: number; head: string; key: string; field: ImportField | null }

/** Other programs' names for some fields, in the form of `headKey`. */
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

/** All possible headings for a field, surest first. Only an `_id` in its exact spelling identifies a record. */
const keysOf = ({ field, label, made }: ImportField) =>
  made === 'id' || made === 'reference'
    ? [headKey(label), field]
    : [withoutLine(headKey(label)), field, withoutLine(field), ...(OTHERWISE[field] ?? [])]

/** The keys of all headings that name a field of a kind. */
export const knownHeads = (type: RehearsedType) => [
  ...new Set(importFields(type).flatMap((field) => keysOf(field).flatMap((key) => [key, withoutLine(key)]))),
]

/**
 * A file's columns with the fields they hold: those that `mapping` gives, else those whose heading is the label or name
 * of a field. No field is in two columns. Throws 422 for a mapping that does not fit.
 */
export function matchColumns(type: RehearsedType, heads: string[], mapping: ImportMapping = {}): FileColumn[] {
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
  // Labels take precedence over other names: a file with “Type” and “RV Type” has both.
  for (const rank of [0, 1, 2, 3]) {
    for (const [place, { head, key, number }] of columns.entries()) {
      // With two columns of one heading, nobody knows which is meant.
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

/** A column's key: its heading, or its number if that is empty or not unique. */
function keyOf(heads: string[], place: number) {
  const head = heads[place] ?? ''
  return head && heads.indexOf(head) === heads.lastIndexOf(head) ? head : String(place + 1)
}

/** A heading resembles a label if at most this share of its letters differs. */
const ALIKE = 0.4
const LONGEST_HEAD = 60
/** More columns are not considered, as lists of rehearsals are requested often. */
const MOST_SUGGESTED = 100

/** The field that a column most probably holds, by a part or a misspelling of its heading; null if none is similar. */
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
  type: RehearsedType,
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
