import { afterEach, describe, expect, it, vi } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { type ImportType, imports } from '#contract/imports.ts'
import { keys } from '#contract/keys.ts'
import { models } from '#contract/models.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { users } from '#contract/users.ts'
import { years } from '#contract/years.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue } from '../../testing/people.ts'
import { formOf } from '../../testing/pictures.ts'

let app: TestApp
const open = async (more: Parameters<typeof buildTestApp>[1] = {}) => {
  app = await buildTestApp({ DEMO_SOCIAL_SIGN_IN: 'true' }, more)
}
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const csv = (...lines: string[]) => new File([lines.join('\r\n')], 'owners.csv')
const HEADS = 'Name,Email,State,Zip'
const OWNERS = csv(HEADS, 'Grace Hopper,grace@example.com,Oregon,97701', 'Mary Ross,mary@example.com,,')
const rehearse = async (file: File, record_type: ImportType = 'users', as = {}) =>
  (await app.call(imports.rehearse, formOf({ record_type, file }), as)).data
const rowsOf = async (rehearsal_id: string, as = {}) =>
  (await app.call(imports.rows, { rehearsal_id, per_page: 100 }, as)).data
async function bringIn(file = OWNERS, record_type: ImportType = 'users') {
  const { rehearsal_id } = await rehearse(file, record_type)
  const { data } = await app.call(imports.apply, { rehearsal_id })
  await app.runJobs()
  return data?._id ?? ''
}
const undo = async (change_id: string | null, more = {}, as = {}) => {
  const answer = await app.call(changes.undo, { change_id, ...more }, as)
  await app.runJobs()
  return answer.change_id
}
const visitor = { token: null }
const email = 'grace@example.com'
const NEW = 'of-my-own-1!'
const stored = () => app.db.selectFrom('users').selectAll().orderBy('seq').execute()
const listed = async (more: object = {}) => (await app.call(users.list, more)).data.map(({ name }) => name).toSorted()

async function setPassword() {
  await app.call(ownerAccount.forgotPassword, { email }, visitor)
  await app.runJobs()
  const otp = /is (\d{6})/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? ''
  const fields = { email, otp, new_password: NEW, confirm_password: NEW }
  return app.send(ownerAccount.resetPassword, fields, visitor)
}
const signIn = async (password = NEW) => {
  const answer = await app.send(ownerAccount.signIn, { email, password }, visitor)
  return answer.statusCode === 200 ? (answer.json<{ data: { token: string } }>().data.token ?? '') : answer.statusCode
}

