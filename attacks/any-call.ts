import { v7 as newId } from 'uuid'
import { expect } from 'vitest'
import { administrators } from '#contract/administrators.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { keys } from '#contract/keys.ts'
import { recordTypes, sampleOf, upsertTypes } from '#contract/kinds.ts'
import { manuals } from '#contract/manuals.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { privacy } from '#contract/privacy.ts'
import { failure } from '#contract/records.ts'
import { rollovers } from '#contract/rollovers.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { webhooks } from '#contract/webhooks.ts'
import { openAppSession } from '#server/auth/app-sessions.ts'
import { makeFactorLink } from '#server/auth/factor-links.ts'
import { keepSecret } from '#server/auth/one-time.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { openSession } from '#server/auth/sessions.ts'
import { sha256 } from '#server/auth/tokens.ts'
import { saveServer } from '#server/db/engines/servers.ts'
import { makeLink } from '#server/resources/administrators/invitations.service.ts'
import { ADMIN } from '#server/testing/build-test-app.ts'
import { aPdf } from '#server/testing/manuals.ts'
import { aPicture } from '#server/testing/pictures.ts'
import { describedAnswers } from './described-answers.ts'
import { buildInhabitedApp, type InhabitedApp, sellRvs, writesOf } from './inhabited-app.ts'
import { knownOfCampaigns } from './known-of-campaigns.ts'
import { jsonOf } from './valid-inputs.ts'

const passwords = [ADMIN.password, 'quite-another-2?']

export type Tried = Awaited<ReturnType<typeof moveIn>>

/**
 * An app with a record of every kind, in which any call can be tried. `known` has values for the fields that an input
 * must fill correctly to be carried out.
 */
