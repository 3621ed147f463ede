import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import type { Language } from '#contract/french.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { privacy } from '#contract/privacy.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let app: TestApp
const visitor = { token: null }
const grace = { name: 'Grace Hopper', email: 'grace@example.com', password: 'flow-matic-1!' }
const { name: _name, ...login } = grace

beforeEach(async () => {
  app = await buildTestApp({ LANGUAGES: 'en,fr' })
})
afterEach(() => app.close())

async function signedIn(fields: { language?: Language | null } = {}) {
  await app.call(ownerAccount.register, { ...grace, ...fields }, visitor)
  await app.runJobs()
  const { data } = await app.call(ownerAccount.signIn, login, visitor)
  if (data.must_change_password) throw new Error('the password must be changed first')
  return { owner: data, as: { token: data.token } }
}

describe('the language of an owner', () => {
  it('is what they register with, and nothing where they do not say', async () => {
    const { owner, as } = await signedIn({ language: 'fr' })
    expect([owner.language, (await app.call(ownerAccount.me, {}, as)).data.language]).toEqual(['fr', 'fr'])
    const ada = { ...grace, email: 'ada@example.com' }
    await app.call(ownerAccount.register, ada, visitor)
    const { data } = await app.call(ownerAccount.signIn, { ...login, email: ada.email }, visitor)
    expect(data).toMatchObject({ language: null })
  })

  it('stays where an edit leaves it out, and is taken away with null', async () => {
    const { owner, as } = await signedIn()
    const edit = async (fields: { language?: Language | null }) =>
      (await app.call(ownerAccount.editProfile, { name: grace.name, ...fields }, as)).data.language
    expect([await edit({}), await edit({ language: 'fr' }), await edit({}), await edit({ language: 'en' })]).toEqual([
      null,
      'fr',
      'fr',
      'en',
    ])
    expect(await edit({ language: null })).toBeNull()
    const { data } = await app.call(changes.of_record, { record_id: owner._id, record_type: 'users' })
    expect(JSON.stringify(data)).toContain('French')
  })

  it('is English, French or none', async () => {
    const { as } = await signedIn()
    const wrong = { language: 'de' as Language }
    const expected = { status: 422, message: 'Please choose en or fr.' }
    expect(await app.refusal(ownerAccount.editProfile, { name: 'Grace', ...wrong }, as)).toMatchObject(expected)
    const again = { ...grace, email: 'ada@example.com', ...wrong }
    expect(await app.refusal(ownerAccount.register, again, visitor)).toMatchObject(expected)
  })

  it('is in what is exported of them, and gone with them', async () => {
    const { owner } = await signedIn({ language: 'fr' })
    const exported = await app.call(privacy.exportPersonal, { user_id: owner._id })
    expect(exported.data.profile.language).toBe('fr')
    await app.call(privacy.erase, { user_id: owner._id, now: true, asked_by: 'owner', verified_by: 'mailed_code' })
    await app.runJobs()
    const row = await app.db.selectFrom('users').select('language').where('id', '=', owner._id).executeTakeFirst()
    expect(row).toEqual({ language: null })
    expect(JSON.stringify(await app.db.selectFrom('activity').select('changes').execute())).not.toContain('language')
  })
})
