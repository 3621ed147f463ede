import { afterEach, beforeEach, expect, it } from 'vitest'
import { dealers } from '#contract/dealers.ts'
import { keys } from '#contract/keys.ts'
import { sampleOf } from '#contract/kinds.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { years } from '#contract/years.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { addOwner } from '../testing/people.ts'

let app: TestApp
let secret: string
beforeEach(async () => {
  app = await buildTestApp({ MCP: 'true' })
  const made = await app.call(keys.add, {
    name: 'Assistant',
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    scope: 'write',
    may: ['delete', 'send'],
    record_types: ['rv_types', 'years', 'dealers', 'notifications', 'users'],
  })
  secret = made.secret
})
afterEach(() => app.close())

type Prepared = { prepared_id: string; summary: string; records: object[]; records_total: number }

async function callTool<Answer>(name: string, given: object) {
  const response = await app.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  })
  const { result } = response.json()
  const [{ text }] = result.content
  if (result.isError) return { refusal: text as string, data: undefined }
  return { refusal: undefined, data: JSON.parse(text) as Answer }
}
const prepare = (given: object) => callTool<Prepared>('prepare', given)
const apply = (prepared_id: string | undefined) => callTool<{ change_id: string }>('apply', { prepared_id })

const dealer = (name: string) => ({
  ...sampleOf('dealers'),
  external_id: null,
  name,
})

it('writes nothing that is prepared beside people who save, and tells each what its own change would do', async () => {
  const owner = await addOwner(app)
  const kept = (await app.call(rvTypes.add, { name: 'Kept', seq_no: 1 })).data._id
  const toys = (await app.call(rvTypes.add, { name: 'Toy Hauler', seq_no: 2 })).data._id
  const ofAll = [
    { of: 'add', wanted: (n: number) => ({ action: 'add', record_type: 'years', fields: { name: `${2030 + n}` } }) },
    { of: 'add', wanted: (n: number) => ({ action: 'add', record_type: 'dealers', fields: dealer(`Planned ${n}`) }) },
    {
      of: 'edit',
      wanted: (n: number) => ({
        action: 'edit',
        record_type: 'rv_types',
        record_id: toys,
        fields: { name: `Renamed ${n}` },
      }),
    },
    { of: 'delete', wanted: () => ({ action: 'delete', record_type: 'rv_types', record_id: kept }) },
    {
      of: 'add',
      wanted: (n: number) => ({
        action: 'send',
        record_type: 'notifications',
        fields: { title: `Recall ${n}`, description: 'Please call.', user_ids: [owner] },
      }),
    },
  ]
  let ended = false
  const saves: number[] = []
  const saveOn = async (who: string) => {
    for (let n = 0; !ended; n++) {
      const { statusCode } = await app.send(dealers.add, dealer(`${who} ${n}`))
      saves.push(statusCode)
    }
  }
  const people = [saveOn('Ada'), saveOn('Grace')]
  const prepared = await Promise.all(
    Array.from({ length: 80 }, async (_, n) => {
      const one = ofAll[n % ofAll.length]
      return { of: one?.of, ...(await prepare(one?.wanted(n) ?? {})) }
    }),
  )
  ended = true
  await Promise.all(people)
  await app.runJobs()

  expect(prepared.filter(({ refusal }) => refusal !== undefined)).toEqual([])
  expect(prepared.map(({ data }) => data?.records)).toEqual(
    prepared.map(({ of }) => [expect.objectContaining({ does: of })]),
  )
  expect(new Set(saves)).toEqual(new Set([200]))
  expect((await app.call(years.list, {})).total).toBe(0)
  const { data: types } = await app.call(rvTypes.list, {})
  expect(types.map(({ name }) => name).toSorted()).toEqual(['Kept', 'Toy Hauler'])
  const names = await app.db.selectFrom('dealers').select('name').execute()
  expect(names.filter(({ name }) => name.startsWith('Planned'))).toEqual([])
  expect(names).toHaveLength(saves.length)
  expect(await app.db.selectFrom('notifications').select('id').execute()).toEqual([])
})

it('is applied once, however often it is asked for at once, and the others are told so', async () => {
  const { data } = await prepare({ action: 'add', record_type: 'years', fields: { name: '2031' } })
  const told = await Promise.all(Array.from({ length: 4 }, () => apply(data?.prepared_id)))
  const done = told.filter(({ refusal }) => refusal === undefined)
  const others = told.flatMap(({ refusal }) => refusal ?? [])
  expect([done.length, (await app.call(years.list, {})).total]).toEqual([1, 1])
  expect(others).toEqual(
    Array.from({ length: 3 }, () => `This was applied already, as change ${done[0]?.data?.change_id}.`),
  )
})

it('is no header that a caller could send: such a call is refused, and writes nothing', async () => {
  const fields = { name: '2031' }
  expect((await app.send(years.add, fields, { headers: { 'x-rehearsal': 'guessed' } })).statusCode).toBe(422)
  expect((await app.call(years.list, {})).total).toBe(0)
})
