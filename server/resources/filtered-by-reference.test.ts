import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Column } from '#contract/column.ts'
import { kinds, recordCalls, recordTypes } from '#contract/kinds.ts'
import type { Reference } from '#contract/records.ts'
import { buildInhabitedApp, type InhabitedApp } from '../../attacks/inhabited-app.ts'

let app: InhabitedApp
beforeAll(async () => {
  app = await buildInhabitedApp()
})
afterAll(() => app.close())

/** Every field that filters a kind's list to what belongs to another record, and where a row names that. */
const fields = recordTypes.flatMap((type) =>
  Object.entries<Column>(kinds[type].columns).flatMap(([name, { wire = name, refersTo }]) => {
    if (refersTo) return [[type, name, wire] as const]
    return name === 'added_by_id' ? [[type, 'user_id', 'user'] as const] : []
  }),
)

type Row = { _id: string } & Record<string, Reference>

describe('a list', () => {
  it.each(fields)('of %s by %s holds what belongs to that record, and nothing else', async (type, filter, wire) => {
    const { list } = recordCalls[type]
    const read = async (filters: object) => (await app.send(list, { filters })).json().data as Row[]
    const all = await read({})
    const id = all[0]?.[wire]?._id
    expect(id).toBeDefined()
    const belonging = all.filter((row) => row[wire]?._id === id).map(({ _id }) => _id)
    expect((await read({ [filter]: { op: 'eq', value: id } })).map(({ _id }) => _id)).toEqual(belonging)
    expect(await read({ [filter]: { op: 'eq', value: 'nothing' } })).toEqual([])
  })
})
