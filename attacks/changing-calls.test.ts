import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { administrators, invitations } from '#contract/administrators.ts'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { records } from '#contract/changes.ts'
import { dealers } from '#contract/dealers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { frenchCalls } from '#contract/french-calls.ts'
import { kinds, type RecordType, recordCalls, recordTypes } from '#contract/kinds.ts'
import { manuals } from '#contract/manuals.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownCalls, ownRecords } from '#contract/owner/own-records.ts'
import { privacy } from '#contract/privacy.ts'
import { rollovers } from '#contract/rollovers.ts'
import { secondFactor, sessions } from '#contract/sign-in.ts'
import { transfers } from '#contract/transfers.ts'
import { users } from '#contract/users.ts'
import { engineOf } from '#server/db/engines/engine.ts'
import { readQuery, writeQuery } from '#server/db/raw-query.ts'
import { ADMIN } from '#server/testing/build-test-app.ts'
import { plainPdf } from '#server/testing/pdfs.ts'
import { aPicture } from '#server/testing/pictures.ts'
import { buildInhabitedApp, everyCall, type InhabitedApp, sellRvs } from './inhabited-app.ts'
import { ownIdOf, sendValid, validInputs } from './valid-inputs.ts'

let app: InhabitedApp
let icon: File
let pdf: File
const build = async () => {
  app = await buildInhabitedApp()
  app.ids.other_user_id = app.otherId
  icon = await aPicture({ width: 60 })
  pdf = new File([plainPdf({ text: 'Manual' })], 'manual.pdf', { type: 'application/pdf' })
  const about = { user_id: app.ids.erased_user_id ?? '', kind: 'access' } as const
  app.ids.request_id = (await app.call(privacy.add, about)).data.request_id
  const { waiting, forSale } = await sellRvs(app)
  Object.assign(app.ids, { own_sold_rv_id: forSale, transfer_id: waiting[0], other_transfer_id: waiting[1] })
  app.ids.invited_id = (await app.call(administrators.invite, { name: 'Ada', email: 'ada.new@example.com' })).data._id
}
afterEach(() => vi.restoreAllMocks())

type Valid = (typeof validInputs)[number]
const password = 'another-horse-2!'