export async function moveIn() {
  // With demo data, social sign-in has a stand-in.
  const app = await buildInhabitedApp({ DEMO_SOCIAL_SIGN_IN: 'true' })
  const mistakesIn = await describedAnswers(app)
  const adminId = (await app.db.selectFrom('admins').select('id').executeTakeFirstOrThrow()).id
  const password_hash = await hashPassword(ADMIN.password)
  await app.db.updateTable('users').set({ password_hash }).execute()
  const ids = Object.entries(app.ids).map(([name, id]) => [name, [id]])
  const added = recordTypes.filter((type) => writesOf(type).add)
  const samples = added.flatMap((type) => Object.entries(sampleOf(type)).map(([name, value]) => [name, [value]]))
  const picture = await aPicture()
  const known: Record<string, unknown[]> = {
    until: ['2026-11-21T12:00:00.000Z'],
    link: [undefined, null],
    ...Object.fromEntries([...samples, ...ids]),
    parts: ['manuals'],
    doubt: ['zero', 'hours'],
    service_id: [app.ids.service_id, app.ids.doubted_id],
    model_ids: [app.ids.model_id],
    manual_ids: [app.ids.copied_manual_id],
    topic_ids: [app.ids.topic_id],
    at: [undefined, '2099-12-01T08:00:00.000Z'],
    // One of them goes live before others are tried.
    rollover_id: [
      app.ids.rollover_id,
      await prepare(app, '2993'),
      await prepare(app, '2994'),
      await prepare(app, '2995'),
    ],
    source_ids: [await addSince(app)],
    notification_id: [app.ids.notification_id, app.ids.waiting_id, app.ids.recalled_id],
    send_at: [undefined, new Date(Date.now() + 86_400_000).toISOString()],
    local_time: [undefined, true],
    user_ids: [app.ownerId, app.otherId],
    ids: [app.ids.record_id],
    record_id: [app.ids.record_id, app.ids.record_id, app.ids.cms_page_id],
    record_ids: [app.ids.older_id],
    columns: ['_id', 'created_at'],
    before: [app.ids.before, null],
    user_id: [app.ownerId, adminId],
    avtar: [picture],
    image: [picture],
    icon: [picture],
    logo: [picture],
    file: [await aPdf()],
    url: ['https://example.com', picture],
    name: [...Array(100).keys()].flatMap((place) => [`O'Brien ${place}`, String(3000 + place)]),
    status: [true, 'true', false, 'open'],
    campaign_id: [app.ids.campaign_id, app.ids.second_campaign_id],
    ...knownOfCampaigns,
    prefix: [...Array(80).keys()].map((place) => `5ZT${place + 10}`),
    manual_id: [app.ids.manual_id, app.ids.manual_id, app.emptyManualId],
    seq_no: [1, '12', 0],
    version: [1, '1', 2],
    email: [ADMIN.email, 'grace.hopper@example.com', 'new@example.com'],
    password: passwords,
    old_password: passwords,
    new_password: passwords,
    confirm_password: passwords,
    title: ['Recall'],
    audience: [undefined, { field: 'has_rv', op: 'eq', value: true }],
    id_token: [JSON.stringify({ sub: 'g-1', email: 'social@example.com', name: 'Hedy' })],
    records: upsertTypes.map((type) => jsonOf(type, { ids: app.ids, icon: picture })),
    now: [undefined],
    into_id: [app.otherId],
    format: [undefined],
    kind: ['access'],
    received_on: [undefined, '2026-11-21'],
    request_id: [await addRequest(app)],
    leave_refused: [undefined, true],
    mapping: [undefined, '{}'],
    match_by: [undefined],
    encoding: [undefined],
    sheet: [undefined],
    head_row: [undefined],
    with_hidden: [undefined],
    mended: [undefined],
    edits_at: [undefined],
    external_id: [undefined, null],
    without_refused: [undefined, true],
    phone: ['(541) 555-0100', null],
    tollfree: [''],
    area: ['Old Mill'],
    otp: ['123456', '0000'],
    serial_no: ['310312', null],
    serial: ['310312'],
    code: ['terms', 3],
    content: ['<p>Text</p>', null],
    description: ['Bunks for two.'],
    south: [40],
    west: [-125],
    north: [46],
    east: [-110],
    page: [1, '2'],
    per_page: [10, '100'],
    all: [undefined, true],
    _id: [
      app.ids.rv_id,
      app.ids.own_maintenance_id,
      app.ids.checklist_id,
      app.ids.manual_id,
      app.ids.manual_page_id,
      app.ids.cms_page_id,
    ],
    field: ['name', 'seq_no', 'email'],
    fields: [undefined, undefined, { description: 'Light.' }, { title: 'About', content: '<p>Text</p>' }],
    preview: [undefined, undefined, true],
    expires_at: [new Date(Date.now() + 86_400_000).toISOString()],
    key_id: [await addKey(app)],
    events: ['record.changed', 'pdf.made'],
    // One of them is ended before others are tried.
    server_id: [await addGoneServer(app)],
    webhook_id: [app.ids.webhook_id, await addWebhook(app), await addWebhook(app)],
    record_types: ['years', 'rvs', 'users'],
    addresses: [undefined, ['192.0.2.0/24']],
    administrator_id: [app.ids.administrator_id, await invite(app, 'one'), await invite(app, 'two')],
    ...(await addLinks(app)),
    ...(await addFactors(app, adminId)),
  }
  const { category, year, model } = app.ids
  const another = await app.call(ownRecords.addRv, { category, year, model, vin: '310399' }, { token: app.otherOwner })
  // Owners delete their own.
  const { waiting, forSale } = await sellRvs(app)
  known.rv_id = [app.ids.rv_id, another.data._id, forSale]
  known.transfer_id = waiting
  // Of a message both or neither.
  known.title_fr = [undefined]
  known.description_fr = [undefined]
  known.checklist_id = [app.ids.checklist_id, app.ids.own_checklist_id]
  known.maintenance_id = [app.ids.maintenance_id, app.ids.own_maintenance_id]
  const send = senderOf(app, adminId)
  /** Fails unless the answer to this input is one that the contract and the description allow, and no fault. */
  async function expectSoundAnswer(endpoint: Endpoint, input: unknown) {
    const response = await send(endpoint, input)
    expect(response.statusCode, `${response.body}`).toBeLessThan(500)
    // Some answer a file where they are asked for one.
    if (response.headers['content-disposition'] && response.statusCode === 200) return
    const schema = response.statusCode === 200 ? endpoint.output : failure.strict()
    const { error } = schema.safeParse(response.json())
    expect(error?.issues ?? [], `${response.body.slice(0, 500)}`).toEqual([])
    expect(mistakesIn(endpoint, response), `${response.body.slice(0, 500)}`).toEqual([])
  }
  return { app, known, send, mistakesIn, expectSoundAnswer }
}

const addRequest = async (app: InhabitedApp) =>
  (await app.call(privacy.add, { user_id: app.otherId, kind: 'access' })).data.request_id

const addKey = async (app: InhabitedApp) => {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  return (await app.call(keys.add, { name: 'Nightly', scope: 'read', record_types: ['years'], expires_at })).data._id
}

