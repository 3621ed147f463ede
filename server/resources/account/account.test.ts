import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account, tokenOf } from '#contract/account.ts'
import { setDeletedWhere } from '../../records/plan/carry-out.ts'
import { recordNew } from '../../records/plan/sources/facts.ts'
import { ADMIN, buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue, addOwner, changeBy } from '../../testing/people.ts'
import { aPicture, formOf } from '../../testing/pictures.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const visitor = { token: null }
const WRONG_LOGIN = 'Incorrect email or password.'
const WRONG_OTP = 'Invalid OTP, please enter the valid OTP'
const NEW_PASSWORD = 'quite-another-2?'

async function mailedCode(email = ADMIN.email) {
  await app.call(account.forgotPassword, { email }, visitor)
  await app.runJobs()
  return /is (\d{6})/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? ''
}

const resetWith = (otp: string, password = NEW_PASSWORD) => ({
  email: ADMIN.email,
  otp,
  new_password: password,
  confirm_password: password,
})

describe('admin/users/login', () => {
  it('answers with a token that opens the other calls', async () => {
    const { data, message } = await app.call(account.login, ADMIN, visitor)
    expect(message).toBe('Logged in successful')
    expect((await app.call(account.me, {}, { token: tokenOf(data) })).data.email).toBe(ADMIN.email)
  })

  it('says so where the stored password is damaged, which a code by mail mends', async () => {
    await app.db.updateTable('admins').set({ password_hash: '$argon2id$v=19$n=19456,t=2' }).execute()
    expect(await app.refusal(account.login, ADMIN, visitor)).toMatchObject({
      status: 422,
      message:
        'The stored password is damaged, so it cannot be checked. Please choose Forgot Password? to set a new one.',
    })
    await app.call(account.resetPassword, resetWith(await mailedCode()), visitor)
    await app.call(account.login, { ...ADMIN, password: NEW_PASSWORD }, visitor)
  })

  it('takes the address in any case', async () => {
    await app.call(account.login, { ...ADMIN, email: ' ADA@Example.COM ' }, visitor)
  })

  it('says the same for a wrong password and an unknown address', async () => {
    const wrong = await app.refusal(account.login, { ...ADMIN, password: 'no' }, visitor)
    const unknown = await app.refusal(account.login, { ...ADMIN, email: 'eve@example.com' }, visitor)
    expect([wrong.status, wrong.message]).toEqual([422, WRONG_LOGIN])
    expect([unknown.status, unknown.message]).toEqual([422, WRONG_LOGIN])
  })

  it('refuses further tries on an account after ten, whatever the case, even with the right password', async () => {
    for (let tried = 0; tried < 10; tried++) {
      const email = tried % 2 ? ADMIN.email : ADMIN.email.toUpperCase()
      await app.refusal(account.login, { email, password: 'no' }, { ...visitor, address: `10.0.0.${tried}` })
    }
    const { status, headers } = await app.refusal(account.login, ADMIN, visitor)
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  it('opens again by itself after a quarter of an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let tried = 0; tried < 11; tried++) await app.refusal(account.login, { ...ADMIN, password: 'no' }, visitor)
    vi.setSystemTime(Date.now() + 15 * 60_000 + 1000)
    await app.call(account.login, ADMIN, visitor)
  })

  it('refuses an address that tries many accounts, without believing what proxies are said to have forwarded', async () => {
    for (let tried = 0; tried < 50; tried++) {
      await app.app.inject({
        method: 'POST',
        url: `/api/v1/${account.login.path}`,
        headers: { 'x-api-key': 'the-key-of-the-tests', 'x-forwarded-for': `10.1.1.${tried}` },
        payload: { email: `user${tried}@example.com`, password: 'no' },
      })
    }
    expect((await app.refusal(account.login, ADMIN, visitor)).status).toBe(429)
  })

  it('forgets wrong tries after a right one', async () => {
    for (let tried = 0; tried < 9; tried++) await app.refusal(account.login, { ...ADMIN, password: 'no' }, visitor)
    await app.call(account.login, ADMIN, visitor)
    for (let tried = 0; tried < 9; tried++) {
      expect((await app.refusal(account.login, { ...ADMIN, password: 'no' }, visitor)).status).toBe(422)
    }
  })

  it('keeps neither token nor password readable', async () => {
    const rows = JSON.stringify([
      await app.db.selectFrom('sessions').selectAll().execute(),
      await app.db.selectFrom('admins').selectAll().execute(),
    ])
    expect(rows).not.toContain(app.token)
    expect(rows).not.toContain(ADMIN.password)
    expect(rows).toContain('$argon2id$')
  })
})

describe('sessions', () => {
  it('end with logout, on the server', async () => {
    const other = await app.signIn()
    await app.call(account.logout, {}, { token: other })
    expect((await app.refusal(account.me, {}, { token: other })).status).toBe(401)
    await app.call(account.me, {})
  })

  it('end after 12 hours without use', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const start = Date.now()
    for (let hour = 11; hour <= 33; hour += 11) {
      vi.setSystemTime(start + hour * 3_600_000)
      await app.call(account.me, {})
    }
    vi.setSystemTime(start + 33 * 3_600_000 + 12 * 3_600_000 + 1000)
    expect((await app.refusal(account.me, {})).status).toBe(401)
  })

  it('end after 7 days in any case', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const start = Date.now()
    for (let hour = 10; hour <= 7 * 24; hour += 10) {
      vi.setSystemTime(start + hour * 3_600_000)
      await app.call(account.me, {})
    }
    vi.setSystemTime(start + 7 * 24 * 3_600_000 + 1000)
    expect((await app.refusal(account.me, {})).status).toBe(401)
  })
})

