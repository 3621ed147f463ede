import { expect, it } from 'vitest'
import { z } from 'zod'
import { calls } from '#contract/calls.ts'
import './issue-words.ts'

const wrong = [undefined, null, true, -1.5, 1e12, '', 'x'.repeat(100_000), 'no such value', [], [{}], {}, { no: 1 }]
const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

it('No call speaks in the words of the validating library', () => {
  const said = new Set<string>()
  for (const { input } of Object.values(calls).flatMap((part) => Object.values(part))) {
    const fields = Object.keys((input as { shape?: object }).shape ?? {})
    const bodies = [...wrong, ...fields.flatMap((field) => wrong.map((value) => ({ [field]: value })))]
    for (const body of bodies) for (const { message } of input.safeParse(body).error?.issues ?? []) said.add(message)
  }
  expect(said.size).toBeGreaterThan(40)
  expect(
    [...said].filter((message) =>
      /Invalid (input|option|key|element|string|value)|Too (small|big)|Unrecognized|expected|received/.test(message),
    ),
  ).toEqual([])
})

it('Words are a person’s', () => {
  expect(messageOf(z.object({ name: z.string() }), {})).toBe('This is required.')
  expect(messageOf(z.int(), 1.5)).toBe('This must be a whole number.')
  expect(messageOf(z.string().max(1000), 'x'.repeat(1001))).toBe('Please use at most 1,000 characters.')
  expect(messageOf(z.array(z.string()).max(1), ['a', 'b'])).toBe('This can have at most 1 entry.')
  expect(messageOf(z.number().min(3), 1)).toBe('This must be at least 3.')
  expect(messageOf(z.number().lt(3), 3)).toBe('This must be below 3.')
  expect(messageOf(z.string().min(1), '')).toBe('This cannot be empty.')
  expect(messageOf(z.enum(['a', 'b', 'c']), 'd')).toBe('This must be a, b, or c.')
  expect(messageOf(z.email(), 'd')).toBe('This must be an email address.')
  expect(messageOf(z.strictObject({}), { nmae: 1 })).toBe('There is no field nmae here.')
  expect(messageOf(z.union([z.boolean(), z.literal('true')]), 4)).toBe('This must be true or false.')
  expect(messageOf(z.string().regex(/a/), 'b')).toBe('This does not have the right form.')
})
