import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { changedRecords } from '#contract/owner/sync.ts'
import { capital } from '#contract/plural.ts'
import { done, listInput, mergedField, reference, said } from '#contract/records.ts'
import { condition } from '#contract/system.ts'
import type { ListColumn } from '../db/lists/list-columns.ts'

export type Schema = { [key: string]: unknown; properties?: Record<string, Schema>; required?: string[] }
type Columns = Record<string, ListColumn>
type Io = 'input' | 'output'

const AT = '#/components/schemas/'
export const refTo = (name: string) => ({ $ref: AT + name })

const filters = listInput.shape.filters.unwrap()
const sort = listInput.shape.sort.unwrap()

/** A schema as the description writes it. Its records are added to `named` under their names. */
export function toJson(schema: z.ZodType, io: Io, { records, named, columns }: Context): Schema {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    ...(io === 'output' && { metadata: records }),
    override({ zodSchema, jsonSchema }) {
      // The names of records are in a separate registry, which hides what schemas say about themselves.
      const { description } = z.globalRegistry.get(zodSchema) ?? {}
      if (io === 'output' && description) jsonSchema.description ??= description
      // The number type's limits are not limits of the call.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.type === 'number' && Number.isInteger(jsonSchema.const)) jsonSchema.type = 'integer'
      // The format says the same.
      if (jsonSchema.format?.startsWith('date')) delete jsonSchema.pattern
      if (zodSchema instanceof z.ZodDiscriminatedUnion) tellApart(jsonSchema, zodSchema, records)
      if (zodSchema instanceof z.ZodFile) replace(jsonSchema, fileOf(jsonSchema as Schema))
      if (!columns) return
      if (zodSchema === filters) replace(jsonSchema, filtersOf(columns))
      if (zodSchema === sort) replace(jsonSchema, sortOf(columns))
    },
  })
  const { $schema: _dialect, $defs = {}, ...rest } = atComponents(json)
  for (const [name, { id: _id, ...definition }] of Object.entries($defs)) named.set(name, definition)
  return rest
}

/** Shared by all schemas of one description; `columns` are those of the call's list. */
export type Context = {
  records: z.core.$ZodRegistry<{ id: string }>
  named: Map<string, Schema>
  columns?: Columns | undefined
}

/** Adapts variants for generators that make one type of each, by names if they have them. */
function tellApart(json: object, { options, def }: z.ZodDiscriminatedUnion, records: Context['records']) {
  const mapping = (options as z.ZodObject[]).flatMap((one) => {
    const id = records.get(one)?.id
    const { value } = one.shape[def.discriminator] as z.ZodLiteral<string>
    return id === undefined ? [] : [[value, AT + id]]
  })
  if (mapping.length === options.length)
    Object.assign(json, { discriminator: { propertyName: def.discriminator, mapping: Object.fromEntries(mapping) } })
}

const atComponents = (json: object) =>
  JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"${AT}`)) as Schema & { $defs?: Record<string, Schema> }

function replace(json: object, by: object) {
  for (const key of Object.keys(json)) delete (json as Record<string, unknown>)[key]
  Object.assign(json, by)
}

/** Adapts a file for all generators; the types it may have are given in words. */
function fileOf({ maxLength, contentMediaType, anyOf = [] }: Schema): Schema {
  const types = [contentMediaType, ...(anyOf as Schema[]).map((one) => one.contentMediaType)].filter(Boolean)
  return {
    type: 'string',
    format: 'binary',
    ...(maxLength !== undefined && { maxLength }),
    ...(types.length && { description: `Of the type ${types.join(' or ')}.` }),
  }
}

const value = [{ type: 'string', maxLength: 250 }, { type: 'number' }, { type: 'boolean' }]
const values = { type: 'array', items: { type: 'string', maxLength: 250 }, minItems: 1, maxItems: 100 }

/** The name of a column's filter, by its operators. */
function filterName({ ops }: ListColumn) {
  if (ops.includes('is_empty')) return 'TextFilter'
  if (ops.includes('in')) return 'ChoiceFilter'
  return ops.includes('contains') ? 'SequenceFilter' : 'NumberFilter'
}

/** The components for the filters of these columns. */
export const filterComponents = (columns: Iterable<Columns>) =>
  Object.fromEntries(
    [...columns].flatMap((one) => Object.values(one)).map((column) => [filterName(column), filterOf(column)]),
  )

const filterOf = ({ ops }: ListColumn): Schema => ({
  type: 'object',
  properties: {
    op: { enum: [...ops], description: `${ops[0]} if omitted.` },
    value: { anyOf: ops.includes('in') ? [...value, values] : value },
    ...(ops.includes('between') && { value_to: { anyOf: value, description: 'The end of a range.' } }),
  },
  ...(!ops.includes('is_empty') && { required: ['value'] }),
})

const filtersOf = (columns: Columns): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, refTo(filterName(column))])),
  additionalProperties: false,
})

const sortOf = (columns: Columns): Schema => ({
  type: 'array',
  maxItems: 5,
  items: {
    type: 'object',
    properties: { field: { enum: Object.keys(columns) }, order: { enum: ['asc', 'desc'] } },
    required: ['field', 'order'],
  },
})

/** Names for the records in answers: a list's record after its group of calls, others after their call. */
export function namedRecords(calls: Record<string, Record<string, Endpoint>>) {
  const records = z.registry<{ id: string }>()
  records
    .add(reference, { id: 'Reference' })
    .add(mergedField, { id: 'MergedField' })
    .add(condition, { id: 'Condition' })
  records.add(done, { id: 'Changed' }).add(said, { id: 'Said' })
  for (const one of changedRecords)
    records.add(one, { id: `Changed${one.shape.type.value.split('_').map(capital).join('')}` })
  const taken = new Set<string>()
  const name = (schema: z.ZodType | undefined, id: string) => {
    if (!(schema instanceof z.ZodObject) || records.has(schema) || taken.has(id)) return
    taken.add(id)
    records.add(schema, { id })
  }
  for (const [tag, endpoints] of Object.entries(calls)) {
    if (endpoints.list) name(recordOf(endpoints.list), singular(tag))
  }
  for (const [tag, endpoints] of Object.entries(calls)) {
    for (const [call, endpoint] of Object.entries(endpoints)) {
      name(recordOf(endpoint), singular(tag) + call.split('_').map(capital).join(''))
    }
  }
  return records
}

/** What an answer is about: its `data`, or each element of it. */
function recordOf({ output }: Endpoint) {
  const data = output instanceof z.ZodObject ? (output.shape.data as z.ZodType | undefined) : undefined
  const inner = data instanceof z.ZodNullable || data instanceof z.ZodOptional ? data.unwrap() : data
  const record = (inner instanceof z.ZodArray ? inner.element : inner) as z.ZodType | undefined
  // What an answer says of its record makes a copy of the schema.
  return (record?._zod.parent ?? record) as z.ZodType | undefined
}

/** The records' names in groups of calls that are named differently. */
const nouns: Record<string, string> = {
  'RV Types': 'RvType',
  'RV Management': 'Rv',
  'RV Dealers/Services': 'Dealer',
  'CMS Pages': 'CmsPage',
  'App Menus': 'MenuItem',
  Maintenance: 'MaintenanceItem',
}

const singular = (tag: string) =>
  nouns[tag] ??
  tag
    .split(/[^A-Za-z]+/)
    .map(capital)
    .join('')
    .replace(/(?<!s)s$/, '')
