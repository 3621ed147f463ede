import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Failure } from '#contract/records.ts'

/**
 * Whether `json` has the parts that the endpoint's answers have, of their kinds. What is inside them is not looked at:
 * a newer server may say more, and lists are long. Files have no shape.
 */
export const isAnswerOf = ({ output, file }: Endpoint, json: unknown) =>
  isObject(json) &&
  (file || (isObjectSchema(output) && Object.entries(output.shape).every(([name, part]) => isOfKind(part, json[name]))))

// By their names, because the library itself is not loaded before there is an endpoint.
const definitionOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def
const isObjectSchema = (schema: z.core.$ZodType): schema is z.ZodObject => definitionOf(schema).type === 'object'

function isOfKind(part: z.core.$ZodType, value: unknown): boolean {
  const definition = definitionOf(part)
  if (definition.type === 'optional') return value === undefined || isOfKind(definition.innerType, value)
  if (definition.type === 'nullable') return value === null || isOfKind(definition.innerType, value)
  if (definition.type === 'object') return isObject(value)
  if (definition.type === 'array') return Array.isArray(value)
  if (definition.type === 'string') return typeof value === 'string'
  return value !== undefined
}

/** Whether `json` is the body of a refusal in the parts that every page reads: its message, and those of fields. */
export const isFailure = (json: unknown): json is Failure =>
  isObject(json) && typeof json.message === 'string' && (json.errors === undefined || areMessages(json.errors))

const areMessages = (errors: unknown) =>
  isObject(errors) &&
  Object.values(errors).every(
    (messages) => Array.isArray(messages) && messages.every((message) => typeof message === 'string'),
  )

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
