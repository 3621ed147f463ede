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
      requireSecondFactor: false,
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

  it('let anybody sign in to the app as anybody only where that is set, and never in production', () => {
    for (const env of [{}, { DEMO_DATA: 'true' }, { DEMO_DATA: 'true', NODE_ENV: 'development' }]) {
      expect(readSettings(env).stubIdentities).toBe(false)
    }
    expect(readSettings({ DEMO_SOCIAL_SIGN_IN: 'true' }).stubIdentities).toBe(true)
    expect(() => readSettings({ DEMO_SOCIAL_SIGN_IN: 'true', NODE_ENV: 'production' })).toThrow(
      /^DEMO_SOCIAL_SIGN_IN: .+$/,
    )
  })

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'example.com'],
    ['SMTP_URL', 'http://mail'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['S3_BUCKET', 'No Bucket'],
    ['S3_ENDPOINT', 'ftp://storage'],
    ['GOOGLE_MAPS_KEY', 'a key'],
    ['GOOGLE_MAP_ID', '<id>'],
    ['MAP_TILES_URL', 'https://tiles.example/'],
    ['FCM_ENDPOINT', 'push'],
    ['ADMIN_EMAIL', 'nobody'],
    ['ADMIN_PASSWORD', 'weak'],
    ['API_KEY', 'short'],
    ['DEMO_DATA', 'yes'],
    ['DEMO_SOCIAL_SIGN_IN', 'yes'],
    ['REQUIRE_SECOND_FACTOR', 'always'],
    ['SESSION_IDLE_HOURS', '0'],
    ['TRUST_PROXY', 'all'],
    ['LOG_LEVEL', 'loud'],
  ])('a wrong %s (%s) is refused with one line that names it', (name, value) => {
    const read = () => readSettings({ [name]: value })
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(new RegExp(`^${name}: .+$`))
  })

  it('take picture tiles only with the words that name their maker', () => {
    const tiles = { MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png' }
    expect(() => readSettings(tiles)).toThrow('MAP_TILES_CREDIT: must be set as well')
    expect(() => readSettings({ MAP_TILES_CREDIT: 'Tiles' })).toThrow('MAP_TILES_URL: must be set as well')
    const { maps } = readSettings({ ...tiles, MAP_TILES_CREDIT: 'Tiles by Example' })
    expect(maps).toEqual({ tiles: { url: tiles.MAP_TILES_URL, credit: 'Tiles by Example' } })
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
