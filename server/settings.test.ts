import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

describe('settings', () => {
  it('all have defaults', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      dataDir: './data',
      demoData: true,
      sessionIdleHours: 12,
      sessionMaxDays: 7,
      trustProxy: 0,
      logLevel: 'info',
    })
  })

  it('leave demo data out where the administrator is set', () => {
    expect(readSettings({ ADMIN_EMAIL: 'ada@example.com' }).demoData).toBe(false)
    expect(readSettings({ ADMIN_EMAIL: 'ada@example.com', DEMO_DATA: 'true' }).demoData).toBe(true)
  })

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'example.com'],
    ['SMTP_URL', 'http://mail'],
    ['DATABASE_URL', 'postgres://localhost/x'],
    ['S3_BUCKET', 'No Bucket'],
    ['S3_ENDPOINT', 'ftp://storage'],
    ['FCM_ENDPOINT', 'push'],
    ['ADMIN_EMAIL', 'nobody'],
    ['ADMIN_PASSWORD', 'weak'],
    ['API_KEY', 'short'],
    ['DEMO_DATA', 'yes'],
    ['SESSION_IDLE_HOURS', '0'],
    ['TRUST_PROXY', 'all'],
    ['LOG_LEVEL', 'loud'],
  ])('a wrong %s (%s) is refused with one line that names it', (name, value) => {
    const read = () => readSettings({ [name]: value })
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(new RegExp(`^${name}: .+$`))
  })

  it('of push must come with the credentials', () => {
    expect(() => readSettings({ FCM_ENDPOINT: 'https://push.example.com' })).toThrow(/^FCM_CREDENTIALS: .+$/)
    const { fcmEndpoint } = readSettings({ FCM_CREDENTIALS: 'account.json', FCM_ENDPOINT: 'https://push.example.com/' })
    expect(fcmEndpoint).toBe('https://push.example.com')
    expect(readSettings({}).fcmEndpoint).toBe('https://fcm.googleapis.com')
  })

  it('that are empty count as not set', () => {
    expect(readSettings({ PORT: '', SMTP_URL: '' }).port).toBe(3000)
  })
})
