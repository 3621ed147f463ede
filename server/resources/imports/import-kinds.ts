import { z } from 'zod'
import { type ImportType, importForm } from '#contract/imports.ts'
import { recordCalls } from '#contract/kinds.ts'
import type { RecordRow } from '#contract/records.ts'
import { lastSixOfVin, rvFields } from '#contract/rvs.ts'
import type { Db } from '../../db/schema.ts'
import type { StoredRow } from '../../records/change.ts'
import { checklistRecords } from '../checklists/checklists.service.ts'
import { dealerRecords } from '../dealers/dealers.service.ts'
import { maintenanceItemRecords } from '../maintenance-items/maintenance-items.service.ts'
import { modelRecords } from '../models/models.service.ts'
import type { Records } from '../records/records-of.ts'
import { rvTypeRecords } from '../rv-types/rv-types.service.ts'
import { rvRecords } from '../rvs/rvs.service.ts'
import { subTopicRecords } from '../sub-topics/sub-topics.service.ts'
import { topicRecords } from '../topics/topics.service.ts'
import { importedUsers } from '../users/imported-users.ts'
import { yearRecords } from '../years/years.service.ts'
import type { SaidRow } from './read-cells.ts'
import { rvsByVin } from './rvs-by-vin.ts'

type Shape = Record<string, z.ZodType>
type Values = Record<string, unknown>

/** The rules of a kind of records that can be imported. */
type ImportRules = Pick<Records<RecordRow, never, never>, 'columnsOf'> & {
  /** Refuses a row about a record that no file may change. Throws 422. */
  check?: (current: StoredRow | undefined) => void
  /** The fields of a new record, where no call adds one. */
  newFields?: Shape
  /** Finds the records that rows without ids are about, in place of what is unique for the kind. Resolves to ids, by place. */
  match?: (db: Db, all: Values[]) => Promise<(string | undefined)[]>
  /** The columns that a row sets and no form does; what it cannot set is noted among its errors. */
  besidesForm?: (row: BesidesForm) => Values
  /** The fields that say where a record is, which the place index fills in and a row need not say. */
  placed?: readonly string[]
}
/** A row about a record as it is stored, or a new one, with what it refers to; `isUpsert` of a program. */
type BesidesForm = Pick<SaidRow, 'texts' | 'errors'> & {
  current: StoredRow | undefined
  chosen: Record<string, string>
  isUpsert: boolean
}

/** What no form of an RV sets: who owns it, which stays, and its serial number from the VIN. */
function besidesRvForm({ current, errors, texts, chosen: { user_id: owner }, isUpsert }: BesidesForm) {
  const field = 'user'
  const has = current?.['user_id'] ?? undefined
  if (has !== undefined && owner !== undefined && owner !== has)
    errors[field] = ['The owner of an RV cannot be changed.']
  const isToldWhy = ['user', 'user_email', 'added_by'].some((one) => errors[one])
  if (!current && owner === undefined && !isUpsert && !isToldWhy) errors[field] = ['Please select user']
  const owned = owner !== undefined ? has === undefined && { user_id: owner } : !current && { user_id: null }
  // As in the owners' app, a full VIN says what the serial number is.
  const serial_no = lastSixOfVin(texts.get('vin') ?? '')
  const hasSerial = texts.get('serial_no')?.trim() || (current && current['serial_no'] !== null)
  return { ...owned, ...(serial_no && !hasSerial && { serial_no }) }
}

/** The rules of the kinds of records that can be imported. */
export const imported: Record<ImportType, ImportRules> = {
  rv_types: rvTypeRecords,
  years: yearRecords,
  models: modelRecords,
  topics: topicRecords,
  sub_topics: subTopicRecords,
  checklists: checklistRecords,
  maintenance_items: maintenanceItemRecords,
  users: importedUsers,
  dealers: { ...dealerRecords, placed: ['latitude', 'longitude'] },
  rvs: { ...rvRecords, newFields: rvFields.shape, match: rvsByVin, besidesForm: besidesRvForm },
}

/** The fields of the form of a new record, and of one that there is. */
export function formFields(type: ImportType, isNew: boolean): Shape {
  const { add } = recordCalls[type] as { add?: { input: z.ZodObject } }
  const { shape } = importForm(type)
  return isNew ? (add?.input.shape ?? imported[type].newFields ?? shape) : shape
}

/** What the form says of a text for one of its fields: the value, or messages. */
export function readField(schema: z.ZodType, sent: unknown): { value: unknown } | { messages: string[] } {
  const parsed = z.safeParse(schema, sent)
  return parsed.success ? { value: parsed.data } : { messages: parsed.error.issues.map(({ message }) => message) }
}
