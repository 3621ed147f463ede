import { z } from 'zod'
import { changes, records } from '#contract/changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { programTypes } from '#contract/keys.ts'
import { kinds, type RecordType, recordCalls } from '#contract/kinds.ts'
import { notifications } from '#contract/notifications.ts'
import { sortTerm } from '#contract/records.ts'
import { search } from '#contract/search.ts'
import type { Db } from '../db/schema.ts'
import { recordTables } from '../records/record-tables.ts'
import { servedKinds } from '../resources/kinds.ts'
import { bodyOf, type MakeCall, Refused } from './calls.ts'
import { applyPrepared, prepare, preparedActs } from './prepared.ts'

/** What a tool knows about its caller. */
export type Caller = { db: Db; programId: string; make: MakeCall }

type Tool<Input extends z.ZodObject = z.ZodObject> = {
  description: string
  input: Input
  /** Whether it only reads. */
  reads: boolean
  run: (input: z.output<Input>, caller: Caller) => Promise<Record<string, unknown>>
}
/** Unknown arguments are refused: ignoring them would look like success. */
const tool = <Input extends z.ZodObject>(one: Tool<Input>) => ({ ...one, input: one.input.strict() }) as unknown as Tool

const recordType = z.enum(programTypes).describe('The kind of record.')
const recordId = z.string().max(64).describe('The _id of the record.')
const most = z.int().min(1).max(100).optional()
const paging = { page: z.int().min(1).optional(), per_page: most, limit: most.describe('The same as per_page.') }
const chosen = z.array(z.string().max(60)).min(1).max(100).optional().describe('Only these fields of each record.')

const pageOf = <Input extends { per_page?: number | undefined; limit?: number | undefined }>(
  { limit, per_page, ...input }: Input,
  usual: number,
) => ({ per_page: per_page ?? limit ?? usual, ...input })

/** An answer with only these fields of its records, and their ids. Throws Refused for a field they do not have. */
function withFields(answer: Record<string, unknown>, fields: string[] | undefined) {
  if (!fields) return answer
  const only = (row: object) => {
    const missing = fields.find((field) => !Object.hasOwn(row, field))
    if (missing !== undefined) throw new Refused(`There is no field ${missing}.`)
    return Object.fromEntries(Object.entries(row).filter(([name]) => name === '_id' || fields.includes(name)))
  }
  const { data } = answer
  return { ...answer, data: Array.isArray(data) ? data.map(only) : only(data as object) }
}

/** The assistants' tools, by name. Everything goes through the contract's calls, as the key allows. */
export const tools: Record<string, Tool> = {
  search: tool({
    description:
      'Finds records of every kind by part of a name, email, VIN, phone number or city, and pages by their text.',
    input: z.object({ text: z.string().min(1).max(200), limit: most }),
    reads: true,
    run: async ({ text, limit }, { make }) => {
      const { data, ...answer } = bodyOf(await make(search.search, { text }))
      return { ...answer, data: (data as unknown[]).slice(0, limit) }
    },
  }),
  describe: tool({
    description: 'Says what fields a kind of record has, which of them filter its list, and what add and edit take.',
    input: z.object({ record_type: recordType }),
    reads: true,
    run: async ({ record_type }) => describe(record_type),
  }),
  list: tool({
    description:
      'Lists records of a kind. filters: { field: { op, value } }, sort: [{ field, order }]; describe says which fields and operators there are.',
    input: z.object({
      record_type: recordType,
      filters: z.record(z.string(), z.looseObject({ op: z.string() })).optional(),
      sort: z.array(sortTerm).max(5).optional(),
      is_deleted: z
        .boolean()
        .optional()
        .describe('Only inactive, or only active records. Left out, both, but none whose adding was undone.'),
      fields: chosen,
      ...paging,
    }),
    reads: true,
    run: async ({ record_type, fields, ...input }, { make }) =>
      withFields(bodyOf(await make(recordCalls[record_type].list, pageOf(input, 20))), fields),
  }),
  get: tool({
    description: 'Reads one record with all its fields.',
    input: z.object({ record_type: recordType, record_id: recordId, fields: chosen }),
    reads: true,
    run: async ({ record_type, record_id, fields }, { make }) =>
      withFields(bodyOf(await make(recordCalls[record_type].get, { [kinds[record_type].key]: record_id })), fields),
  }),
  history: tool({
    description: 'Says who changed a record when, and what, the newest first.',
    input: z.object({ record_type: recordType, record_id: recordId, ...paging }),
    reads: true,
    run: async (input, { make }) => bodyOf(await make(changes.of_record, pageOf(input, 10))),
  }),
  relations: tool({
    description: 'Says what else uses a record, and what would be deleted with it.',
    input: z.object({ record_type: recordType, record_id: recordId }),
    reads: true,
    run: async (input, { make }) => bodyOf(await make(records.relations, input)),
  }),
  prepare: tool({
    description:
      'Prepares a change and says what it would do, field by field. It changes nothing. edit needs only the fields that change. send sends a notification with fields title, description and user_ids. undo takes back a change of this key by change_id.',
    input: z.object({
      action: z.enum(preparedActs),
      record_type: recordType.optional(),
      record_id: recordId.optional(),
      change_id: z.string().max(64).optional(),
      fields: z.record(z.string(), z.unknown()).optional(),
    }),
    reads: true,
    run: ({ ...wanted }, { db, programId, make }) => prepare(db, programId, make, wanted),
  }),
  apply: tool({
    description: 'Carries out a prepared change, once. It can be undone with prepare, action undo, and its change_id.',
    input: z.object({ prepared_id: z.string().max(100) }),
    reads: false,
    run: ({ prepared_id }, { db, programId, make }) => applyPrepared(db, programId, make, prepared_id),
  }),
}

const inputOf = (endpoint: Endpoint | undefined) =>
  endpoint && { ...z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }), $schema: undefined }

function describe(type: RecordType) {
  const { noun, about, columns } = recordTables[type]
  const { add, edit } = recordCalls[type] as { add?: Endpoint; edit?: Endpoint }
  const filters = Object.entries(servedKinds[type].list.columns).map(([field, { ops }]) => [field, ops.join(' ')])
  return {
    record_type: type,
    called: noun.join(', '),
    about,
    fields: Object.entries(columns)
      .filter(([, { type }]) => type !== 'hidden' && type !== 'secret')
      .map(([name, { wire = name, label, type, refersTo, words }]) => ({
        field: wire,
        label,
        type,
        ...(refersTo && { refers_to: refersTo }),
        ...(words && { values: words }),
      })),
    filters: Object.fromEntries(filters),
    add: inputOf(add),
    edit: inputOf(edit),
    ...(type === 'notifications' && { send: inputOf(notifications.send) }),
  }
}
