import { z } from 'zod'
import { type ImportType, importFields } from '#contract/imports.ts'
import { recordCalls } from '#contract/kinds.ts'
import type { RecordRow } from '#contract/records.ts'
import { rvFields } from '#contract/rvs.ts'
import { checklistRecords } from '../checklists/checklists.service.ts'
import { dealerRecords } from '../dealers/dealers.service.ts'
import { modelRecords } from '../models/models.service.ts'
import type { Records } from '../records/records-of.ts'
import { rvTypeRecords } from '../rv-types/rv-types.service.ts'
import { rvRecords } from '../rvs/rvs.service.ts'
import { subTopicRecords } from '../sub-topics/sub-topics.service.ts'
import { topicRecords } from '../topics/topics.service.ts'
import { yearRecords } from '../years/years.service.ts'

/** The rules of the kinds of records that can be imported. */
export const imported: Record<ImportType, Pick<Records<RecordRow, never, never>, 'columnsOf' | 'check'>> = {
  rv_types: rvTypeRecords,
  years: yearRecords,
  models: modelRecords,
  topics: topicRecords,
  sub_topics: subTopicRecords,
  checklists: checklistRecords,
  dealers: dealerRecords,
  rvs: rvRecords,
}

type Shape = Record<string, z.ZodType>

/** The fields of the form of a new record, and of one that there is. */
export function formFields(type: ImportType, isNew: boolean): Shape {
  const { add, edit } = recordCalls[type] as { add?: { input: z.ZodObject }; edit: { input: z.ZodObject } }
  return ((isNew && add?.input) || (isNew && type === 'rvs' && rvFields) || edit.input).shape as Shape
}

/** What the form says of a text for one of its fields: the value, or messages. */
export function readField(schema: z.ZodType, sent: unknown): { value: unknown } | { messages: string[] } {
  const parsed = z.safeParse(schema, sent)
  return parsed.success ? { value: parsed.data } : { messages: parsed.error.issues.map(({ message }) => message) }
}

/** The names of all fields that a row of a kind can say. */
export const fieldsOf = (type: ImportType) => new Set(importFields(type).map(({ field }) => field))
