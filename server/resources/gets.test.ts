import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrators } from '#contract/administrators.ts'
import { calls } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { kinds, recordTypes } from '#contract/kinds.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { buildInhabitedApp, type InhabitedApp } from '../../attacks/inhabited-app.ts'

let app: InhabitedApp
beforeAll(async () => {
  app = await buildInhabitedApp()
})
afterAll(() => app.close())

type Row = { _id: string; srno?: number }

/** The lists of records, each with the call that reads one record and that call's name for the id. */
const listed = Object.values(calls).flatMap(({ list, get }) => {
  const keys = Object.keys((get?.input as { shape?: object } | undefined)?.shape ?? {})
  // Changes are pages of their own; administrators have tests of their own.
  const isRecord = list && get && keys.length === 1 && list !== administrators.list
  return isRecord ? [[list.path, { list, get, key: keys[0] as string }] as const] : []
})

it('every kind of record has the calls for its list and for one of its records, and nothing else has', () => {
  const called = listed.map(([, { key }]) => key)
  const missing = recordTypes.filter((type) => type !== 'admins' && !called.includes(kinds[type].key))
  expect(missing.map((type) => `calls.ts has no list and get of ${type}`)).toEqual([])
  const keys: string[] = recordTypes.map((type) => kinds[type].key)
  expect(called.filter((key, index) => !keys.includes(key) || called.indexOf(key) !== index)).toEqual([])
})

describe('one record', () => {
  const read = async (endpoint: Endpoint, input: object) => {
    const response = await app.send(endpoint, input)
    expect([endpoint.path, response.statusCode, response.body]).toEqual([endpoint.path, 200, expect.any(String)])
    return response.json()
  }

  it.each(listed)('of %s is read as the list shows it', async (_path, { list, get, key }) => {
    const [listed] = (await read(list, {})).data as Row[]
    expect(listed, `inhabited-app.ts has a record for ${list.path}`).toBeDefined()
    const { srno: _number, ...row } = listed as Row
    const { data, message } = await read(get, { [key]: row._id })
    expect(data).toEqual(row)
    expect(message).toMatch(/^\p{Lu}/u)
  })

  it.each(listed)('%s answers 404 for an unknown id and 422 without one', async (_path, { get, key }) => {
    const missing = await app.send(get, { [key]: 'nothing' })
    expect([missing.statusCode, missing.json().message]).toEqual([
      404,
      expect.stringMatching(/^This .+ does not exist\.$/),
    ])
    expect((await app.send(get, {})).statusCode).toBe(422)
  })

  it('that is deleted is read as well', async () => {
    const { data } = await app.call(rvTypes.add, { name: 'Hybrid', seq_no: 3 })
    await app.call(rvTypes.delete, { cat_id: data._id })
    expect((await app.call(rvTypes.get, { cat_id: data._id })).data).toMatchObject({ name: 'Hybrid', is_deleted: true })
  })
})
