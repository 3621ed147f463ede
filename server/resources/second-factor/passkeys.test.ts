import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { administrators } from '#contract/administrators.ts'
import { secondFactor, sessions, signIn, TICKET_GONE, WRONG_PASSKEY } from '#contract/sign-in.ts'
import { ADMIN, buildTestApp, type CallAs, type TestApp } from '../../testing/build-test-app.ts'
import { addAnotherAdmin } from '../../testing/people.ts'
import { softwarePasskey } from '../../testing/software-passkey.ts'

type Passkey = ReturnType<typeof softwarePasskey>

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const visitor = { token: null }
const challengeIn = (options: Record<string, unknown>) => ({ challenge: String(options.challenge) })

async function add(passkey: Passkey, name = 'Phone', as?: CallAs) {
  const { data } = await app.call(secondFactor.passkeyOptions, {}, as)
  return app.call(secondFactor.passkeyAdd, { name, credential: passkey.create(challengeIn(data)) }, as)
}
async function ticket() {
  const { data } = await app.call(account.login, ADMIN, visitor)
  if (!('ticket' in data)) throw new Error('no second factor was asked for')
  return data.ticket
}
/** What the browser is asked for: a second factor with a ticket, else instead of the password. */
async function asked(withTicket?: string) {
  const { data } = await app.call(signIn.passkeyOptions, withTicket ? { ticket: withTicket } : {}, visitor)
  return { ticket: data.ticket, options: data.options, ...challengeIn(data.options) }
}
const confirm = async (ticket: string, credential: object) =>
  (await app.call(signIn.loginConfirm, { ticket, credential }, visitor)).data
const refused = async (ticket: string, credential: object) => {
  const { status, message } = await app.refusal(signIn.loginConfirm, { ticket, credential }, visitor)
  return [status, message]
}
const status = async () => (await app.call(secondFactor.status, {})).data