const addWebhook = async (app: InhabitedApp) => {
  const fields = { url: 'https://localhost.localdomain/hooks', record_types: ['years'], events: ['record.changed'] }
  return (await app.call(webhooks.add, fields)).data._id
}

/** A server that was killed an hour ago. */
async function addGoneServer({ db }: InhabitedApp) {
  const at = new Date(Date.now() - 3_600_000).toISOString()
  const times = { started_at: at, seen_at: at, offset_ms: null, hears: null }
  const server = { id: newId(), name: 'office-2:3000', release: '1.0.0', schema_name: '0001-release-1.0.0' }
  await saveServer(db, { ...server, ...times, state: 'serving' })
  return server.id
}

const invite = async (app: InhabitedApp, name: string) =>
  (await app.call(administrators.invite, { name, email: `${name}@example.com` })).data._id

/** The tokens of an open invitation, and of links that end a session, confirm an address and remove a second factor. */
async function addLinks(app: InhabitedApp) {
  const accepts = await makeLink(app.db, await invite(app, 'three'), '')
  await openSession(app.db, app.ids.administrator_id ?? '', { address: '203.0.113.1' })
  const end_hash = sha256('a link that ends')
  await app.db.updateTable('sessions').set({ end_hash }).where('address', '=', '203.0.113.1').execute()
  const zora = app.ids.administrator_id ?? ''
  const asked = { whose: zora, request: newId(), about: JSON.stringify({ email: 'zora@new.example.com' }) }
  await keepSecret(app.db, { purpose: 'new_address', subject: zora, hash: sha256('a link that confirms'), ...asked })
  await app.db
    .updateTable('admins')
    .set({ totp_since: new Date(0).toISOString() })
    .where('id', '=', zora)
    .execute()
  const four = { admin_id: await invite(app, 'four'), factor: 'a passkey that is gone', email: 'four@example.com' }
  const against = await makeFactorLink(app.db, four)
  return { token: [accepts.split('#').at(-1), 'a link that ends', 'a link that confirms', against] }
}

/** An authenticator app and a passkey that nobody holds. */
async function addFactors(app: InhabitedApp, adminId: string) {
  const now = new Date().toISOString()
  const passkey = { id: newId(), admin_id: adminId, credential_id: 'a-passkey', public_key: '', name: 'Phone' }
  const unused = { counter: 0, transports: '[]', created_at: now, used_at: null }
  await app.db
    .insertInto('passkeys')
    .values({ ...passkey, ...unused })
    .execute()
  await app.db.updateTable('admins').set({ totp_since: now, passkey_count: 1 }).where('id', '=', adminId).execute()
  return { passkey_id: [passkey.id] }
}

/**
 * Makes calls as an application does, and signs in again after inputs that end the session or use up the attempts.
 */
function senderOf(app: InhabitedApp, adminId: string) {
  const tokens: { owner?: string; admin?: string } = {}
  return async (endpoint: Endpoint, input: unknown) => {
    const body = endpoint.get ? asQuery(input) : endpoint.multipart ? asForm(input) : input
    const who = endpoint.owner ? 'owner' : 'admin'
    const once = () => app.send(endpoint, body, { token: endpoint.public ? null : (tokens[who] ?? '') })
    const response = await once()
    // A proof has replaced the token.
    const isUnproved = response.statusCode === 403 && endpoint.proof !== undefined
    if (response.statusCode !== 401 && response.statusCode !== 429 && !isUnproved) return response
    await app.db.deleteFrom('tries').execute()
    tokens[who] = endpoint.owner ? await openAppSession(app.db, app.ownerId) : await openSession(app.db, adminId)
    return once()
  }
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const asQuery = (input: unknown) =>
  typeof input === 'object' && input !== null
    ? Object.fromEntries(Object.entries(input).map(([name, value]) => [name, asText(value)]))
    : { input: asText(input) }

function asForm(input: unknown) {
  if (typeof input !== 'object' || input === null) return input
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    if (value instanceof File) form.append(name, value)
    else form.append(name, asText(value))
  }
  return form
}

const prepare = async (app: InhabitedApp, name: string) =>
  (await app.call(rollovers.prepare, { from_year_id: app.ids.from_year_id, name, parts: ['manuals'] })).data._id

/** A manual that the prepared years lack. */
async function addSince(app: InhabitedApp) {
  const category = (await app.call(rvTypes.add, { name: 'Added since', seq_no: 99 })).data._id
  return (await app.call(manuals.add, { category, year: app.ids.from_year_id })).data._id
}