describe('An owner who comes in by a file', () => {
  it('is as one who has just registered, without a password, a session or a mail, and gets in by a mailed code', async () => {
    await open()
    await bringIn()
    expect((await stored())[0]).toMatchObject({
      name: 'Grace Hopper',
      email,
      type: 'SIMPLE',
      status: 1,
      password_hash: null,
      social_id: null,
      must_change_password: 0,
      email_confirmed: 0,
      state: 'Oregon',
      zip: '97701',
      new_email: null,
    })
    expect(app.mails).toEqual([])
    expect(await app.db.selectFrom('app_sessions').selectAll().execute()).toEqual([])
    expect([await signIn(''), await signIn(NEW), await signIn('null')]).toEqual([422, 422, 422])
    expect((await setPassword()).statusCode).toBe(200)
    const token = await signIn()
    expect((await app.call(ownerAccount.me, {}, { token: String(token) })).data).toMatchObject({
      email,
      email_confirmed: true,
      state: 'Oregon',
    })
    const [own] = (await app.call(changes.list, { filters: { kind: { value: 'import' } } })).data
    expect([own?.sentence, JSON.stringify(own)]).toEqual([
      'Administrator imported 2 users: Grace Hopper (grace@example.com) and Mary Ross (mary@example.com) from owners.csv',
      expect.not.stringContaining('password'),
    ])
  })

  it('is not taken by a stranger who registers the address; the mail says how its owner gets in', async () => {
    await open()
    await bringIn()
    const stranger = { name: 'Eve', email, password: 'strange-1!' }
    await app.call(ownerAccount.register, stranger, visitor)
    await app.runJobs()
    expect(app.mails.map(({ to, subject }) => [to, subject])).toEqual([[email, 'You already have an account']])
    expect(app.mails[0]?.text).toContain('Please sign in with a new password, which “Forgot password” gives you.')
    expect([await signIn(stranger.password), (await stored())[0]?.name]).toEqual([422, 'Grace Hopper'])
  })

  it('keeps to the rules and the words of the registration', async () => {
    await open()
    const file = csv(
      HEADS,
      ',a@example.com,,',
      'A,,,',
      'B,no address,,',
      `${'c'.repeat(51)},c@example.com,,`,
      `D,d@example.com,${'x'.repeat(101)},`,
      'E,e@example.com,,',
      'F,E@Example.com,,',
      'G,ada@example.com,,',
    )
    const { rehearsal_id, counts } = await rehearse(file)
    expect(counts).toEqual({ new: 2, changed: 0, unchanged: 0, refused: 6 })
    const refusal = async (fields: object) =>
      (
        await app.refusal(
          ownerAccount.register,
          { name: 'A', email: 'a@example.com', password: NEW, ...fields },
          visitor,
        )
      ).errors
    expect((await rowsOf(rehearsal_id)).map(({ errors }) => errors)).toEqual([
      await refusal({ name: '' }),
      await refusal({ email: '' }),
      await refusal({ email: 'no address' }),
      await refusal({ name: 'c'.repeat(51) }),
      { state: ['Please use at most 100 characters.'] },
      {},
      { email: ['Row 7 of the file is about the same user.'] },
      // An administrator with this address is not an owner.
      {},
    ])
    const { columns } = await rehearse(csv('Name,Email,State,Postal Code,Password,Type,Active,Social Id'))
    expect(columns.map(({ field }) => field)).toEqual(['name', 'email', 'state', 'zip', null, null, null, null])
    const template = await app.send(imports.template, { record_type: 'users', format: 'csv' })
    expect(template.body).toBe('\uFEFFName,Email,State,Postal Code\r\n')
  })

  it('who is there already keeps the address and what they sign in with, and is unchanged where all equals', async () => {
    await open()
    const grace = { name: 'Grace', email: 'Grace@Example.com', password: NEW }
    await app.call(ownerAccount.register, grace, visitor)
    const [before] = await stored()
    const { rehearsal_id, counts } = await rehearse(OWNERS)
    expect(counts).toMatchObject({ new: 1, changed: 1 })
    await app.call(imports.apply, { rehearsal_id })
    const {
      name: _name,
      name_key: _key,
      state: _state,
      zip: _zip,
      version: _version,
      updated_at: _at,
      ...kept
    } = before ?? {}
    expect((await stored())[0]).toMatchObject({ ...kept, name: 'Grace Hopper', state: 'Oregon', zip: '97701' })
    expect((await rehearse(OWNERS)).counts).toMatchObject({ unchanged: 2 })
    const id = before?.id ?? ''
    const other = await rehearse(csv('_id,Name,Email', `${id},Grace,other@example.com`))
    expect((await rowsOf(other.rehearsal_id))[0]?.errors).toEqual({ email: ['The email of a user cannot be changed.'] })
    expect(await signIn()).not.toBe(422)
  })

  it('may have an address that another owner has asked for, who does not get it then', async () => {
    await open()
    await app.call(ownerAccount.register, { name: 'Eve', email: 'eve@example.com', password: NEW }, visitor)
    const { token } = (await app.call(ownerAccount.signIn, { email: 'eve@example.com', password: NEW }, visitor))
      .data as {
      token: string
    }
    await app.call(ownerAccount.changeEmail, { email, password: NEW }, { token })
    await app.runJobs()
    const otp = /is (\d{6})/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? ''
    await bringIn()
    expect((await app.send(ownerAccount.confirmChangeEmail, { otp }, { token })).statusCode).toBe(422)
    expect(await listed()).toEqual(['Eve', 'Grace Hopper', 'Mary Ross'])
  })

  it('owns the RVs of the next file', async () => {
    await open()
    await bringIn()
    const { category, year } = await addCatalogue(app)
    const type = (await app.call(rvTypes.get, { cat_id: category })).data.name
    const yearName = (await app.call(years.get, { year_id: year })).data.name
    const [model] = (await app.call(models.list, {})).data
    const file = csv('User Email,RV Type,Model,Year,VIN', `${email},${type},${model?.name},${yearName},123456`)
    const { data } = await app.call(imports.apply, { rehearsal_id: (await rehearse(file, 'rvs')).rehearsal_id })
    expect(data?.record_count).toBe(1)
    expect((await app.call(rvs.list, {})).data[0]).toMatchObject({ user_email: email })
  })

  it('comes in by a key for users, and by no other', async () => {
    await open()
    const add = async (record_types: string[]) => {
      const expires_at = new Date(Date.now() + 86_400_000).toISOString()
      const fields = { name: record_types.join(), expires_at, scope: 'write', record_types }
      return { token: (await app.call(keys.add, fields)).secret }
    }
    const input = formOf({ record_type: 'users', file: OWNERS })
    expect((await app.send(imports.rehearse, input, await add(['rvs']))).statusCode).toBe(403)
    const as = await add(['users'])
    const { rehearsal_id } = await rehearse(OWNERS, 'users', as)
    const applied = await app.call(imports.apply, { rehearsal_id }, as)
    // Undoing the import of owners deletes them.
    expect([applied.can_undo, (await listed()).length]).toEqual([false, 2])
    expect((await app.refusal(changes.undo, { change_id: applied.change_id }, as)).status).toBe(403)
  })
})