/** Inputs of the calls that neither add nor edit. */
const others: Valid[] = [
  ...recordTypes.flatMap((type): Valid[] => {
    const { delete: remove, restore } = recordCalls[type] as { delete?: Endpoint; restore?: Endpoint }
    const own = ownCalls[type]
    return [
      ...[remove, restore].flatMap((call): Valid[] => (call ? [[call, ({ ids }) => idOf(type, ids)]] : [])),
      ...(own ? [[own.delete, ({ ids }) => ({ [kinds[type].key]: ownIdOf(type, ids) })] satisfies Valid] : []),
    ]
  }),
  [
    records.reorder,
    ({ ids: { record_type, record_id, before } }) => ({ record_type, record_id: before, before: record_id }),
  ],
  [frenchCalls.confirm, ({ ids: { record_type, older_id } }) => ({ record_type, record_ids: [older_id] })],
  [privacy.merge, ({ ids: { user_id, other_user_id } }) => ({ user_id, into_id: other_user_id, preview: true })],
  [
    privacy.erase,
    ({ ids: { erased_user_id } }) => ({ user_id: erased_user_id, asked_by: 'owner', verified_by: 'other' }),
  ],
  [privacy.keep, ({ ids: { erased_user_id } }) => ({ user_id: erased_user_id })],
  [privacy.close, ({ ids: { request_id } }) => ({ request_id, outcome: 'Sent' })],
  [ownRecords.soldRv, ({ ids: { own_sold_rv_id } }) => ({ rv_id: own_sold_rv_id })],
  [transfers.accept, ({ ids: { transfer_id } }) => ({ transfer_id })],
  [transfers.refuse, ({ ids: { other_transfer_id } }) => ({ transfer_id: other_transfer_id })],
  [users.changeStatus, ({ ids: { user_id } }) => ({ user_id, status: false })],
  [administrators.invitationLink, ({ ids: { invited_id } }) => ({ administrator_id: invited_id })],
  [administrators.withdraw, ({ ids: { invited_id } }) => ({ administrator_id: invited_id })],
  [administrators.deactivate, ({ ids: { administrator_id } }) => ({ administrator_id })],
  [administrators.activate, ({ ids: { administrator_id } }) => ({ administrator_id })],
  [campaignUnits.confirm, ({ ids: { unit_id, rv_id } }) => ({ unit_id, rv_id })],
  [campaignUnits.reject, ({ ids: { unit_id, rv_id } }) => ({ unit_id, rv_id })],
  [campaignUnits.accept, ({ ids: { unit_id } }) => ({ unit_id })],
  [
    campaigns.mailed,
    ({ ids: { second_campaign_id, second_unit_id } }) => ({
      campaign_id: second_campaign_id,
      unit_ids: [second_unit_id],
      mailed_on: '2026-06-01',
      expect: 1,
    }),
  ],
  [
    campaigns.returned,
    ({ ids: { second_campaign_id, second_unit_id } }) => ({
      campaign_id: second_campaign_id,
      unit_ids: [second_unit_id],
    }),
  ],
  [
    campaigns.fileReport,
    ({ ids: { second_campaign_id } }) => ({
      campaign_id: second_campaign_id,
      quarter: '2026-2',
      submitted_on: '2026-07-20',
    }),
  ],
  [
    campaigns.dealersTold,
    ({ ids: { second_campaign_id, service_id } }) => ({
      campaign_id: second_campaign_id,
      service_ids: [service_id],
      told_on: '2026-06-01',
      expect: 1,
    }),
  ],
  [campaigns.close, ({ ids: { second_campaign_id } }) => ({ campaign_id: second_campaign_id })],
  [dealers.mend, ({ ids: { doubted_id } }) => ({ service_id: doubted_id, doubt: 'zero' })],
  [rollovers.takeOver, ({ ids: { rollover_id } }) => ({ rollover_id })],
  [rollovers.discard, ({ ids: { rollover_id } }) => ({ rollover_id })],
  [rollovers.goLive, ({ ids: { second_rollover_id } }) => ({ rollover_id: second_rollover_id })],
  [sessions.end, () => ({ others: true })],
  [account.editProfile, () => ({ name: 'Ada Lovelace' })],
  [account.editPassword, () => ({ old_password: ADMIN.password, new_password: password })],
  [manuals.create_pdf, ({ ids: { manual_id } }) => ({ manual_id, file: pdf })],
  [manuals.generate_pdf, ({ ids: { manual_id } }) => ({ manual_id })],
  [manuals.remove_pdf, ({ ids: { manual_id } }) => ({ manual_id })],
  [ownerAccount.setPreferences, () => ({ news: true, reminders: true, text_version: '2026-11' })],
  [ownerAccount.editProfile, () => ({ name: 'Grace Brewster', state: 'Oregon', zip: '97701' })],
  [ownerAccount.register, () => ({ name: 'Mary', email: 'mary@example.com', password })],
]
const idOf = (type: RecordType, ids: Record<string, string>) => ({ [kinds[type].key]: ids[kinds[type].key] })

/** These also need a mailed code, a token or a second factor. `overtaken.test.ts` tries them. */
const withCodes: Endpoint[] = [
  account.resetPassword,
  account.confirmEmail,
  invitations.accept,
  secondFactor.notMe,
  secondFactor.totpConfirm,
  secondFactor.totpRemove,
  secondFactor.recoveryCodes,
  secondFactor.passkeyAdd,
  secondFactor.passkeyRemove,
  administrators.resetFactors,
  ownerAccount.signInSocial,
  ownerAccount.changePassword,
  ownerAccount.resetPassword,
  ownerAccount.confirmEmail,
  ownerAccount.confirmChangeEmail,
  ownerAccount.delete,
]

/**
 * Deletions come after the calls that they would prevent, then restores; the last calls end sessions. What an owner said
 * of a vehicle is accepted before an edit gives it another VIN.
 */
