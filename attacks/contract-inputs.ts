import fc from 'fast-check'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

type Json = z.core.JSONSchema.BaseSchema
type Known = Record<string, unknown[]>

/** What no field accepts: sent instead of a value, or in addition to the others. */
export const unwanted: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202e\u200b\ufeff',
  '1e999',
  'NaN',
  '-0',
  "' or 1=1 --",
  '%',
  '../../etc/passwd',
  '<script>window.ran=1</script>',
  'x'.repeat(5_000),
  '😀'.repeat(300),
  [],
  [[]],
  ['a', 'b'],
  {},
  { $ne: null },
  { toString: 1 },
  { length: 1_000_000 },
  { length: { toString: 1 } },
  { size: { valueOf: 1, toString: 1 } },
  JSON.parse('{"constructor": {"prototype": {"is_deleted": true}}}'),
]

const extraNames = ['is_deleted', '_id', 'version', 'created_at', 'password_hash', 'hasOwnProperty', 'toString', '']

/**
 * Inputs as the call's schema describes them. `known` has values for fields of certain names, so that most inputs name
 * existing records and keep the rules that a description cannot express.
 */
export const inputsOf = ({ input }: Endpoint, known: Known) =>
  generate(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), known)

/** Almost valid inputs: one or two fields changed, left out or added. */
export const nearInputsOf = (endpoint: Endpoint, known: Known) =>
  fc
    .tuple(inputsOf(endpoint, known), fc.array(changes, { minLength: 1, maxLength: 2 }))
    .map(([input, wanted]) => wanted.reduce<unknown>((changed, change) => apply(changed, change), input))

type Change = { kind: 'replace' | 'remove' | 'add' | 'wrap'; at: number; value: unknown; name: string }

const changes = fc.record<Change>({
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'wrap'),
  at: fc.nat(1000),
  value: fc.constantFrom(...unwanted),
  name: fc.constantFrom(...extraNames),
})

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof File)

function apply(input: unknown, change: Change): unknown {
  const { kind, at, value, name } = change
  if (!isPlain(input)) return value
  if (kind === 'add') return Array.isArray(input) ? [...input, value] : { ...input, [name]: value }
  const keys = Object.keys(input)
  const key = keys[at % keys.length]
  if (key === undefined) return value
  const child = input[key]
  const copy = (Array.isArray(input) ? [...input] : { ...input }) as Record<string, unknown>
  if (isPlain(child) && at % 3) copy[key] = apply(child, { ...change, at: Math.floor(at / 3) })
  else if (kind === 'remove') delete copy[key]
  else copy[key] = kind === 'wrap' ? [child] : value
  return copy
}

function generate(schema: Json | boolean, known: Known, name = ''): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean') return fc.constantFrom(...unwanted)
  const values = known[name]
  if (values && schema.type !== 'array') {
    return fc.oneof(
      { weight: 24, arbitrary: fc.constantFrom(...values) },
      { weight: 1, arbitrary: bySchema(schema, known, name) },
    )
  }
  return bySchema(schema, known, name)
}

function bySchema(schema: Json, known: Known, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => generate(choice, known, name)))
  if (schema.type === 'object') return anObject(schema, known)
  if (schema.type === 'array') {
    const { minItems: minLength = 0, maxItems = 4 } = schema
    return fc.uniqueArray(generate(schema.items as Json, known, name), { minLength, maxLength: Math.min(maxItems, 4) })
  }
  return aScalar(schema)
}

function anObject({ properties = {}, required = [], additionalProperties }: Json, known: Known) {
  if (!Object.keys(properties).length && typeof additionalProperties === 'object') {
    const names = fc.constantFrom('name', 'seq_no', 'is_deleted', 'title', 'added_by', 'due_date', 'email')
    return fc.dictionary(names, generate(additionalProperties, known), { maxKeys: 2 })
  }
  const fields = Object.entries(properties).map(([name, schema]) => [name, generate(schema, known, name)] as const)
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: required })
}

function aScalar({ type, minimum, maximum, minLength = 0, maxLength = 60 }: Json): fc.Arbitrary<unknown> {
  const min = Math.max(minimum ?? -1e6, Number.MIN_SAFE_INTEGER)
  const max = Math.min(maximum ?? 1e6, Number.MAX_SAFE_INTEGER)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer') return fc.integer({ min, max: Math.max(min, max) })
  if (type === 'number') return fc.double({ min, max, noNaN: true })
  return textsOf(minLength, Math.max(minLength, Math.min(maxLength, 60)))
}

const texts = new Map<string, fc.Arbitrary<string>>()

/** Texts of these lengths. The same ones for all fields: fast-check takes milliseconds to prepare them. */
function textsOf(minLength: number, maxLength: number) {
  const key = `${minLength} ${maxLength}`
  const lengths = { minLength, maxLength }
  const made =
    texts.get(key) ?? fc.oneof(fc.string({ ...lengths, unit: 'grapheme' }), fc.string({ ...lengths, unit: 'binary' }))
  texts.set(key, made)
  return made
}
