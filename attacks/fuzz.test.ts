import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { account, EMAIL_HOURS } from '#contract/account.ts'
import { administrators } from '#contract/administrators.ts'
import { changes } from '#contract/changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { failure } from '#contract/records.ts'
import { secondFactor, sessions, signIn } from '#contract/sign-in.ts'
import { makeLink } from '#server/resources/administrators/invitations.service.ts'
import { openAppSession } from '#server/secrets/app-sessions.ts'
import { makeFactorLink } from '#server/secrets/factor-links.ts'
import { hashPassword } from '#server/secrets/passwords.ts'
import { openSession } from '#server/secrets/sessions.ts'
import { sha256 } from '#server/secrets/tokens.ts'
import { ADMIN } from '#server/testing/build-test-app.ts'
import { aPdf } from '#server/testing/manuals.ts'
import { TEST_SERVER } from '#server/testing/open-test-database.ts'
import { aPicture } from '#server/testing/pictures.ts'
import { inputsOf, nearInputsOf } from './contract-inputs.ts'
import { describedAnswers } from './described-answers.ts'
import { buildInhabitedApp, dealerForm, everyCall, type InhabitedApp, maintenanceFields } from './inhabited-app.ts'

/** More than this is for a night: FUZZ_RUNS=2000. What only PostgreSQL minds is found by fewer inputs of each commit. */
const RUNS = Number(process.env.FUZZ_RUNS ?? (TEST_SERVER ? 12 : 30))
/** Calls that start a process each time they are carried out are tried less often. */
const runsOf = (endpoint: Endpoint) =>
  endpoint === manuals.create_pdf || endpoint === manuals.generate_pdf ? Math.ceil(RUNS / 5) : RUNS

const passwords = [ADMIN.password, 'quite-another-2?']

let app: InhabitedApp
let known: Record<string, unknown[]>
let adminId: string
let mistakesIn: Awaited<ReturnType<typeof describedAnswers>>
let tokens: { owner?: string; admin?: string }

/** Moves in: a record of every kind, and values for fields that inputs must name rightly to be carried out. */
async function moveIn() {
  // With demo data sign-ins through social networks have a stand-in.
  app = await buildInhabitedApp({ DEMO_SOCIAL_SIGN_IN: 'true' })
  mistakesIn = await describedAnswers(app)
  tokens = {}
  adminId = (await app.db.selectFrom('admins').select('id').executeTakeFirstOrThrow()).id
  const password_hash = await hashPassword(ADMIN.password)
  await app.db.updateTable('users').set({ password_hash }).execute()
  const ids = Object.entries(app.ids).map(([name, id]) => [name, [id]])
  const form = Object.entries({ ...dealerForm, ...maintenanceFields }).map(([name, value]) => [name, [value]])
  const picture = await aPicture()
  known = {
    until: ['2026-11-21T12:00:00.000Z'],
    ...Object.fromEntries([...form, ...ids]),
    user_ids: [app.ownerId, app.otherId],
    ids: [app.ids.record_id],
    before: [app.ids.before, null],
    user_id: [app.ownerId, adminId],
    avtar: [picture],
    image: [picture],
    icon: [picture],
    logo: [picture],
    file: [await aPdf()],
    url: ['https://example.com', picture],
    name: [...Array(100).keys()].flatMap((place) => [`O'Brien ${place}`, String(3000 + place)]),
    manual_id: [app.ids.manual_id, app.ids.manual_id, app.emptyManualId],
    seq_no: [1, '12', 0],
    version: [1, '1', 2],
    email: [ADMIN.email, 'grace.hopper@example.com', 'new@example.com'],
    password: passwords,
    old_password: passwords,
    new_password: passwords,
    confirm_password: passwords,
    title: ['Recall'],
    id_token: [JSON.stringify({ sub: 'g-1', email: 'social@example.com', name: 'Hedy' })],
    phone: ['(541) 555-0100', null],
    tollfree: [''],
    area: ['Old Mill'],
    otp: ['123456', '0000'],
    vin: ['310312', 310312],
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
    field: ['name', 'seq_no', 'email'],
    administrator_id: [app.ids.administrator_id, await invite('one'), await invite('two')],
    ...(await addLinks()),
    ...(await addFactors()),
  }
}

const invite = async (name: string) =>
  (await app.call(administrators.invite, { name, email: `${name}@example.com` })).data._id

/** The tokens of an open invitation, and of links that end a session, confirm an address and remove a second factor. */
async function addLinks() {
  const accepts = await makeLink(app.db, await invite('three'), '')
  await openSession(app.db, app.ids.administrator_id ?? '', { address: '203.0.113.1' })
  const end_hash = sha256('a link that ends')
  await app.db.updateTable('sessions').set({ end_hash }).where('address', '=', '203.0.113.1').execute()
  const zora = app.ids.administrator_id ?? ''
  const expires_at = new Date(Date.now() + EMAIL_HOURS * 3_600_000).toISOString()
  const asked = { admin_id: zora, email: 'zora@new.example.com', request: newId(), expires_at }
  await app.db
    .insertInto('email_changes')
    .values({ ...asked, token_hash: sha256('a link that confirms') })
    .execute()
  await app.db
    .updateTable('admins')
    .set({ totp_since: new Date(0).toISOString() })
    .where('id', '=', zora)
    .execute()
  const four = { admin_id: await invite('four'), factor: 'a passkey that is gone', email: 'four@example.com' }
  const against = await makeFactorLink(app.db, four)
  return { token: [accepts.split('#').at(-1), 'a link that ends', 'a link that confirms', against] }
}

