import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SettingsError } from '../../settings/settings-error.ts'
import { startFakeFcm } from '../../testing/fake-fcm.ts'
import { readServiceAccount } from './service-account.ts'

let folder: string
let good: Record<string, string>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'account-'))
  const fcm = await startFakeFcm()
  good = JSON.parse(readFileSync(fcm.env.FCM_CREDENTIALS, 'utf8'))
  await fcm.stop()
})
afterAll(() => rmSync(folder, { recursive: true }))

function read(content: string | object) {
  const file = join(folder, 'account.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return () => readServiceAccount(file)
}

describe('the file of a service account', () => {
  it('is read', () => {
    expect(read(good)()).toMatchObject({ project_id: 'camp', client_email: 'sender@camp.iam.example.com' })
  })

  it('that is missing or wrong is refused with one line that names the setting and repeats nothing of it', () => {
    const wrong = [
      read('private_key: secret'),
      read({ secret: 'secret' }),
      read({ ...good, type: 'authorized_user' }),
      read({ ...good, private_key: '-----BEGIN secret' }),
      () => readServiceAccount(join(folder, 'nowhere')),
    ]
    for (const start of wrong) {
      expect(start).toThrow(SettingsError)
      expect(start).toThrow(/^FCM_CREDENTIALS: [^\n]+$/)
      expect(start).not.toThrow(/secret|authorized_user/)
    }
  })
})
