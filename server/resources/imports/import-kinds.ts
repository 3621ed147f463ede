import { z } from 'zod'
import { type ImportType, importForm } from '#contract/imports.ts'
import { recordCalls } from '#contract/kinds.ts'
import type { RecordRow } from '#contract/records.ts'
import { fullVinOf, lastSixOfVin, rvFields } from '#contract/rvs.ts'
import type { importedUserFields } from '#contract/users.ts'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/search/text-key.ts'
import { refused } from '../../errors.ts'
import { HAS_BEEN_ERASED, isErased } from '../../records/erased.ts'
import type { StoredRow } from '../../records/rows.ts'
import { unitRecords } from '../campaign-units/units.service.ts'
import { checklistRecords } from '../checklists/checklists.service.ts'
import { dealerRecords } from '../dealers/dealers.service.ts'
import { maintenanceItemRecords } from '../maintenance-items/maintenance-items.service.ts'
import { modelRecords } from '../models/models.service.ts'
import type { Records } from '../records/records-of.ts'
import { rvTypeRecords } from '../rv-types/rv-types.service.ts'
import { rvRecords } from '../rvs/rvs.service.ts'
import { subTopicRecords } from '../sub-topics/sub-topics.service.ts'
import { topicRecords } from '../topics/topics.service.ts'
import { NEW_OWNER } from '../users/users.service.ts'
import { vinPatternRecords, warningsOfVins } from '../vin-patterns/vin-patterns.service.ts'
import { yearRecords } from '../years/years.service.ts'
import type { SaidRow } from './read-cells.ts'
import { rvsByVin } from './rvs-by-vin.ts'

type Shape = Record<string, z.ZodType>
type Values = Record<string, unknown>

/** The rules of a kind that can be imported. */
type ImportRules = Pick<Records<RecordRow, never, never>, 'columnsOf'> & {
  /** Refuses a row about a record that no file may change. Throws 422. */
  check?: (current: StoredRow | undefined) => void
  /** The fields of a new record, if no call adds one. */
  newFields?: Shape
  /** Finds the records meant by rows without ids, instead of by unique columns. Resolves to ids, by place. */
  match?: (db: Db, all: Values[], texts: Map<string, string>[]) => Promise<(string | undefined)[]>
  /** The columns that a row sets but no form does; what it cannot set is noted among its errors. */
  besidesForm?: (row: BesidesForm) => Values
  /** What may be wrong with accepted rows: messages by field, by place. */
  warn?: (
    db: Db,
    rows: { texts: Map<string, string>; values: Values; changed: Values }[],
  ) => Promise<Record<string, string[]>[]>
  /** The location fields, which the place index fills in and a row may omit. */
  placed?: readonly string[]
  /** The fields of which an empty cell leaves a record as it is, and a new one as it begins. */
  left?: (texts: ReadonlyMap<string, string>) => readonly string[]
}
/** A row about a stored record, or a new one, with what it refers to and sends; `isUpsert` if from a program. */
type BesidesForm = Pick<SaidRow, 'texts' | 'errors'> & {
  current: StoredRow | undefined
  chosen: Record<string, string>
  sent: Values
  isUpsert: boolean
}

/** The day of a status that changes while its day is left out: the one before was of another status. */
const besidesUnitForm = ({ current, texts, sent: { status } }: BesidesForm) =>
  current && status !== current['status'] && !texts.get('done_on')?.trim()
    ? { done_on: status === 'unreachable' ? isoNow().slice(0, 10) : null }
    : {}

/** Nothing is said of what was done about a vehicle where its status is empty. */
const leftOfUnit = (texts: ReadonlyMap<string, string>) =>
  texts.get('status')?.trim() === '' ? ['status', 'reason', 'done_on', 'service_id'] : []