/** An authenticator app and a passkey that nobody holds. */
async function addFactors() {
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

/** What takes a code or a signature of the moment, a change that is under way, or a picture on another server. */
const ofTheMoment: Endpoint[] = [
  account.resetPassword,
  ownerAccount.resetPassword,
  ownerAccount.confirmEmail,
  signIn.loginConfirm,
  secondFactor.totpConfirm,
  secondFactor.passkeyAdd,
  changes.stop,
  manualPages.fetch,
]

/** The call as an application makes it, signed in again where inputs have ended the session or used up the tries. */
async function send(endpoint: Endpoint, input: unknown) {
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

async function expectSoundAnswer(endpoint: Endpoint, input: unknown) {
  const response = await send(endpoint, input)
  expect(response.statusCode, `${response.body}`).toBeLessThan(500)
  const schema = response.statusCode === 200 ? endpoint.output : failure.strict()
  const { error } = schema.safeParse(response.json())
  expect(error?.issues ?? [], `${response.body.slice(0, 500)}`).toEqual([])
  expect(mistakesIn(endpoint, response), `${response.body.slice(0, 500)}`).toEqual([])
}

describe('every call of the contract', () => {
  beforeAll(moveIn)
  afterAll(() => app.close())

  it.each(everyCall)('%s gives a sound answer to whatever its description allows', async (_address, endpoint) => {
    const property = fc.asyncProperty(inputsOf(endpoint, known), (input) => expectSoundAnswer(endpoint, input))
    await expect(fc.assert(property, { numRuns: runsOf(endpoint) })).resolves.toBeUndefined()
  })
})

// Schemas refuse most of it before any database is asked, so one database is enough.
describe.runIf(!TEST_SERVER)('every call of the contract', () => {
  beforeAll(moveIn)
  afterAll(() => app.close())

  it.each(everyCall)('%s gives a sound answer to what is nearly right', async (_address, endpoint) => {
    const property = fc.asyncProperty(nearInputsOf(endpoint, known), (input) => expectSoundAnswer(endpoint, input))
    await expect(fc.assert(property, { numRuns: runsOf(endpoint) })).resolves.toBeUndefined()
  })
})

describe('inputs as a description allows them', () => {
  // The same inputs whatever the seed of the run, on records that nothing has touched.
  const [FEW, MANY] = [10, 500]
  beforeEach(moveIn)
  afterEach(() => app.close())

  // Owners first: administrators may reset their passwords and turn them off.
  const tried = everyCall
    .map(([, endpoint]) => endpoint)
    .filter((endpoint) => !ofTheMoment.includes(endpoint))
    .toSorted((one, other) => Number(other.owner ?? false) - Number(one.owner ?? false))

  it('get every call carried out, not only refused, but for those that need something of the moment', async () => {
    const never: string[] = []
    for (const endpoint of tried) {
      const response = await carriedOut(endpoint)
      if (!response) never.push(endpoint.path)
      else expect([endpoint.path, mistakesIn(endpoint, response)]).toEqual([endpoint.path, []])
    }
    expect(never).toEqual([])
  })

  it('get answers that offer to undo what can be undone, and nothing else', async () => {
    const never: string[] = []
    for (const endpoint of tried.filter(({ output }) => output instanceof z.ZodObject && 'change_id' in output.shape)) {
      const response = await carriedOut(endpoint, (answer) => answer.change_id !== null)
      if (!response) never.push(endpoint.path)
      else await expectTrueOffer(endpoint, response.json())
    }
    // Nobody else is signed in, and no message has failed.
    expect(never).toEqual([sessions.end.path, notifications.retry.path])
  })

  type Offer = { change_id: string; can_undo: boolean }

  /** Whether the change can be undone, as its answer says; brings it back, because the next call may build on it. */
  async function expectTrueOffer({ path }: Endpoint, { change_id, can_undo }: Offer) {
    const { statusCode, body } = await send(changes.undo, { change_id })
    expect([path, statusCode, body]).toEqual([path, can_undo ? 200 : 422, body])
    if (can_undo) expect((await send(changes.undo, JSON.parse(body))).statusCode).toBe(200)
  }

  /** The first answer to inputs of the call that carries it out; `isWanted` chooses among answers. */
  async function carriedOut(
    endpoint: Endpoint,
    isWanted: (answer: { change_id?: string | null }) => boolean = () => true,
  ) {
    const inputs = inputsOf(endpoint, known)
    // Most calls are carried out with one of the first inputs, which stay the same if more are made.
    for (const numRuns of [FEW, MANY]) {
      for (const input of fc.sample(inputs, { seed: 1, numRuns }).slice(numRuns === FEW ? 0 : FEW)) {
        const response = await send(endpoint, input)
        if (response.statusCode === 200 && isWanted(response.json())) return response
      }
    }
    return undefined
  }
})
