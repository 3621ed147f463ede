import type { Language } from '#contract/french.ts'
import { environment } from './environment.ts'
import { refuseTogether } from './refuse-together.ts'
import { secrets, secretsFromFiles } from './secret-files.ts'
import { SettingsError } from './settings-error.ts'
import { unknownSettings } from './unknown-settings.ts'

const SLASHES_AT_THE_END = /(?<!\/)\/+$/

/** The variables that look like a setting but are none, one line each. */
export const unknownInWords = (env: Record<string, string | undefined>) =>
  unknownSettings(env, Object.keys(environment.shape), secrets).map(
    ({ name, meant }) => `${name} is no setting, and is ignored. Did you mean ${meant}?`,
  )

export type Settings = ReturnType<typeof readSettings>

/**
 * Reads the settings from environment variables. Surrounding blanks are ignored, as files with Windows line endings
 * have them; an empty variable counts as not set; a secret may be in a file named by a variable ending in _FILE. Throws
 * SettingsError for the first wrong value.
 */
export function readSettings(env: Record<string, string | undefined>) {
  const trimmed = Object.entries(env).map(([name, value = '']) => [name, value.trim()] as const)
  const given = Object.fromEntries(trimmed.filter(([, value]) => value !== ''))
  const parsed = environment.safeParse({ ...given, ...secretsFromFiles(given) })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new SettingsError(`${String(issue?.path[0])}: ${issue?.message}`)
  }
  const set = parsed.data
  refuseTogether(set)
  const demoData = set.DEMO_DATA ? set.DEMO_DATA === 'true' : set.ADMIN_EMAIL === undefined
  return {
    host: set.HOST,
    port: set.PORT,
    publicUrl: new URL(set.PUBLIC_URL ?? `http://localhost:${set.PORT}`).origin,
    apiUrl: set.API_URL.replace(SLASHES_AT_THE_END, ''),
    dataDir: set.DATA_DIR,
    databaseUrl: set.DATABASE_URL,
    /** PostgreSQL itself, if databaseUrl goes through a pooler: servers cannot hear each other through that. */
    databaseDirectUrl: set.DATABASE_DIRECT_URL,
    databaseReadUrl: set.DATABASE_READ_URL,
    /** Whether to change the tables even while servers of another release use them. */
    migrateForced: set.MIGRATE === 'force',
    s3: set.S3_BUCKET
      ? {
          bucket: set.S3_BUCKET,
          prefix: set.S3_PREFIX ? `${set.S3_PREFIX.replace(/\/$/, '')}/` : '',
          endpoint: set.S3_ENDPOINT,
          region: set.S3_REGION,
          accessKeyId: set.AWS_ACCESS_KEY_ID,
          secretAccessKey: set.AWS_SECRET_ACCESS_KEY,
        }
      : undefined,
    backupDir: set.BACKUP_DIR,
    backupEveryHours: set.BACKUP_EVERY_HOURS,
    /** How many days, weeks and months keep their newest backup. */
    backupKeep: set.BACKUP_KEEP,
    metricsPort: set.METRICS_PORT || undefined,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    officeTimeZone: set.OFFICE_TIME_ZONE,
    warrantyUrl: set.WARRANTY_URL,
    /** Whether webhook receivers may be on the private network. */
    webhookPrivateAddresses: set.WEBHOOK_PRIVATE_ADDRESSES === 'true',
    maps: {
      ...(set.GOOGLE_MAPS_KEY && { google: { key: set.GOOGLE_MAPS_KEY, mapId: set.GOOGLE_MAP_ID } }),
      ...(set.MAP_TILES_URL && { tiles: { url: set.MAP_TILES_URL, credit: set.MAP_TILES_CREDIT } }),
    },
    fcmCredentials: set.FCM_CREDENTIALS,
    fcmEndpoint: (set.FCM_ENDPOINT ?? 'https://fcm.googleapis.com').replace(SLASHES_AT_THE_END, ''),
    /** The oldest versions of the app that still work. */
    appMinVersion: { ios: set.APP_MIN_VERSION_IOS ?? null, android: set.APP_MIN_VERSION_ANDROID ?? null },
    apiKey: set.API_KEY,
    /** Application keys by name, besides API_KEY. */
    appKeys: (set.APP_KEYS?.split(',') ?? []).map((pair) => {
      const [name = '', ...key] = pair.split(':')
      return { name, key: key.join(':') }
    }),
    /** The origins of websites whose pages may read published content. */
    websiteOrigins: set.WEBSITE_ORIGINS?.split(',') ?? [],
    adminEmail: set.ADMIN_EMAIL,
    adminPassword: set.ADMIN_PASSWORD,
    demoData,
    google: network(set.GOOGLE_CLIENT_ID, set.GOOGLE_ISSUER, set.GOOGLE_KEYS_URL),
    apple: network(set.APPLE_CLIENT_ID, set.APPLE_ISSUER, set.APPLE_KEYS_URL),
    /** Whether to believe any token of social networks that are not set up; for demos only. */
    stubIdentities: set.DEMO_SOCIAL_SIGN_IN === 'true',
    /** Whether administrators must set up a second factor before anything else. */
    requireSecondFactor: set.REQUIRE_SECOND_FACTOR === 'true',
    sessionIdleHours: set.SESSION_IDLE_HOURS,
    sessionMaxDays: set.SESSION_MAX_DAYS,
    /** How long changes can be seen and undone. */
    historyDays: set.HISTORY_DAYS,
    /** For how many days a request about someone's data may be open. */
    privacyDays: set.PRIVACY_REQUEST_DAYS,
    /** After how many months unseen owners are erased; undefined for never. */
    ownerInactiveMonths: set.OWNER_INACTIVE_MONTHS || undefined,
    /** The hour at the office when PostgreSQL may rewrite tables after an erase; undefined for never. */
    rewriteHour: set.REWRITE_HOUR,
    /** The versions in force of the terms, and of the wording with which the app asks for preferences. */
    termsVersion: set.TERMS_VERSION ?? null,
    preferencesVersion: set.PREFERENCES_VERSION ?? null,
    /** How many messages a week an owner's phone is told about, besides safety messages. */
    languages: set.LANGUAGES.split(',') as Language[],
    weeklyMessageLimit: set.WEEKLY_MESSAGE_LIMIT,
    /** How many days before maintenance is due to remind its owner. */
    maintenanceReminderDays: set.MAINTENANCE_REMINDER_DAYS,
    /** The sender of news, as the law requires; undefined if not set. */
    newsSender:
      set.SENDER_NAME && set.SENDER_ADDRESS && set.SENDER_CONTACT
        ? { name: set.SENDER_NAME, address: set.SENDER_ADDRESS, contact: set.SENDER_CONTACT }
        : undefined,
    /** The sender of campaigns’ letters, and the address for returned mail; undefined if not set. */
    maker: set.MAKER_NAME ? { name: set.MAKER_NAME, address: set.MAKER_ADDRESS ?? '' } : undefined,
    trustProxy: set.TRUST_PROXY,
    /** How long /readyz announces the stop before the server takes no more calls. */
    drainSeconds: set.DRAIN_SECONDS,
    accessLog: set.ACCESS_LOG === 'true',
    /** Whether assistants are admitted at /mcp, with program keys. */
    mcp: set.MCP === 'true',
    logLevel: set.LOG_LEVEL,
  }
}

function network(clientId: string | undefined, issuer: string, keysUrl: string) {
  const clientIds = (clientId ?? '').split(',').flatMap((id) => id.trim() || [])
  return clientIds.length ? { clientIds, issuer, keysUrl } : undefined
}