describe('a passkey', () => {
  it('is added with a name, several of them, and confirms a sign-in', async () => {
    const [phone, key] = [softwarePasskey(), softwarePasskey()]
    const first = await add(phone)
    expect([first.message, first.data.name, first.data.recovery_codes.length]).toEqual([
      'Passkey added successfully.',
      'Phone',
      10,
    ])
    expect((await add(key, 'Key')).data.recovery_codes).toEqual([])
    expect((await status()).passkeys.map(({ name, used_at }) => [name, used_at])).toEqual([
      ['Phone', null],
      ['Key', null],
    ])
    const { data } = await app.call(account.login, ADMIN, visitor)
    expect(data).toMatchObject({ second_factors: ['passkey', 'recovery'] })
    const one = await ticket()
    const { challenge, options } = await asked(one)
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'preferred' })
    expect((options.allowCredentials as { id: string }[]).map(({ id }) => id)).toEqual([phone.id, key.id])
    const { token } = await confirm(one, key.get({ challenge, verified: false }))
    await app.call(account.me, {}, { token })
    expect((await status()).passkeys.map(({ used_at }) => used_at !== null)).toEqual([false, true])
    await app.runJobs()
    expect(app.mails[0]?.text).toContain('a passkey was added.')
  })

  it('replaces the password, where it has seen who it is', async () => {
    const phone = softwarePasskey()
    await add(phone)
    const { ticket, challenge, options } = await asked()
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [] })
    expect(await refused(ticket, phone.get({ challenge, verified: false }))).toEqual([422, WRONG_PASSKEY])
    const again = await asked(ticket)
    expect(again.options).toMatchObject({ userVerification: 'required' })
    const { email } = await confirm(ticket, phone.get({ challenge: again.challenge }))
    expect(email).toBe(ADMIN.email)
  })

  it('uses up no tries when it is right, with a password before it or in place of one', async () => {
    const phone = softwarePasskey()
    await add(phone)
    await app.db.deleteFrom('tries').execute()
    const one = await ticket()
    await confirm(one, phone.get(await asked(one)))
    const { ticket: other, challenge } = await asked()
    await confirm(other, phone.get({ challenge }))
    const left = await app.db.selectFrom('tries').select(['key', 'count']).execute()
    expect(left.filter(({ key, count }) => key.includes(':address:') && count > 0)).toEqual([])
  })

  it('signs a challenge once, its own, for this site, with a key that is known', async () => {
    const phone = softwarePasskey()
    await add(phone)
    const one = await ticket()
    const { challenge: old } = await asked(one)
    const { challenge } = await asked(one)
    expect(await refused(one, phone.get({ challenge: old }))).toEqual([422, WRONG_PASSKEY])
    expect(await refused(one, phone.get({ challenge }))).toEqual([422, WRONG_PASSKEY])
    const next = await asked(one)
    expect(await refused(one, phone.get({ ...next, origin: 'http://elsewhere.invalid' }))).toEqual([422, WRONG_PASSKEY])
    const other = await asked(one)
    expect(await refused(one, softwarePasskey().get(other))).toEqual([422, WRONG_PASSKEY])
    const two = await ticket()
    const good = phone.get(await asked(two))
    await confirm(two, good)
    expect(await refused(two, good)).toEqual([422, TICKET_GONE])
  })

  it('is refused when its counter goes back, as that of a copy does', async () => {
    const phone = softwarePasskey()
    await add(phone)
    const one = await ticket()
    await confirm(one, phone.get({ ...(await asked(one)), counter: 7 }))
    const two = await ticket()
    expect(await refused(two, phone.get({ ...(await asked(two)), counter: 7 }))).toEqual([422, WRONG_PASSKEY])
    await confirm(two, phone.get({ ...(await asked(two)), counter: 8 }))
  })

  it('can be asked for fifty times from an address, each time by a ticket of its own', async () => {
    const [one, other] = [await asked(), await asked()]
    expect(one.ticket).not.toBe(other.ticket)
    await app.db.updateTable('tries').set({ count: 49 }).where('key', '=', 'passkey:address:127.0.0.1').execute()
    await asked()
    const tickets = await app.db.selectFrom('one_time_secrets').selectAll().execute()
    expect((await app.refusal(signIn.passkeyOptions, {}, visitor)).status).toBe(429)
    expect(await app.db.selectFrom('one_time_secrets').selectAll().execute()).toEqual(tickets)
  })

  it('need not count', async () => {
    const phone = softwarePasskey({ counts: false })
    await add(phone)
    for (const one of [await ticket(), await ticket()]) {
      expect((await confirm(one, phone.get(await asked(one)))).email).toBe(ADMIN.email)
    }
  })

  it('waits five minutes for its signature', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const phone = softwarePasskey()
    const { data } = await app.call(secondFactor.passkeyOptions, {})
    vi.setSystemTime(Date.now() + 5 * 60_000 + 1000)
    const late = { name: 'Phone', credential: phone.create(challengeIn(data)) }
    expect((await app.refusal(secondFactor.passkeyAdd, late)).errors).toEqual({ credential: [WRONG_PASSKEY] })
  })

  it('is made for this session and site, and known once', async () => {
    const phone = softwarePasskey()
    const other = await app.signIn()
    const { data } = await app.call(secondFactor.passkeyOptions, {}, { token: other })
    const fields = { name: 'Phone', credential: phone.create(challengeIn(data)) }
    expect((await app.refusal(secondFactor.passkeyAdd, fields)).message).toBe(WRONG_PASSKEY)
    await app.call(secondFactor.passkeyAdd, fields, { token: other })
    await expect(add(phone)).rejects.toThrow(/already registered/)
    const elsewhere = (await app.call(secondFactor.passkeyOptions, {})).data
    const foreign = softwarePasskey().create({ ...challengeIn(elsewhere), origin: 'https://elsewhere.invalid' })
    const refusal = await app.refusal(secondFactor.passkeyAdd, { name: 'X', credential: foreign })
    expect(refusal.message).toBe(WRONG_PASSKEY)
  })

  it('is of no use for somebody else', async () => {
    const [mine, hers] = [softwarePasskey(), softwarePasskey()]
    const grace = await addAnotherAdmin(app, 'Grace')
    await add(mine)
    const { data } = await add(hers, 'Hers', grace)
    const one = await ticket()
    expect(await refused(one, hers.get(await asked(one)))).toEqual([422, WRONG_PASSKEY])
    expect((await app.refusal(secondFactor.passkeyRemove, { passkey_id: data._id })).status).toBe(404)
    expect((await app.call(secondFactor.status, {}, grace)).data.passkeys).toHaveLength(1)
  })

  it('signs nobody in who was deactivated', async () => {
    const hers = softwarePasskey()
    const grace = await addAnotherAdmin(app, 'Grace')
    await add(hers, 'Hers', grace)
    const { ticket, challenge } = await asked()
    await app.call(administrators.deactivate, { administrator_id: grace.id })
    expect(await refused(ticket, hers.get({ challenge }))).toEqual([422, WRONG_PASSKEY])
  })

  it('goes with the recovery codes where nothing else is left', async () => {
    const { data } = await add(softwarePasskey())
    await app.call(secondFactor.passkeyRemove, { passkey_id: data._id })
    expect(await status()).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
    await app.signIn()
  })

  it('is a proof, where it has seen who it is', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const phone = softwarePasskey()
    await add(phone)
    vi.setSystemTime(Date.now() + 16 * 60_000)
    const { data } = await app.refusal(secondFactor.recoveryCodes, {})
    expect(data).toEqual({ proof_required: ['password', 'passkey'] })
    const challenge = async () => challengeIn((await app.call(sessions.proofOptions, {})).data)
    const unseen = phone.get({ ...(await challenge()), verified: false })
    expect((await app.refusal(sessions.prove, { credential: unseen })).message).toBe(WRONG_PASSKEY)
    const { token } = (await app.call(sessions.prove, { credential: phone.get(await challenge()) })).data
    await app.call(secondFactor.recoveryCodes, {}, { token })
  })

  it('is refused in words, whatever is sent in its place', async () => {
    const phone = softwarePasskey()
    await add(phone)
    const one = await ticket()
    const credential = { id: phone.id, type: 'public-key' }
    for (const response of [{}, null, 'x', { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' }]) {
      await asked(one)
      const answer = await app.send(
        signIn.loginConfirm,
        { ticket: one, credential: { ...credential, response } },
        visitor,
      )
      expect([answer.statusCode, answer.json().message]).toEqual([422, WRONG_PASSKEY])
    }
    await app.call(secondFactor.passkeyOptions, {})
    const { status: code } = await app.refusal(secondFactor.passkeyAdd, { name: 'X', credential })
    expect(code).toBe(422)
  })
})
