import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { administrators } from '#contract/administrators.ts'
import type { Column } from '#contract/column.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { richText } from '#contract/fields.ts'
import { kinds, type RecordType, recordTypes } from '#contract/kinds.ts'
import { deliveryStates } from '#contract/notifications.ts'
import { ownCalls } from '#contract/owner/own-records.ts'
import { users } from '#contract/users.ts'
import { readQuery, writeQuery } from '#server/db/raw-query.ts'
import { hostileHtml } from '#server/testing/hostile-html.ts'
import { aPicture } from '#server/testing/pictures.ts'
import { buildInhabitedApp, everyCall, fieldsOf, type InhabitedApp, writesOf } from './inhabited-app.ts'
import { sendValid, validInputs } from './valid-inputs.ts'

let app: InhabitedApp
let icon: File
beforeAll(async () => {
  app = await buildInhabitedApp()
  icon = await aPicture({ width: 60 })
})
afterAll(() => app.close())

/** Every field of a call that adds or edits records of a kind, with the column that it sets. */
const fields = recordTypes.flatMap((type) => {
  const { add, edit } = writesOf(type)
  return [add, edit, ownCalls[type]?.add, ownCalls[type]?.edit].flatMap((endpoint) =>
    Object.entries<Column>(endpoint ? kinds[type].columns : {}).flatMap(([column, facts]) => {
      const { wire = column } = facts
      return endpoint && fieldsOf(endpoint).includes(wire)
        ? [{ type, endpoint, path: endpoint.path, wire, column, facts }]
        : []
    }),
  )
})
const validOf = (endpoint: Endpoint) => {
  const found = validInputs.find(([one]) => one === endpoint)
  if (!found) throw new Error(`valid-inputs.ts has none for ${endpoint.path}`)
  return found
}
const send = (endpoint: Endpoint, more: object) => sendValid(app, validOf(endpoint), icon, { more })

/** A copy of the first record of a kind that is deleted. */
async function deletedCopy(type: RecordType) {
  const [first] = await readQuery<{ id: string }>(app.db, `select * from ${type} order by seq limit 1`, [])
  const { seq: _own, ...row } = { seq: 0, ...first, id: `deleted-${type}`, is_deleted: 1 }
  const query = app.db.insertInto(type as 'years').values(row as never)
  await query.onConflict((conflict) => conflict.column('id').doNothing()).execute()
  return row.id
}

describe('the id of a deleted record', () => {
  const references = fields.filter(({ facts: { refersTo } }) => refersTo)

  it.each(references)('is refused by $path in $wire of $type', async ({ endpoint, wire, facts }) => {
    for (const id of [await deletedCopy(facts.refersTo as RecordType), 'nothing']) {
      const response = await send(endpoint, { [wire]: id })
      expect([response.statusCode, Object.keys(response.json().errors ?? {})]).toEqual([422, [wire]])
      if (endpoint.change === 'add') expect(response.json().errors[wire]).toEqual([facts.choose])
    }
  })
})

describe('rich text', () => {
  const acting =
    /<(script|style|svg|iframe src="(?!https:\/\/www\.youtube-nocookie|https:\/\/player\.vimeo))|<[^>]*\son\w+\s*=|javascript:/i
  const rich = fields.filter(({ facts }) => facts.type === 'rich_text')

  const ofCalls = [...Map.groupBy(rich, ({ path }) => path).values()].flatMap(([first, ...others]) =>
    first ? { ...first, all: [first, ...others] } : [],
  )

  it.each(ofCalls)('is cleaned by $path of $type, in each language', async ({ endpoint, type, all }) => {
    const html = `<img src=x onerror="alert(1)">${hostileHtml.map((one) => one.html).join('')}`.slice(0, 100_000)
    const response = await send(endpoint, Object.fromEntries(all.map(({ wire }) => [wire, html])))
    expect([response.statusCode, response.body]).toEqual([200, expect.not.stringContaining('onerror')])
    const id = response.json<{ data: { _id: string } }>().data._id
    const [row] = await readQuery<Record<string, string>>(app.db, `select * from ${type} where id = ?`, [id])
    for (const { column } of all) expect(row?.[column]).not.toMatch(acting)
  })

  it('is what the calls take for columns of that type, and for no other', () => {
    // What they are made of: an edit puts a field together anew where a later release has added it.
    const coreOf = (field: unknown): unknown => {
      if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) return coreOf(field.unwrap())
      return field instanceof z.ZodPipe ? coreOf(field.in) : field
    }
    const core = coreOf(richText)
    const taken = fields.filter(({ endpoint, wire }) => coreOf((endpoint.input as z.ZodObject).shape[wire]) === core)
    expect(taken.map(({ path, wire }) => `${path} ${wire}`)).toEqual(rich.map(({ path, wire }) => `${path} ${wire}`))
    expect(taken.filter(({ endpoint }) => !endpoint.richText)).toEqual([])
  })
})

describe('a call that is repeated with its key', () => {
  beforeAll(async () => {
    await app.close()
    app = await buildInhabitedApp()
    const invited = { name: 'Ada', email: 'ada.new@example.com' }
    app.ids.invited_id = (await app.call(administrators.invite, invited)).data._id
    const counts = { ...Object.fromEntries(deliveryStates.map((state) => [state, 0])), failed: 1 }
    await writeQuery(app.db, "update notification_recipients set state = 'failed' returning user_id", [])
    await writeQuery(app.db, 'update notifications set counts = ? returning id', [JSON.stringify(counts)])
  })

  /** The last one ends the sessions of the owner. */
  const once = everyCall
    .map(([address, endpoint]) => ({ address, endpoint }))
    // What visitors repeat is in server/resources/owner/repeated.test.ts.
    .filter(({ endpoint }) => endpoint.once && !endpoint.public)
    .toSorted(
      (one, other) => Number(one.endpoint === users.resetPassword) - Number(other.endpoint === users.resetPassword),
    )

  /** The records and the changes. */
  const everything = () =>
    Promise.all(
      [...recordTypes, 'changes', 'activity', 'views'].map((table) =>
        readQuery<object>(app.db, `select * from ${table}`, []),
      ),
    )

  it.each(once)('acts once and answers alike: $address', async ({ endpoint }) => {
    const before = await everything()
    const send = () => sendValid(app, validOf(endpoint), icon, { idempotencyKey: endpoint.path })
    const first = await send()
    expect([first.statusCode, first.body]).toEqual([200, expect.stringContaining('message')])
    const after = await everything()
    expect(after).not.toEqual(before)
    const second = await send()
    expect([second.statusCode, second.json().data]).toEqual([200, first.json().data])
    expect(await everything()).toEqual(after)
  })
})
