import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { administrators } from '#contract/administrators.ts'
import { dealers } from '#contract/dealers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { menuItems } from '#contract/menu-items.ts'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvs } from '#contract/rvs.ts'
import { topics } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { preferences, views } from '#contract/views.ts'
import { years } from '#contract/years.ts'
import { aPicture, formOf } from '#server/testing/pictures.ts'
import { buildInhabitedApp, everyCall, type InhabitedApp } from './inhabited-app.ts'
import { sendValid, validInputs } from './valid-inputs.ts'

let app: InhabitedApp
let icon: File
beforeAll(async () => {
  app = await buildInhabitedApp()
  icon = await aPicture({ width: 60 })
})
afterAll(() => app.close())

/** Fields that no form has and that must never be set from outside. */
const MARK = 'chosen-by-the-caller'
const inside = {
  _id: MARK,
  id: MARK,
  is_deleted: 'true',
  created_at: MARK,
  updated_at: MARK,
  srno: 7777,
  password_hash: MARK,
  must_change_password: 0,
  social_id: MARK,
  name_key: MARK,
  email_key: MARK,
  seq: 7777,
  added_by_id: MARK,
  added_by_kind: MARK,
  added_by: MARK,
  admin_id: MARK,
  role: MARK,
  is_admin: 'true',
  avatar_file: MARK,
  url_file: MARK,
  icon_file: MARK,
  logo_file: MARK,
  pdf_file: MARK,
  pdf_url: MARK,
  page_count: 7777,
  pdf_outdated: 'false',
  token: MARK,
  tries: 0,
  read_at: MARK,
  sent_by: MARK,
  counts: MARK,
}

/** Fields that only administrators have. */
const ofAdmins = { invited_until: MARK, last_sign_in: MARK, totp_since: MARK, recovery_since: MARK, passkey_count: 7 }

type Write = (typeof validInputs)[number]
const isWrite = ({ path }: Endpoint) => /\/(add|edit|done|save|set|send|invite)(_p\w+)?$|register$/.test(path)

/** Calls that write something other than a record, or its state. */
const others: Write[] = [
  [account.editProfile, () => ({ name: 'Ada' })],
  [users.changeStatus, ({ ids: { user_id } }) => ({ user_id, status: 'true' })],
  [views.save, ({ ids: { view_id } }) => ({ view_id, list: 'users', name: 'Active', version: 1 })],
  [preferences.set, () => ({ list: 'users', per_page: 50 })],
  [ownerAccount.editProfile, () => ({ name: 'Grace Hopper', state: 'Oregon', zip: '97701' })],
  [ownerAccount.register, () => ({ name: 'Eve', email: 'eve@example.com', password: 'apple-tree-1!' })],
]
const writes = [...validInputs.filter(([endpoint]) => isWrite(endpoint)), ...others]

/** Fields that particular calls might accept by mistake. */
const tempting = new Map<Endpoint, object>([
  [account.editProfile, { email: MARK }],
  [rvs.edit, { user: MARK }],
  [menuItems.edit, { code: 99 }],
  [users.changeStatus, { type: 'GOOGLE', email: MARK, name: MARK }],
  [notifications.send, { state: MARK }],
  [administrators.invite, { status: 'ACTIVE', ...ofAdmins }],
  [administrators.edit, { status: 'INACTIVE', ...ofAdmins }],
  [preferences.set, { default_view: MARK }],
  [ownerAccount.editProfile, { email: MARK, new_email: MARK, email_confirmed: 'true', type: MARK, status: 'false' }],
  [ownRecords.editRv, { user: MARK, user_id: MARK, external_id: MARK }],
  [ownRecords.editChecklist, { user_id: MARK }],
  [ownRecords.editMaintenance, { user_id: MARK, done_at: MARK }],
  [ownRecords.doneMaintenance, { user_id: MARK, done_at: MARK, note: MARK }],
  [ownRecords.addRv, { user: MARK, user_id: MARK }],
  [ownRecords.addChecklist, { user_id: MARK }],
  [ownRecords.addMaintenance, { user_id: MARK }],
  [ownerAccount.register, { type: MARK, status: 'false' }],
])