describe('admin/users/me', () => {
  it('answers with who is signed in and the eight counters', async () => {
    const { data } = await app.call(account.me, {})
    expect(data).toMatchObject({ name: 'Administrator', email: ADMIN.email, avtar: null, register_users_count: 0 })
    expect(Object.keys(data).filter((field) => field.endsWith('_count'))).toHaveLength(8)
  })

  it('counts the active records that the triggers have counted', async () => {
    const counted = async () => (await app.call(account.me, {})).data.rv_management_count
    const before = await counted()
    const user_id = await addOwner(app)
    const { category: cat_id, model: model_id, year: year_id } = await addCatalogue(app)
    const rv = {
      user_id,
      cat_id,
      model_id,
      year_id,
      serial_no: null,
      vin: '123456',
      external_id: null,
      full_vin: null,
      sold_by: null,
      transfer_refused: null,
    }
    const id = await recordNew(app.db, 'rvs', rv, changeBy({ _id: user_id, kind: 'user' }))
    expect(await counted()).toBe(before + 1)
    await setDeletedWhere(app.db, 'rvs', { id }, true, changeBy({ _id: user_id, kind: 'user' }))
    expect(await counted()).toBe(before)
  })
})

describe('common/users/forgot_password', () => {
  it('mails a code of six digits', async () => {
    expect(await mailedCode()).toMatch(/^\d{6}$/)
    expect(app.mails).toHaveLength(1)
    expect(app.mails[0]?.to).toBe(ADMIN.email)
  })

  it('answers the same for an unknown address, mails nobody, and writes as much', async () => {
    const known = await app.send(account.forgotPassword.path, { email: ADMIN.email }, visitor)
    const unknown = await app.send(account.forgotPassword.path, { email: 'eve@example.com' }, visitor)
    expect(unknown.body).toBe(known.body)
    expect(unknown.statusCode).toBe(200)
    expect(
      await app.db.selectFrom('one_time_secrets').select('subject').where('purpose', '=', 'code').execute(),
    ).toHaveLength(2)
    await app.runJobs()
    expect(app.mails.map(({ to }) => to)).toEqual([ADMIN.email])
  })

  it('refuses more than ten codes for an address within a quarter of an hour', async () => {
    for (let asked = 0; asked < 10; asked++) await app.call(account.forgotPassword, { email: ADMIN.email }, visitor)
    expect((await app.refusal(account.forgotPassword, { email: ADMIN.email }, visitor)).status).toBe(429)
  })

  it('mails no code that has run out or was replaced before the mail could be sent', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await app.call(account.forgotPassword, { email: ADMIN.email }, visitor)
    vi.setSystemTime(Date.now() + 11 * 60_000)
    await app.runJobs()
    expect(app.mails).toEqual([])
    for (let asked = 0; asked < 2; asked++) await app.call(account.forgotPassword, { email: ADMIN.email }, visitor)
    await app.runJobs()
    expect(app.mails).toHaveLength(1)
  })

  it('keeps the code only as a keyed hash', async () => {
    const code = await mailedCode()
    expect(JSON.stringify(await app.db.selectFrom('one_time_secrets').selectAll().execute())).not.toContain(code)
    expect(await app.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  it('makes the code when it makes the mail, so that no job holds one', async () => {
    await app.call(account.forgotPassword, { email: ADMIN.email }, visitor)
    const [job] = await app.db.selectFrom('jobs').select('payload').execute()
    expect(JSON.parse(job?.payload ?? '')).toEqual({
      template: 'reset-code',
      email: ADMIN.email,
      request: expect.any(String),
    })
    const request = JSON.parse(job?.payload ?? '').request
    expect(await app.db.selectFrom('one_time_secrets').select('request').execute()).toEqual([{ request }])
  })

  it('mails no code again once one was used, also when the receipt of its mail was lost', async () => {
    await app.call(account.forgotPassword, { email: ADMIN.email }, visitor)
    const [job] = await app.db.selectFrom('jobs').selectAll().execute()
    await app.runJobs()
    const code = /is (\d{6})/.exec(app.mails[0]?.text ?? '')?.[1] ?? ''
    await app.call(account.resetPassword, resetWith(code), visitor)
    await app.db
      .insertInto('jobs')
      .values(job as never)
      .execute()
    await app.runJobs()
    expect(app.mails.filter(({ text }) => /is \d{6}/.test(text))).toHaveLength(1)
  })
})

describe('common/users/reset_password', () => {
  it('sets the password and ends all sessions', async () => {
    const { message } = await app.call(account.resetPassword, resetWith(await mailedCode()), visitor)
    expect(message).toBe('Password has been updated successfully.')
    expect((await app.refusal(account.me, {})).status).toBe(401)
    expect((await app.refusal(account.login, ADMIN, visitor)).status).toBe(422)
    await app.call(account.login, { ...ADMIN, password: NEW_PASSWORD }, visitor)
  })

  it('takes a code once', async () => {
    const code = await mailedCode()
    await app.call(account.resetPassword, resetWith(code), visitor)
    const again = await app.refusal(account.resetPassword, resetWith(code), visitor)
    expect([again.status, again.errors]).toEqual([422, { otp: [WRONG_OTP] }])
  })

  it('takes a code once when two come at the same moment', async () => {
    const code = await mailedCode()
    const answers = await Promise.all(
      [1, 2, 3].map((n) => app.send(account.resetPassword.path, resetWith(code, `side-by-side-${n}!`), visitor)),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 422, 422])
  })

  it('takes only the newest code', async () => {
    const first = await mailedCode()
    const second = await mailedCode()
    if (first !== second) {
      expect((await app.refusal(account.resetPassword, resetWith(first), visitor)).status).toBe(422)
    }
    await app.call(account.resetPassword, resetWith(second), visitor)
  })

  it('refuses a code after ten minutes', async () => {
    const code = await mailedCode()
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 10 * 60_000 + 1000)
    expect((await app.refusal(account.resetPassword, resetWith(code), visitor)).message).toBe(WRONG_OTP)
  })

  it('keeps its code when the new password is too common, however often', async () => {
    const code = await mailedCode()
    for (let tried = 0; tried < 12; tried++) {
      const { errors } = await app.refusal(account.resetPassword, resetWith(code, 'password1!'), visitor)
      expect(errors).toEqual({ new_password: [expect.stringContaining('too common')] })
    }
    await app.call(account.resetPassword, resetWith(code), visitor)
  })

  it('lets a code die after five wrong tries, also when they come side by side', async () => {
    const code = await mailedCode()
    const wrong = code === '000000' ? '111111' : '000000'
    await Promise.all([1, 2, 3, 4, 5].map(() => app.refusal(account.resetPassword, resetWith(wrong), visitor)))
    expect((await app.refusal(account.resetPassword, resetWith(code), visitor)).message).toBe(WRONG_OTP)
  })

  it('takes no code that belongs to another address', async () => {
    const code = await mailedCode('eve@example.com')
    const other = { ...resetWith(code || '123456') }
    expect((await app.refusal(account.resetPassword, other, visitor)).status).toBe(422)
  })
})

