import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { users } from '#contract/users.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let app: TestApp
let mine: { token: string }
const visitor = { token: null }
const grace = { name: 'Grace Hopper', email: 'grace@example.com', password: 'flow-matic-1!' }
const { name: _name, ...login } = grace

beforeEach(async () => {
  app = await buildTestApp()
  await app.call(ownerAccount.register, grace, visitor)
  await app.runJobs()
  mine = { token: await signIn() }
})
afterEach(() => app.close())

async function signIn(fields: object = login) {
  const { data } = await app.call(ownerAccount.signIn, fields, visitor)
  if (data.must_change_password) throw new Error('the password must be changed first')
  return data.token
}
const me = async () => (await app.call(ownerAccount.me, {}, mine)).data
const codeIn = (text = '') => /is (\d{6})/.exec(text)?.[1] ?? ''
const mailTo = (address: string) => app.mails.findLast(({ to }) => to === address)

describe('users/edit_profile', () => {
  it('changes name, state and zip, and leaves what is left out', async () => {
    const edit = { name: 'Grace B. Hopper', state: 'Oregon', zip: '97701', version: 1 }
    const { message, data } = await app.call(ownerAccount.editProfile, edit, mine)
    expect([message, data]).toEqual(['Profile updated successfully.', await me()])
    expect(data).toMatchObject({ name: 'Grace B. Hopper', state: 'Oregon', zip: '97701', version: 2 })
    await app.call(ownerAccount.editProfile, { name: 'Grace Hopper', zip: '' }, mine)
    expect(await me()).toMatchObject({ name: 'Grace Hopper', state: 'Oregon', zip: '' })
    const { data: listed } = await app.call(users.list, {})
    expect(listed[0]).toMatchObject({ name: 'Grace Hopper', state: 'Oregon' })
    const history = await app.call(changes.of_record, { record_id: listed[0]?._id, record_type: 'users' })
    expect(history.data[0]?.change.by).toMatchObject({ kind: 'user', name: 'Grace Hopper' })
  })

  it('is merged with a change from another phone', async () => {
    await app.call(ownerAccount.editProfile, { name: 'Grace', state: 'Ohio', version: 1 }, mine)
    const { data, merged } = await app.call(
      ownerAccount.editProfile,
      { name: 'Grace Hopper', zip: '97701', version: 1 },
      mine,
    )
    expect([data.name, data.zip, merged?.map(({ field }) => field)]).toEqual(['Grace', '97701', ['name']])
    const edit = { name: 'Another', version: 1 }
    const refused = await app.refusal(ownerAccount.editProfile, edit, mine)
    expect(refused).toMatchObject({ status: 409, collisions: ['name'], data: await me() })
  })
})

describe('users/change_email', () => {
  const asked = { email: 'hopper@example.com', password: grace.password }
  const ask = async (fields: object = {}) => {
    await app.call(ownerAccount.changeEmail, { ...asked, ...fields }, mine)
    await app.runJobs()
  }
  const confirm = (otp: string) => app.call(ownerAccount.confirmChangeEmail, { otp }, mine)
  const refusal = (otp: string) => app.refusal(ownerAccount.confirmChangeEmail, { otp }, mine)

  it('changes the address with the code that is mailed to it, once, and tells the old one', async () => {
    await ask()
    expect((await me()).email).toBe('grace@example.com')
    const otp = codeIn(mailTo('hopper@example.com')?.text)
    const { message, data } = await confirm(otp)
    expect([message, data.email, data.email_confirmed]).toEqual([
      'Email updated successfully.',
      'hopper@example.com',
      true,
    ])
    await app.runJobs()
    expect(mailTo('grace@example.com')?.subject).toBe('Your email address was changed')
    await signIn({ ...login, email: 'hopper@example.com' })
    expect((await app.refusal(ownerAccount.signIn, login, visitor)).status).toBe(422)
    expect((await refusal(otp)).errors).toHaveProperty('otp')
  })

  it('ends the other sessions with the old address, and keeps the one that changes it', async () => {
    const other = { token: await signIn() }
    await ask()
    await confirm(codeIn(mailTo('hopper@example.com')?.text))
    expect((await app.refusal(ownerAccount.me, {}, other)).status).toBe(401)
    expect((await me()).email).toBe('hopper@example.com')
  })

  it('asks for the password, and for another address', async () => {
    const wrong = await app.refusal(ownerAccount.changeEmail, { ...asked, password: 'wrong-1!' }, mine)
    expect(wrong.errors).toEqual({ password: ['The password is not right.'] })
    const same = await app.refusal(ownerAccount.changeEmail, { ...asked, email: 'Grace@example.com' }, mine)
    expect(same.errors).toEqual({ email: ['This is already your email address.'] })
    expect((await refusal('123456')).errors).toHaveProperty('otp')
  })

  it('answers the same for an address that has an account, and gives it no code', async () => {
    await app.call(ownerAccount.register, { ...grace, email: 'ada@owner.example' }, visitor)
    const free = await app.call(ownerAccount.changeEmail, asked, mine)
    expect(await app.call(ownerAccount.changeEmail, { ...asked, email: 'ada@owner.example' }, mine)).toEqual(free)
    await app.runJobs()
    expect(mailTo('ada@owner.example')?.subject).toBe('You already have an account')
    expect(codeIn(mailTo('ada@owner.example')?.text)).toBe('')
  })

  it('takes either of the newest two codes, since the first mail may come late', async () => {
    await ask()
    const first = codeIn(mailTo('hopper@example.com')?.text)
    await ask()
    expect((await confirm(first)).data.email).toBe('hopper@example.com')
  })

  it('takes the code of the address that was asked for last, and none for one that is taken meanwhile', async () => {
    await ask()
    const first = codeIn(mailTo('hopper@example.com')?.text)
    await ask({ email: 'other@example.com' })
    expect((await refusal(first)).errors).toHaveProperty('otp')
    await app.call(ownerAccount.register, { ...grace, email: 'other@example.com' }, visitor)
    expect((await refusal(codeIn(mailTo('other@example.com')?.text))).errors).toHaveProperty('otp')
    expect((await me()).email).toBe('grace@example.com')
  })
})
