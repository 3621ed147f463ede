import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { administrators } from '#contract/administrators.ts'
import { appImages } from '#contract/app-images.ts'
import { checklists } from '#contract/checklists.ts'
import { cmsPages } from '#contract/cms-pages.ts'
import { dealers } from '#contract/dealers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { maintenanceItems } from '#contract/maintenance-items.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { menuItems } from '#contract/menu-items.ts'
import { models } from '#contract/models.ts'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { socialMedias } from '#contract/social-medias.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { preferences, views } from '#contract/views.ts'
import { years } from '#contract/years.ts'
import { aPicture, formOf } from '#server/testing/pictures.ts'
import {
  buildInhabitedApp,
  dealerForm,
  everyCall,
  type InhabitedApp,
  maintenanceFields,
  tokenFor,
} from './inhabited-app.ts'

let app: InhabitedApp
let icon: File
beforeAll(async () => {
  app = await buildInhabitedApp()
  icon = await aPicture({ width: 60 })
})
afterAll(() => app.close())

/** What stands in no form and must never come from outside. */
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

/** What only administrators have. */
const ofAdmins = { invited_until: MARK, last_sign_in: MARK, totp_since: MARK, recovery_since: MARK, passkey_count: 7 }

type Ids = Record<string, string>
const writes: [Endpoint, (ids: Ids) => object][] = [
  [account.editProfile, () => ({ name: 'Ada', email: MARK })],
  [rvTypes.add, () => ({ name: 'Fifth Wheel', seq_no: 1 })],
  [rvTypes.edit, ({ cat_id }) => ({ cat_id, name: 'Pop-up', seq_no: 2 })],
  [models.add, ({ cat_id, year_id }) => ({ cat_id, year_id, name: 'New', seq_no: 1, description: 'Bunks.' })],
  [
    models.edit,
    ({ cat_id, year_id, model_id }) => ({ cat_id, year_id, model_id, name: '2285', seq_no: 2, description: 'Bunks.' }),
  ],
  [years.add, () => ({ name: '2031' })],
  [years.edit, ({ year_id }) => ({ year_id, name: '2032' })],
  [topics.add, () => ({ name: 'Roof', seq_no: 1 })],
  [topics.edit, ({ topic_id }) => ({ topic_id, name: 'Electrics', seq_no: 1 })],
  [subTopics.add, ({ topic_id }) => ({ topic_id, name: 'Wires', seq_no: 1 })],
  [subTopics.edit, ({ sub_topic_id }) => ({ sub_topic_id, name: 'Fuse box', seq_no: 1 })],
  [manuals.add, ({ cat_id, year_id }) => ({ category: cat_id, year: year_id })],
  [manualPages.edit, ({ manual_page_id }) => ({ manual_page_id, content: '<p>New</p>' })],
  [checklists.add, () => ({ name: 'Arrival', note: '' })],
  [checklists.edit, ({ checklist_id }) => ({ checklist_id, name: 'Departure', note: 'Mended' })],
  [maintenanceItems.add, () => maintenanceFields],
  [maintenanceItems.edit, ({ maintenance_id }) => ({ ...maintenanceFields, maintenance_id, note: 'Mended' })],
  [rvs.edit, ({ rv_id, category, model, year }) => ({ rv_id, category, model, year, serial_no: '654321', user: MARK })],
  [cmsPages.add, () => ({ title: 'About', content: '', code: 'about' })],
  [cmsPages.edit, ({ cms_page_id }) => ({ cms_page_id, title: 'Terms of Use', content: '' })],
  [appImages.add, () => ({ url: icon, seq_no: 1 })],
  [appImages.edit, ({ app_image_id }) => ({ app_image_id, seq_no: 2 })],
  [menuItems.edit, ({ menu_item_id }) => ({ menu_item_id, title: 'Home', seq_no: 9, code: 99 })],
  [socialMedias.add, () => ({ name: 'Club', url: 'https://example.org', icon })],
  [
    socialMedias.edit,
    ({ social_media_id }) => ({ social_media_id, name: 'Club of owners', url: 'https://example.org' }),
  ],
  [dealers.add, () => ({ ...dealerForm, name: 'New Trailers' })],
  [dealers.edit, ({ service_id }) => ({ ...dealerForm, service_id, name: 'Pine Trailers' })],
  [users.changeStatus, ({ user_id }) => ({ user_id, status: 'true', type: 'GOOGLE', email: MARK, name: MARK })],
  [
    notifications.send,
    ({ user_id }) => ({ user_ids: [user_id], title: 'Recall', description: 'Call us.', state: MARK }),
  ],
  [administrators.invite, () => ({ name: 'Grace', email: 'grace.new@example.com', status: 'ACTIVE', ...ofAdmins })],
  [
    administrators.edit,
    ({ administrator_id }) => ({ administrator_id, name: 'Zora Neale', status: 'INACTIVE', ...ofAdmins }),
  ],
  [views.save, () => ({ list: 'users', name: 'Inactive', state: {} })],
  [views.save, ({ view_id }) => ({ view_id, list: 'users', name: 'Active', version: 1 })],
  [preferences.set, () => ({ list: 'users', per_page: 50, default_view: MARK })],
  [
    ownRecords.addRv,
    ({ category, model, year }) => ({ category, model, year, vin: '310313', user: MARK, user_id: MARK }),
  ],
  [ownRecords.addChecklist, () => ({ name: 'Mine', note: '', user_id: MARK })],
  [ownRecords.addMaintenance, () => ({ ...maintenanceFields, user_id: MARK })],
  [
    ownerAccount.register,
    () => ({ name: 'Eve', email: 'eve@example.com', password: 'apple-tree-1!', type: MARK, status: 'false' }),
  ],
]

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
  it.each(writes.map(([endpoint, fields]) => [endpoint.path, endpoint, fields] as const))(
    '%s does not take from a caller who sends it all the same',
    async (_path, endpoint, fields) => {
      const isNew = (endpoint.once && !endpoint.path.endsWith('/edit')) || endpoint === ownerAccount.register
      const sent = { ...inside, ...(isNew && { version: 7777 }), ...fields(app.ids) }
      const body = endpoint.multipart ? formOf(sent as never) : sent
      const response = await app.send(endpoint, body, { token: tokenFor(endpoint, app) })
      expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining('message')])
      expect(response.body).not.toContain(MARK)
      const { data = {} } = response.json<{ data?: Record<string, unknown> }>()
      expect(data.is_deleted ?? false).toBe(false)
      expect(data.version ?? 1).toBeLessThan(10)
      expect(await everything()).not.toContain(MARK)
    },
  )

  it('is tried on every call that adds or edits', () => {
    const writing = everyCall
      .filter(([, { path }]) => /\/(add|edit|save|set|invite)(_p\w+)?$|register$/.test(path))
      .map(([, { path }]) => path)
    const tried = new Set(writes.map(([{ path }]) => path))
    const spared = [account.editPassword.path, manualPages.add.path, 'devices/register']
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
    expect([statusCode, ...untouched()]).toEqual([200, undefined, undefined, []])
  })
})