describe('admin/users/edit_profile', () => {
  it('changes the name and writes down from what to what', async () => {
    const { data, message } = await app.call(account.editProfile, formOf({ name: ' Ada Lovelace ' }))
    expect(message).toBe('Profile updated successfully.')
    expect(data.name).toBe('Ada Lovelace')
    const [entry] = await app.db.selectFrom('activity').selectAll().execute()
    expect(JSON.parse(entry?.changes ?? '')).toEqual({ name: ['Administrator', 'Ada Lovelace'] })
  })

  it('keeps a picture, encoded again and without its metadata, and serves it safely', async () => {
    const { data } = await app.call(account.editProfile, formOf({ name: 'Ada', avtar: await aPicture({ width: 400 }) }))
    const served = await app.app.inject(new URL(data.avtar ?? '').pathname)
    expect(served.statusCode).toBe(200)
    expect(served.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    expect(served.headers['content-security-policy']).toContain('sandbox')
    expect(served.headers['cache-control']).toContain('immutable')
    const { width, exif } = await sharp(served.rawPayload).metadata()
    expect([width, exif]).toEqual([300, undefined])
  })

  it('replaces the picture without leaving the old one behind', async () => {
    await app.call(account.editProfile, formOf({ name: 'Ada', avtar: await aPicture({ width: 100 }) }))
    await app.call(account.editProfile, formOf({ name: 'Ada', avtar: await aPicture({ width: 120 }) }))
    expect(await readdir(join(app.dataDir, 'files', 'avatars'))).toHaveLength(1)
  })

  it('goes by the bytes, not by the name', async () => {
    const liar = new File(['just text'], 'me.png', { type: 'image/png' })
    const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'me.png', { type: 'image/png' })
    const cut = new File([new Uint8Array(await (await aPicture({ width: 300 })).arrayBuffer()).slice(0, 200)], 'me.png')
    const notPng = 'Upload valid image. Only PNG are allowed.'
    for (const [avtar, reason] of [
      [liar, notPng],
      [svg, notPng],
      [cut, 'This picture is damaged. Part of it is missing.'],
    ] as const) {
      const { status, message, errors } = await app.refusal(account.editProfile, formOf({ name: 'Eve', avtar }))
      expect([status, message, errors]).toEqual([415, reason, { avtar: [reason] }])
    }
    expect((await app.call(account.me, {})).data.name).toBe('Administrator')
    await expect(readdir(join(app.dataDir, 'files', 'avatars'))).rejects.toThrow('ENOENT')
  })

  it('takes a PNG whatever the sender calls it', async () => {
    const bytes = await (await aPicture({ width: 100 })).arrayBuffer()
    const avtar = new File([bytes], 'me.bin', { type: 'application/octet-stream' })
    expect((await app.call(account.editProfile, formOf({ name: 'Ada', avtar }))).data.avtar).toMatch(/\.png$/)
  })

  it('refuses a picture of more than 100 KB, and one of too many pixels before it decodes it', async () => {
    const start = new Uint8Array(await (await aPicture({ width: 100 })).arrayBuffer())
    const large = new File([start, new Uint8Array(110_000)], 'me.png', { type: 'image/png' })
    const { status, message } = await app.refusal(account.editProfile, formOf({ name: 'Eve', avtar: large }))
    expect([status, message]).toEqual([413, 'File size should not be more than 100 KB'])

    const bomb = await sharp({ create: { width: 8001, height: 6250, channels: 3, background: '#000' } })
      .toColourspace('b-w')
      .png()
      .toBuffer()
    const avtar = new File([new Uint8Array(bomb)], 'me.png', { type: 'image/png' })
    const refusal = await app.refusal(account.editProfile, formOf({ name: 'Eve', avtar }))
    const reason = 'This picture has too many pixels: 8001x6250. At most 50 megapixels are allowed.'
    expect([refusal.status, refusal.errors]).toEqual([413, { avtar: [reason] }])
  })

  it("refuses somebody else's profile", async () => {
    const { status } = await app.refusal(account.editProfile, formOf({ name: 'Eve', user_id: 'another' }))
    expect(status).toBe(403)
  })
})

