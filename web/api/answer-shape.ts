import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

/**
 * Whether `json` has the parts that the endpoint's answers have, of their kinds. What is inside them is not looked at: a
 * newer server may say more, and lists are long.
 */
export const isAnswerOf = ({ output }: Endpoint, json: unknown) =>
  isObject(json) &&
  output instanceof z.ZodObject &&
  Object.entries(output.shape).every(([name, part]) => isOfKind(part, json[name]))

function isOfKind(part: z.core.$ZodType, value: unknown): boolean {
  if (part instanceof z.ZodOptional) return value === undefined || isOfKind(part.unwrap(), value)
  if (part instanceof z.ZodNullable) return value === null || isOfKind(part.unwrap(), value)
  if (part instanceof z.ZodObject) return isObject(value)
  if (part instanceof z.ZodArray) return Array.isArray(value)
  if (part instanceof z.ZodString) return typeof value === 'string'
  return value !== undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