/** What no form of an RV sets: its owner, who stays, and its serial number and full VIN, from the VIN. */
function besidesRvForm({ current, errors, texts, chosen: { user_id: owner }, isUpsert }: BesidesForm) {
  const field = 'user'
  const has = current?.['user_id'] ?? undefined
  if (has !== undefined && owner !== undefined && owner !== has)
    errors[field] = ['The owner of an RV cannot be changed.']
  const isToldWhy = ['user', 'user_email', 'added_by'].some((one) => errors[one])
  if (!current && owner === undefined && !isUpsert && !isToldWhy) errors[field] = ['Please select user']
  const owned = owner !== undefined ? has === undefined && { user_id: owner } : !current && { user_id: null }
  // As in the owners' app, a full VIN gives the serial number.
  const vin = texts.get('vin') ?? ''
  const serial_no = lastSixOfVin(vin)
  const full_vin = texts.get('full_vin')?.trim() ? undefined : fullVinOf(vin)
  const hasSerial = texts.get('serial_no')?.trim() || (current && current['serial_no'] !== null)
  return { ...owned, ...(serial_no && !hasSerial && { serial_no }), ...(full_vin && { full_vin }) }
}

/** Where a VIN contradicts its row. Rows that do not change these fields are skipped. */
async function warnOfVins(db: Db, rows: { texts: Map<string, string>; values: Values; changed: Values }[]) {
  const id = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const concerns = ['vin', 'full_vin', 'cat_id', 'year_id', 'model_id']
  const asked = rows.map(({ texts, values, changed }) => {
    const vin = texts.get('full_vin')?.trim() || (id(values['full_vin']) ?? texts.get('vin') ?? id(values['vin']) ?? '')
    const isAsked = vin !== '' && concerns.some((column) => column in changed)
    const [category, year, model] = [id(values['cat_id']), id(values['year_id']), id(values['model_id'])]
    return { isAsked, vin, category, year, model }
  })
  const warnings = await warningsOfVins(
    db,
    asked.filter(({ isAsked }) => isAsked),
  )
  return asked.map(({ isAsked }, place) => {
    const said = (isAsked && warnings.shift()) || []
    const field = rows[place]?.texts.get('full_vin')?.trim() ? 'full_vin' : 'vin'
    return said.length ? { [field]: said } : {}
  })
}

type Row = {
  current: StoredRow | undefined
  texts: ReadonlyMap<string, string>
  errors: Record<string, string[]>
}

/**
 * The rules for owners from a file. A new one has no password and sets one like a forgotten one, with a code mailed to
 * the address; nothing else is mailed. An existing one keeps the address, and all ways of signing in.
 */
const importedUsers = {
  columnsOf(fields: object, current: StoredRow | undefined): Record<string, unknown> {
    const { email, ...others } = fields as z.output<typeof importedUserFields>
    return current ? others : { ...NEW_OWNER, ...others, email, type: 'SIMPLE', social_id: null, password_hash: null }
  },

  /** Nothing restores an erased person. */
  check(current: StoredRow | undefined) {
    if (current && isErased(current)) throw refused('_id', HAS_BEEN_ERASED, 'not_allowed')
  },

  /** An existing owner keeps the address, which a file must not change silently. */
  besidesForm({ current, texts, errors }: Row) {
    const email = texts.get('email')?.trim()
    if (current && email && !errors['email'] && textKey(email) !== current['email_key'])
      errors['email'] = ['The email of a user cannot be changed.']
    return {}
  },
}

/** The rules of the kinds that can be imported. */
export const imported: Record<ImportType, ImportRules> = {
  rv_types: rvTypeRecords,
  years: yearRecords,
  models: modelRecords,
  topics: topicRecords,
  sub_topics: subTopicRecords,
  checklists: checklistRecords,
  maintenance_items: maintenanceItemRecords,
  vin_patterns: vinPatternRecords,
  users: importedUsers,
  dealers: { ...dealerRecords, placed: ['latitude', 'longitude'] },
  campaign_units: { ...unitRecords, besidesForm: besidesUnitForm, left: leftOfUnit },
  rvs: { ...rvRecords, newFields: rvFields.shape, match: rvsByVin, besidesForm: besidesRvForm, warn: warnOfVins },
}

/** The form's fields for a new record, or for an existing one. */
export function formFields(type: ImportType, isNew: boolean): Shape {
  const { add } = recordCalls[type] as { add?: { input: z.ZodObject } }
  const { shape } = importForm(type)
  return isNew ? (add?.input.shape ?? imported[type].newFields ?? shape) : shape
}

/** The form's reading of a text for one of its fields: the value, or messages. */
export function readField(schema: z.ZodType, sent: unknown): { value: unknown } | { messages: string[] } {
  const parsed = z.safeParse(schema, sent)
  return parsed.success ? { value: parsed.data } : { messages: parsed.error.issues.map(({ message }) => message) }
}