/** Everything the database holds, as one text. */
async function everything() {
  const tables = await app.db.introspection.getTables()
  const rows = await Promise.all(
    tables.map(({ name }) =>
      app.db
        .selectFrom(name as 'years')
        .selectAll()
        .execute(),
    ),
  )
  return JSON.stringify(rows)
}

describe('what a form does not have', () => {
  it.each(writes.map((write) => [write[0].path, write] as const))(
    '%s does not take from a caller who sends it all the same',
    async (_path, write) => {
      const [endpoint, input] = write
      const isNew = (endpoint.once && !endpoint.path.endsWith('/edit')) || endpoint === ownerAccount.register
      const sent = { ...inside, ...(isNew && { version: 7777 }), ...tempting.get(endpoint) }
      const response = await sendValid(app, write, icon, { more: { ...sent, ...input({ ...app, icon }) } })
      expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining('message')])
      expect(response.body).not.toContain(MARK)
      const { data = {} } = response.json<{ data?: Record<string, unknown> }>()
      expect(data.is_deleted ?? false).toBe(false)
      expect(data.version ?? 1).toBeLessThan(10)
      expect(await everything()).not.toContain(MARK)
    },
  )

  it('is tried on every call that adds or edits', () => {
    const writing = everyCall.filter(([, endpoint]) => isWrite(endpoint)).map(([, { path }]) => path)
    const tried = new Set(writes.map(([{ path }]) => path))
    const spared = [account.editPassword.path, 'devices/register']
    expect(writing.filter((path) => !tried.has(path) && !spared.includes(path))).toEqual([])
  })

  it('leaves an owner an active one who signs in with a password', async () => {
    const owner = await app.db
      .selectFrom('users')
      .select(['type', 'status', 'must_change_password', 'social_id'])
      .where('email', '=', 'eve@example.com')
      .executeTakeFirst()
    expect(owner).toEqual({ type: 'SIMPLE', status: 1, must_change_password: 0, social_id: null })
  })
})

describe('names that JavaScript knows', () => {
  const untouched = () => {
    const fresh: Record<string, unknown> = {}
    return [fresh.polluted, fresh.is_deleted, Object.keys(Object.prototype)]
  }

  it.each([
    '{"name": "2040", "__proto__": {"polluted": true}}',
    '{"name": "2040", "constructor": {"prototype": {"polluted": true}}}',
    '{"name": "2040", "\\u005f_proto__": {"polluted": true}}',
    '{"filters": {"__proto__": {"polluted": true}}}',
    '{"filters": {"name": {"__proto__": {"polluted": true}, "value": "a"}}}',
    '{"__proto__": []}',
    '[{"__proto__": {"polluted": true}}]',
  ])('are refused in JSON: %s', async (body) => {
    for (const endpoint of [years.add, years.list]) expect((await app.send(endpoint, body)).statusCode).toBe(400)
    expect(untouched()).toEqual([undefined, undefined, []])
  })

  it.each([
    '__proto__',
    '__proto__.polluted',
    '__proto__[polluted]',
    'constructor',
    'constructor.prototype.polluted',
    'constructor[prototype][polluted]',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '',
  ])('change nothing as the name of a field of a form: %s', async (name) => {
    for (const value of ['{"polluted": true}', icon]) {
      const form = formOf({ service_id: app.ids.service_id ?? '' })
      form.append(name, value)
      expect((await app.send(dealers.delete, form)).statusCode).toBeLessThan(500)
    }
    expect(untouched()).toEqual([undefined, undefined, []])
  })

  it('are no length of a text or a list', async () => {
    const length = { toString: 1, valueOf: 1 }
    for (const name of [{ length }, [{ length }], { length: { length } }]) {
      expect((await app.send(years.add, { name })).statusCode).toBe(422)
      expect((await app.send(topics.add, { name, seq_no: { length } })).statusCode).toBe(422)
      expect((await app.send(years.list, { sort: name, filters: { name: { value: { length } } } })).statusCode).toBe(
        422,
      )
    }
  })

  it('change nothing in the query of an address', async () => {
    const query = '__proto__[polluted]=1&constructor.prototype.polluted=1&__proto__.polluted=1&toString=1'
    const { statusCode } = await app.app.inject({
      url: `/app/v1/years?${query}`,
      headers: { 'x-api-key': app.deps.apiKey },
    })
    expect([statusCode, ...untouched()]).toEqual([422, undefined, undefined, []])
  })
})
