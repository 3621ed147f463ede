import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings, unknownInWords } from './settings.ts'
import { SettingsError } from './settings-error.ts'

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

  it('are read without the blanks around them, as of a file with Windows line ends', () => {
    const read = readSettings({
      PUBLIC_URL: ' HTTPS://Office.Example.com:443/\r',
      ADMIN_EMAIL: 'ada@example.com\r',
      ADMIN_PASSWORD: 'correct-horse-1!\r\n',
      PORT: '8080\r',
      SMTP_URL: '\r',
      MAIL_FROM: 'Office <office@example.com>\r',
    })
    expect(read).toMatchObject({
      publicUrl: 'https://office.example.com',
      adminEmail: 'ada@example.com',
      adminPassword: 'correct-horse-1!',
      port: 8080,
      smtpUrl: undefined,
      mailFrom: 'Office <office@example.com>',
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
    ['PUBLIC_URL', 'ftp://example.com'],
    ['PUBLIC_URL', 'https://one.example.com, https://two.example.com'],
    ['PUBLIC_URL', 'https://example.com/office'],
    ['PUBLIC_URL', 'https://example.com/?a=b'],
    ['PUBLIC_URL', 'https://ada:secret@example.com'],
    ['MAIL_FROM', 'RV Owner Back-Office'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'Office <nobody>'],
    ['SMTP_URL', 'http://mail'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://a,b/rv?target_session_attrs=read-write'],
    ['DRAIN_SECONDS', '-1'],
    ['ACCESS_LOG', 'on'],
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

  it.each([
    ['DATABASEURL', 'DATABASE_URL'],
    ['SMTP_URI', 'SMTP_URL'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['database_url', 'DATABASE_URL'],
    ['SMTP_URL_FLIE', 'SMTP_URL_FILE'],
    ['BACKUP_DIR_FILE', 'BACKUP_DIR'],
  ])('name %s, which is none and looks like %s', (name, meant) => {
    expect(unknownInWords({ [name]: 'a' })).toEqual([`${name} is no setting, and is ignored. Did you mean ${meant}?`])
  })

  it('leave alone what belongs to other programs', () => {
    const others = [
      'HOSTNAME',
      'PATH',
      'PGHOST',
      'PGPORT',
      'AWS_REGION',
      'AWS_PROFILE',
      'LOGNAME',
      'NODE_OPTIONS',
      'MAIL',
    ]
    const env = Object.fromEntries(
      [...others, 'DATABASE_URL', 'DATABASE_URL_FILE', 'HTTPS_PROXY'].map((name) => [name, 'a']),
    )
    expect(unknownInWords(env)).toEqual([])
  })

  it('that spoil each other are refused', () => {
    const folder = mkdtempSync(join(tmpdir(), 'settings-'))
    symlinkSync(folder, `${folder}-link`)
    for (const [name, env] of [
      ['METRICS_PORT', { PORT: '3000', METRICS_PORT: '3000' }],
      ['BACKUP_DIR', { BACKUP_DIR: 'data' }],
      ['BACKUP_DIR', { DATA_DIR: './x/', BACKUP_DIR: 'x/backups' }],
      ['BACKUP_DIR', { DATA_DIR: folder, BACKUP_DIR: `${folder}-link/new/backups` }],
      ['APP_KEYS', { APP_KEYS: 'ios:0123456789abcdef,web:0123456789abcdef,ios:fedcba9876543210' }],
    ] as [string, Record<string, string>][])
      expect(() => readSettings(env)).toThrow(new RegExp(`^${name}: .+$`))
    expect(readSettings({ DATA_DIR: 'x', BACKUP_DIR: 'x-backups' }).backupDir).toBe('x-backups')
    rmSync(`${folder}-link`)
    rmSync(folder, { recursive: true })
  })

  it('say what a password must have', () => {
    expect(() => readSettings({ ADMIN_PASSWORD: 'weak' })).toThrow(
      /^ADMIN_PASSWORD: must have 8 to 128 characters, with a digit, a lowercase letter and one of @\$!%\*#\?&$/,
    )
    expect(readSettings({ ADMIN_PASSWORD: 'strong-1!' }).adminPassword).toBe('strong-1!')
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

  it('that are secrets may come from files, and are refused in one line where that cannot be', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
    const file = join(folder, 'secret')
    const values: Record<string, string> = {
      DATABASE_URL: 'postgres://rv:x@host/rv',
      DATABASE_DIRECT_URL: 'postgres://rv:x@direct/rv',
      DATABASE_READ_URL: 'postgres://rv:x@replica/rv',
      SMTP_URL: 'smtp://mail',
      GOOGLE_MAPS_KEY: 'a-key-of-google',
      API_KEY: 'the-key-of-the-app',
      ADMIN_PASSWORD: 'secret-1!',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'key',
    }
    const more: Record<string, string> = {
      DATABASE_URL: 'postgres://rv:x@pool/rv',
      S3_BUCKET: 'bucket',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'key',
    }
    for (const [name, value] of Object.entries(values)) {
      const { [name]: _own, ...others } = more
      writeFileSync(file, `${value}\n`)
      const read = readSettings({ ...others, [`${name}_FILE`]: file })
      expect([name, JSON.stringify(read).includes(value)]).toEqual([name, true])
      expect(() => readSettings({ ...others, [name]: value, [`${name}_FILE`]: file })).toThrow(
        `${name}: must not be set together with ${name}_FILE`,
      )
      expect(() => readSettings({ [`${name}_FILE`]: join(folder, 'none') })).toThrow(
        `${name}_FILE: cannot read ${join(folder, 'none')} (ENOENT)`,
      )
      writeFileSync(file, '\n')
      expect(() => readSettings({ [`${name}_FILE`]: file })).toThrow(`${name}_FILE: ${file} is empty`)
    }
    rmSync(folder, { recursive: true })
  })

  it('that are empty count as not set', () => {
    expect(readSettings({ PORT: '', SMTP_URL: '' }).port).toBe(3000)
  })
})