const turn = ({ change, path }: Endpoint) => {
  if (change === 'undo' || path === campaignUnits.accept.path) return 0
  if (change === 'delete' || path === administrators.withdraw.path) return 2
  if (change === 'restore') return 3
  return [users.resetPassword, users.changeStatus, account.editPassword, sessions.end].some((one) => one.path === path)
    ? 4
    : 1
}
const known = [...validInputs, ...others]
const changing = everyCall
  .filter(([_address, { change }]) => change)
  .map(([address, endpoint]) => ({ address, endpoint }))
const tried = changing
  .flatMap(({ address, endpoint }) => {
    const valid = known.find(([one]) => one === endpoint)
    return valid ? [{ address, endpoint, valid }] : []
  })
  .toSorted((one, other) => turn(one.endpoint) - turn(other.endpoint))

it('every call that changes records is tried here, or its code is', () => {
  const left = changing.filter(({ endpoint }) => !tried.some((one) => one.endpoint === endpoint))
  expect(left.map(({ endpoint }) => endpoint.path).toSorted()).toEqual(withCodes.map(({ path }) => path).toSorted())
})

const everything = () =>
  Promise.all(
    [...recordTypes, 'changes', 'activity', 'renumbered', 'jobs', 'idempotency_keys'].map((table) =>
      readQuery<object>(app.db, `select * from ${table}`, []),
    ),
  )

/** Replaces how transactions are carried out. */
function inEachTransaction(instead: (transaction: ReturnType<typeof engineOf>['transaction']) => unknown) {
  const engine = engineOf(app.db)
  const { transaction } = engine
  vi.spyOn(engine, 'transaction').mockImplementation(instead(transaction) as typeof transaction)
}

class RolledBack extends Error {}

describe('a call whose first attempt is rolled back', () => {
  beforeAll(build)
  afterAll(() => app.close())

  it.each(tried)('is one change, and whole: $address', async ({ valid }) => {
    inEachTransaction((transaction) => async (db: typeof app.db, work: (db: typeof app.db) => Promise<unknown>) => {
      const first = transaction(db, async (db) => {
        await work(db)
        throw new RolledBack()
      })
      await first.catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error
      })
      return transaction(db, work)
    })
    const before = await readQuery<{ id: string }>(app.db, 'select id from changes', [])
    const response = await sendValid(app, valid, icon)
    expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining('"message"')])
    const { change_id } = response.json<{ change_id?: string | null }>()
    const made = (
      await readQuery<{ id: string; record_count: number; state: string }>(app.db, 'select * from changes', [])
    ).filter(({ id }) => !before.some((one) => one.id === id))
    const isNamed = change_id !== undefined
    if (isNamed) expect(made.map(({ id }) => id)).toEqual(change_id === null ? [] : [change_id])
    for (const { id, record_count, state } of made) {
      const entries = await readQuery<object>(app.db, 'select * from activity where change_id = ?', [id])
      expect([entries.length, state]).toEqual([Number(record_count), 'done'])
    }
  })
})

describe('a call whose session ends while it is prepared', () => {
  beforeAll(build)
  afterAll(() => app.close())
  const ofSessions = tried.filter(({ endpoint }) => !endpoint.public)

  it.each(ofSessions)('is refused and writes nothing: $address', async ({ valid }) => {
    const ended = { sessions: await rows('sessions'), app_sessions: await rows('app_sessions') }
    const before = await everything()
    let isEnded = false
    inEachTransaction((transaction) => async (db: typeof app.db, work: (db: typeof app.db) => Promise<unknown>) => {
      if (!isEnded) for (const table of ['sessions', 'app_sessions']) await run(`delete from ${table}`)
      isEnded = true
      return transaction(db, work)
    })
    const response = await sendValid(app, valid, icon)
    vi.restoreAllMocks()
    expect([response.statusCode, response.body]).toEqual([401, expect.any(String)])
    expect(await everything()).toEqual(before)
    for (const [table, kept] of Object.entries(ended))
      if (kept.length)
        await app.db
          .insertInto(table as 'sessions')
          .values(kept as never)
          .execute()
  })

  const rows = (table: string) => readQuery<object>(app.db, `select * from ${table}`, [])
  const run = (text: string) => writeQuery<object>(app.db, `${text} returning 1`, [])
})