describe.each([
  ['in one transaction', {}],
  ['in steps', { largeChange: { moreThan: 1, step: 1 } }],
])('An import of owners that is undone %s', (_how, more) => {
  it('takes back all that nobody has touched, and brings them back when it is redone', async () => {
    await open(more)
    const change = await bringIn()
    const before = await stored()
    const undone = await undo(change)
    expect([await listed(), await listed({ status: true })]).toEqual([[], []])
    expect(await listed({ status: false })).toEqual(['Grace Hopper', 'Mary Ross'])
    expect(await listed({ is_deleted: true })).toEqual(['Grace Hopper', 'Mary Ross'])
    expect((await setPassword()).statusCode).toBe(422)
    expect(app.mails).toEqual([])
    const id = before[0]?.id
    expect((await app.refusal(users.resetPassword, { user_id: id })).status).toBe(422)
    const redone = await undo(undone)
    const plain = ({ version: _version, updated_at: _at, ...row }: (typeof before)[number]) => row
    expect((await stored()).map(plain)).toEqual(before.map(plain))
    await undo(redone)
    expect([await listed(), await listed({ status: false })]).toEqual([[], ['Grace Hopper', 'Mary Ross']])
    expect((await rehearse(OWNERS)).counts).toMatchObject({ new: 2 })
  })

  it('leaves and names those who have signed in, have an RV or were changed since', async () => {
    await open(more)
    const change = await bringIn(
      csv(HEADS, 'Grace Hopper,grace@example.com,,', 'Mary,mary@example.com,,', 'Ann,ann@example.com,,'),
    )
    expect((await setPassword()).statusCode).toBe(200)
    const ann = (await stored()).find(({ name }) => name === 'Ann')?.id ?? ''
    const { category, year, model } = await addCatalogue(app)
    const rv = { category, year, model, vin: '123456', user: ann }
    await app.call(rvs.upsert, { records: [rv] })
    const { data, status } = await app.refusal(changes.undo, { change_id: change })
    const { obstacles } = data as { obstacles: { title: string }[] }
    expect([status, obstacles.map(({ title }) => title).toSorted()]).toEqual([409, ['Ann', 'Grace Hopper']])
    await undo(change, { leave_obstacles: true })
    expect(await listed()).toEqual(['Ann', 'Grace Hopper'])
    expect(await signIn()).not.toBe(422)
  })

  it('leaves the address to whoever registers with it, and then the redo is in the way', async () => {
    await open(more)
    const undone = await undo(await bringIn())
    await app.call(ownerAccount.register, { name: 'Grace H.', email, password: NEW }, visitor)
    await app.runJobs()
    expect(app.mails.map(({ subject }) => subject)).toEqual(['Welcome'])
    expect(await signIn()).not.toBe(422)
    expect(await listed()).toEqual(['Grace H.'])
    expect(await app.refusal(changes.undo, { change_id: undone })).toMatchObject({
      status: 409,
      message: '“Grace Hopper” cannot be undone: User already exists.',
    })
    const gone = (await stored()).find(({ name }) => name === 'Grace Hopper')?.id ?? ''
    expect((await app.refusal(users.changeStatus, { user_id: gone, status: true })).status).toBe(422)
    const bulk = { record_type: 'users', action: 'activate', matching: { status: false }, leave: true }
    await app.send(records.bulk, bulk)
    await app.runJobs()
    expect(await listed()).not.toContain('Grace Hopper')
  })

  it('can be taken back for one owner by activating them', async () => {
    await open(more)
    await undo(await bringIn())
    const rows = await stored()
    await app.call(users.changeStatus, { user_id: rows[0]?.id, status: true })
    expect([await listed(), await listed({ status: true })]).toEqual([['Grace Hopper'], ['Grace Hopper']])
    await app.call(records.bulk, { record_type: 'users', action: 'activate', ids: rows.map(({ id }) => id) })
    await app.runJobs()
    expect(await listed({ is_deleted: false, status: true })).toEqual(['Grace Hopper', 'Mary Ross'])
    expect((await setPassword()).statusCode).toBe(200)
  })

  it('brings nobody back who was erased', async () => {
    await open(more)
    const change = await bringIn()
    await setPassword()
    const token = String(await signIn())
    const user = (await stored())[0]?.id
    const rv = { ...(await addCatalogue(app)), vin: '123456', user }
    const upserted = await app.call(rvs.upsert, { records: [rv] })
    await app.call(ownRecords.deleteRv, { rv_id: upserted.data.ids[0] }, { token })
    await app.call(ownerAccount.delete, { password: NEW }, { token })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 86_400_000 })
    await app.runJobs()
    const [erased] = await stored()
    expect(erased?.name).toBe('Erased')
    const as = { token: await app.signIn() }
    expect((await app.refusal(changes.undo, { change_id: change }, as)).status).toBe(409)
    const undone = await undo(change, { leave_obstacles: true }, as)
    await undo(undone, {}, as)
    const again = await rehearse(csv('_id,Name', `${erased?.id},Grace Hopper`), 'users', as)
    expect((await rowsOf(again.rehearsal_id, as))[0]?.errors).toEqual({ _id: ['This has been erased.'] })
    expect((await stored())[0]).toEqual(erased)
    // Nor their records, about which the history no longer says anything.
    expect((await app.refusal(changes.undo, { change_id: upserted.change_id }, as)).status).toBe(422)
    const exported = csv('_id,Name,Email', `${erased?.id},Erased,${erased?.email}`)
    expect((await rehearse(exported, 'users', as)).counts).toMatchObject({ unchanged: 1, refused: 0 })
  })
})
