import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import type { Language } from '#contract/french.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { users } from '#contract/users.ts'
import { ownerMails } from '../resources/mails.ts'
import { API_KEY, buildTestApp, type TestApp } from '../testing/build-test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp({ LANGUAGES: 'en,fr' })
})
afterEach(() => app.close())

const grace = { name: 'Grace Hopper', email: 'grace@example.com', password: 'flow-matic-1!' }
const { email, password } = grace
const NEW = 'of-my-own-1!'
const NONE = '0198c0de-0000-7000-8000-000000000000'
const visitor = { token: null }
const inFrench = { token: null, language: 'fr' } as const

async function signedIn(fields: { language?: Language | null } = {}) {
  await app.call(ownerAccount.register, { ...grace, ...fields }, visitor)
  await app.runJobs()
  app.mails.length = 0
  const { data } = await app.call(ownerAccount.signIn, { email, password }, visitor)
  if (data.must_change_password) throw new Error('the password must be changed first')
  return { id: data._id, token: data.token }
}
const mailed = async () => {
  await app.runJobs()
  return app.mails.splice(0)
}
const codeIn = (text = '') => /\b\d{6}\b/.exec(text)?.[0] ?? ''

describe('what an owner is answered', () => {
  it('is in the language of the call, else in theirs, else in English; codes stay', async () => {
    const { token } = await signedIn({ language: 'fr' })
    const refusal = (as: object) => app.refusal(ownRecords.rv, { _id: NONE }, as)
    const [asked, own, english, nobody] = [
      await refusal({ token, language: 'fr' }),
      await refusal({ token }),
      await refusal({ token, language: 'en' }),
      await app.refusal(ownRecords.rvs, {}, visitor),
    ]
    expect([asked, own, english, nobody].map(({ message, code }) => [message, code])).toEqual([
      ['Ce VR n’existe pas.', 'not_found'],
      ['Ce VR n’existe pas.', 'not_found'],
      ['This RV does not exist.', 'not_found'],
      ['Please sign in.', 'unknown'],
    ])
    const { errors, error_codes } = await app.refusal(ownerAccount.signIn, { email: 'no', password: '' }, inFrench)
    expect([errors, error_codes]).toEqual([
      {
        email: ['Adresse courriel non valide. Veuillez entrer une adresse valide.'],
        password: ['Le mot de passe ne peut pas être vide.'],
      },
      { email: ['invalid'], password: ['required'] },
    ])
    const done = await app.call(ownerAccount.editProfile, { name: 'Grace' }, { token })
    expect(done.message).toBe('Votre profil a été modifié.')
  })

  it('is in the language of the call where there is no such call, or not by this method', async () => {
    const said = async (address: string, method: 'GET' | 'POST' = 'GET') => {
      const response = await app.app.inject({ method, url: address, headers: { 'x-api-key': API_KEY } })
      return [response.statusCode, response.json<{ message: string }>().message]
    }
    expect([await said('/app/v1/nothing?language=fr'), await said('/app/v1/nothing')]).toEqual([
      [404, 'Cet appel n’existe pas.'],
      [404, 'There is no such call.'],
    ])
    expect(await said('/app/v1/rv_types?language=fr', 'POST')).toEqual([405, 'Veuillez faire cet appel par GET.'])
    expect(await said('/api/v1/nothing?language=fr')).toEqual([404, 'There is no such call.'])
  })

  it('is English where owners read no French, whatever they have said before, and in the history', async () => {
    const { token } = await signedIn({ language: 'fr' })
    await app.call(ownerAccount.editProfile, { name: 'Grace' }, { token })
    const { data } = await app.call(changes.list, {})
    expect(JSON.stringify(data)).toContain('Profile updated successfully.')
    await app.close()
    app = await buildTestApp()
    const english = await signedIn({ language: 'fr' })
    const as = { token: english.token, language: 'fr' } as const
    expect((await app.refusal(ownRecords.rv, { _id: NONE }, as)).message).toBe('This RV does not exist.')
  })

  it('is kept in English under an Idempotency-Key, and told in the language of each call', async () => {
    const { token } = await signedIn()
    const edit = async (language?: Language) =>
      (await app.call(ownerAccount.editProfile, { name: 'Grace' }, { token, idempotencyKey: 'once', language })).message
    expect([await edit('fr'), await edit(), await edit('fr')]).toEqual([
      'Votre profil a été modifié.',
      'Profile updated successfully.',
      'Votre profil a été modifié.',
    ])
  })
})

describe('what an owner is mailed', () => {
  const codeOf = async () => codeIn((await mailed()).at(-1)?.text)
  const mails: Record<string, () => Promise<unknown>> = {
    registered: async () => {
      await app.call(ownerAccount.register, grace, inFrench)
      await app.runJobs()
      await app.call(ownerAccount.register, grace, inFrench)
    },
    'owner-reset-code': async () => {
      await signedIn()
      await app.call(ownerAccount.forgotPassword, { email }, inFrench)
    },
    'confirmation-code': async () => {
      await signedIn()
      await app.call(ownerAccount.sendConfirmation, { email }, inFrench)
    },
    'user-password-changed': async () => {
      await signedIn({ language: 'fr' })
      await app.call(ownerAccount.forgotPassword, { email }, visitor)
      const fields = { email, otp: await codeOf(), new_password: NEW, confirm_password: NEW }
      await app.call(ownerAccount.resetPassword, fields, visitor)
    },
    'new-password': async () => {
      const { id } = await signedIn({ language: 'fr' })
      await app.call(users.resetPassword, { user_id: id })
    },
    'owner-new-email': async () => {
      const { token } = await signedIn({ language: 'fr' })
      await app.call(ownerAccount.changeEmail, { email: 'new@example.com', password }, { token })
      await app.runJobs()
      await app.call(ownerAccount.register, { ...grace, email: 'ada@example.com' }, inFrench)
      await app.call(ownerAccount.changeEmail, { email: 'ada@example.com', password }, { token })
    },
    'owner-old-email': async () => {
      const { token } = await signedIn()
      const as = { token, language: 'fr' } as const
      await app.call(ownerAccount.changeEmail, { email: 'new@example.com', password }, as)
      await app.call(ownerAccount.confirmChangeEmail, { otp: await codeOf() }, as)
    },
    'owner-deletion': async () => {
      const { token } = await signedIn({ language: 'fr' })
      await app.call(ownerAccount.delete, { password }, { token })
    },
  }

  it('is of these kinds', () => {
    expect(Object.keys(mails).toSorted()).toEqual(Object.keys(ownerMails).toSorted())
  })

  it.each(Object.entries(mails))('is in French: %s', async (_kind, cause) => {
    await cause()
    const french = await mailed()
    expect(french.length).toBeGreaterThan(0)
    for (const { subject, text, language } of french) {
      expect(language).toBe('fr')
      expect(`${subject}\n${text}`).toMatch(/Bonjour,/)
      expect(`${subject} ${text}`).not.toMatch(/\b(your|the|you|please|account|within)\b/i)
    }
  })

  it('is English where neither the call nor the owner says otherwise', async () => {
    await signedIn()
    await app.call(ownerAccount.forgotPassword, { email }, visitor)
    expect((await mailed())[0]).toMatchObject({ subject: 'Your code to reset the password' })
  })
})