describe('admin/users/edit_password', () => {
  it('changes the password and ends every other session', async () => {
    const other = await app.signIn()
    const fields = { old_password: ADMIN.password, new_password: NEW_PASSWORD }
    expect((await app.call(account.editPassword, fields)).message).toBe('Password changed successfully.')
    await app.call(account.me, {})
    expect((await app.refusal(account.me, {}, { token: other })).status).toBe(401)
    await app.call(account.login, { ...ADMIN, password: NEW_PASSWORD }, visitor)
  })

  it('refuses a wrong old password on its field, and keeps the session', async () => {
    const refusal = await app.refusal(account.editPassword, { old_password: 'no', new_password: NEW_PASSWORD })
    expect([refusal.status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['old_password']])
    await app.call(account.me, {})
  })

  it('limits the tries at the old password', async () => {
    const fields = { old_password: 'no', new_password: NEW_PASSWORD }
    for (let tried = 0; tried < 10; tried++) await app.refusal(account.editPassword, fields)
    expect((await app.refusal(account.editPassword, fields)).status).toBe(429)
  })
})

describe('the mail folder', () => {
  it('gets each mail as an .eml file', async () => {
    const { folderMailer } = await import('../../integrations/mail/mailer.ts')
    const folder = join(app.dataDir, 'mail')
    const said: string[] = []
    await folderMailer(folder, 'Back-Office <no-reply@example.com>', { info: (message) => said.push(message) })({
      to: 'ada@example.com',
      subject: 'Hello',
      text: 'A word.',
    })
    const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
    expect(said[0]).toContain(file)
    expect(await readFile(join(folder, file), 'utf8')).toContain('To: ada@example.com')
  })
})
