import { expect, it } from 'vitest'
import '../http/issue-words.ts'
import type { z } from 'zod'
import { calls } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { frenchOf } from './french-of.ts'

const ofOwners = Object.values(calls)
  .flatMap((endpoints) => Object.values<Endpoint>(endpoints))
  .filter(({ owner }) => owner)

/** Wrong for most fields, in most of the ways something can be. */
const WRONG: unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  'a\nb',
  '\u0000',
  'x'.repeat(100_000),
  '1'.repeat(30),
  'a@b',
  'http://x',
  '2020-01-01',
  '2099-99-99',
  '123456',
  '1FDXE4FS8GD310312',
  'IOQ12345678901234',
  '1FDXE4FS8GD31031X',
  -1,
  1.5,
  1e9,
  true,
  [],
  ['x'],
  {},
]

/** The field names of an input, if it is an object. */
const fieldsOf = (input: z.ZodType & { shape?: object; in?: z.ZodType }): string[] =>
  input.shape ? Object.keys(input.shape) : input.in ? fieldsOf(input.in) : []

function* wrongInputsOf({ input }: Endpoint) {
  yield* [{}, [], null, { surplus: 1 }]
  const names = fieldsOf(input)
  for (const value of WRONG) {
    yield Object.fromEntries(names.map((name) => [name, value]))
    for (const name of names) yield { [name]: value }
  }
}

it('whatever the contract refuses in a call of the app, it says in French', () => {
  const said = new Set<string>()
  for (const endpoint of ofOwners)
    for (const input of wrongInputsOf(endpoint))
      for (const { message } of endpoint.input.safeParse(input).error?.issues ?? []) said.add(message)
  expect(said.size).toBeGreaterThan(40)
  expect([...said].filter((message) => frenchOf(message) === undefined)).toEqual([])
})
