import { z } from 'zod'
import { email, newPassword } from '#contract/fields.ts'
import {
  address,
  appVersion,
  hour,
  isTimeZone,
  keep,
  ofSender,
  postgres,
  publicAddress,
  sender,
  versionOfText,
  webAddress,
  wholeNumber,
  yesOrNo,
} from './forms.ts'
import { refuseTogether } from './refuse-together.ts'
import { secrets, secretsFromFiles } from './secret-files.ts'
import { SettingsError } from './settings-error.ts'
import { unknownSettings } from './unknown-settings.ts'

const SLASHES_AT_THE_END = /(?<!\/)\/+$/

/** All settings as they are given. */
const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: wholeNumber(1, 65535, 3000),
  PUBLIC_URL: publicAddress.optional(),
  API_URL: z
    .string()
    .refine(
      (value) => /^\/[\w/.-]*$/.test(value) || (URL.canParse(value) && /^https?:/.test(value)),
      'must be an http or https address, or a path',
    )
    .default('/api/v1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: postgres.optional(),
  DATABASE_DIRECT_URL: postgres.optional(),
  DATABASE_READ_URL: postgres.optional(),
  MIGRATE: z.enum(['force'], 'must be force').optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be 3 to 63 lower-case letters, digits, dots and dashes')
    .optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*\/?$/, 'must be lower-case letters, digits, dashes and slashes')
    .optional(),
  S3_ENDPOINT: address(['http:', 'https:'], 'must be an http or https address').optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,50}$/, 'must be lower-case letters, digits and dashes')
    .default('us-east-1'),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_EVERY_HOURS: wholeNumber(1, 24 * 31, 24),
  BACKUP_KEEP: keep,
  METRICS_PORT: wholeNumber(1, 65535, 0),
  SMTP_URL: address(['smtp:', 'smtps:'], 'must be an smtp or smtps address').optional(),
  MAIL_FROM: sender.default('RV Owner Back-Office <no-reply@localhost>'),
  OFFICE_TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as America/Los_Angeles').default('UTC'),
  WARRANTY_URL: webAddress.optional(),
  WEBHOOK_PRIVATE_ADDRESSES: yesOrNo.default('false'),
  GOOGLE_MAPS_KEY: z
    .string()
    .regex(/^[\w-]{10,100}$/, 'must be 10 to 100 letters, digits, dashes and underscores')
    .optional(),
  GOOGLE_MAP_ID: z
    .string()
    .regex(/^\w{1,50}$/, 'must be letters, digits and underscores')
    .default('DEMO_MAP_ID'),
  MAP_TILES_URL: webAddress
    .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), 'must contain {z}, {x} and {y}')
    .optional(),
  MAP_TILES_CREDIT: z.string().max(200).default(''),
  FCM_CREDENTIALS: z.string().optional(),
  FCM_ENDPOINT: webAddress.optional(),
  GOOGLE_CLIENT_ID: z.string().max(1000).optional(),
  GOOGLE_ISSUER: webAddress.default('https://accounts.google.com'),
  GOOGLE_KEYS_URL: webAddress.default('https://www.googleapis.com/oauth2/v3/certs'),
  APP_MIN_VERSION_IOS: appVersion.optional(),
  APP_MIN_VERSION_ANDROID: appVersion.optional(),
  APPLE_CLIENT_ID: z.string().max(1000).optional(),
  APPLE_ISSUER: webAddress.default('https://appleid.apple.com'),
  APPLE_KEYS_URL: webAddress.default('https://appleid.apple.com/auth/keys'),
  NODE_ENV: z.string().optional(),
  APP_KEYS: z
    .string()
    .regex(
      /^[a-z0-9-]{1,40}:[\x21-\x2b\x2d-\x7e]{16,200}(,[a-z0-9-]{1,40}:[\x21-\x2b\x2d-\x7e]{16,200})*$/,
      'must be name:key pairs with commas between, with keys of 16 to 200 characters',
    )
    .optional(),
  WEBSITE_ORIGINS: z
    .string()
    .regex(
      /^https?:\/\/[^\s,/]+(,https?:\/\/[^\s,/]+)*$/,
      'must be origins such as https://www.example.com with commas between',
    )
    .optional(),
  API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 printable characters without spaces')
    .optional(),
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: z
    .string()
    .refine(
      (value) => newPassword().safeParse(value).success,
      'must have 8 to 128 characters, with a digit, a lowercase letter and one of @$!%*#?&',
    )
    .optional(),
  DEMO_DATA: yesOrNo.optional(),
  DEMO_SOCIAL_SIGN_IN: yesOrNo.default('false'),
  REQUIRE_SECOND_FACTOR: yesOrNo.default('false'),
  SESSION_IDLE_HOURS: wholeNumber(1, 24 * 365, 12),
  SESSION_MAX_DAYS: wholeNumber(1, 365, 7),
  HISTORY_DAYS: wholeNumber(1, 36_500, 730),
  PRIVACY_REQUEST_DAYS: wholeNumber(1, 365, 45),
  REWRITE_HOUR: hour,
  OWNER_INACTIVE_MONTHS: wholeNumber(1, 1200, 0),
  TERMS_VERSION: versionOfText,
  PREFERENCES_VERSION: versionOfText,
  SENDER_NAME: ofSender(100),
  SENDER_ADDRESS: ofSender(200),
  SENDER_CONTACT: ofSender(200),
  TRUST_PROXY: wholeNumber(0, 20, 0),
  ACCESS_LOG: yesOrNo.default('false'),
  MCP: yesOrNo.default('false'),
  DRAIN_SECONDS: wholeNumber(0, 600, 2),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
})

/** The variables that are no settings and look like one, in a line each. */
export const unknownInWords = (env: Record<string, string | undefined>) =>
  unknownSettings(env, Object.keys(environment.shape), secrets).map(
    ({ name, meant }) => `${name} is no setting, and is ignored. Did you mean ${meant}?`,
  )

export type Given = z.output<typeof environment>
export type Settings = ReturnType<typeof readSettings>

/**
 * Reads the settings from environment variables. Blanks around a value do not count, as files with Windows line ends have
 * them; an empty variable counts as not set; a secret may be in a file that
 * the variable with the ending _FILE names. Throws SettingsError for the first wrong value.
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
    /** PostgreSQL itself, where databaseUrl leads through a pooler: what servers tell each other cannot be heard there. */
    databaseDirectUrl: set.DATABASE_DIRECT_URL,
    databaseReadUrl: set.DATABASE_READ_URL,
    /** Whether to change the tables though servers of another release use them. */
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
    /** Whether receivers of webhooks may stand in one's own network. */
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
    /** Application keys by name, beside the one of API_KEY. */
    appKeys: (set.APP_KEYS?.split(',') ?? []).map((pair) => {
      const [name = '', ...key] = pair.split(':')
      return { name, key: key.join(':') }
    }),
    /** The origins of websites whose pages may read what is published. */
    websiteOrigins: set.WEBSITE_ORIGINS?.split(',') ?? [],
    adminEmail: set.ADMIN_EMAIL,
    adminPassword: set.ADMIN_PASSWORD,
    demoData,
    google: network(set.GOOGLE_CLIENT_ID, set.GOOGLE_ISSUER, set.GOOGLE_KEYS_URL),
    apple: network(set.APPLE_CLIENT_ID, set.APPLE_ISSUER, set.APPLE_KEYS_URL),
    /** Whether to believe any token of social networks that are not set up; for demos only. */
    stubIdentities: set.DEMO_SOCIAL_SIGN_IN === 'true',
    /** Whether administrators have to set up a second factor before anything else. */
    requireSecondFactor: set.REQUIRE_SECOND_FACTOR === 'true',
    sessionIdleHours: set.SESSION_IDLE_HOURS,
    sessionMaxDays: set.SESSION_MAX_DAYS,
    /** How long changes can be seen and taken back. */
    historyDays: set.HISTORY_DAYS,
    /** For how many days a request about somebody's data may be open. */
    privacyDays: set.PRIVACY_REQUEST_DAYS,
    /** After how many months without a sign of them owners are erased; undefined for never. */
    ownerInactiveMonths: set.OWNER_INACTIVE_MONTHS || undefined,
    /** The hour of the office in which PostgreSQL may write tables anew after an erase; undefined for never. */
    rewriteHour: set.REWRITE_HOUR,
    /** The versions in force of the terms, and of the words by which the app asks for preferences. */
    termsVersion: set.TERMS_VERSION ?? null,
    preferencesVersion: set.PREFERENCES_VERSION ?? null,
    /** Who sends news, as the law wants it said; undefined where that is not set. */
    newsSender:
      set.SENDER_NAME && set.SENDER_ADDRESS && set.SENDER_CONTACT
        ? { name: set.SENDER_NAME, address: set.SENDER_ADDRESS, contact: set.SENDER_CONTACT }
        : undefined,
    trustProxy: set.TRUST_PROXY,
    /** How long /readyz says that the server stops before it takes no more calls. */
    drainSeconds: set.DRAIN_SECONDS,
    accessLog: set.ACCESS_LOG === 'true',
    /** Whether assistants are let in at /mcp, with keys of programs. */
    mcp: set.MCP === 'true',
    logLevel: set.LOG_LEVEL,
  }
}

function network(clientId: string | undefined, issuer: string, keysUrl: string) {
  const clientIds = (clientId ?? '').split(',').flatMap((id) => id.trim() || [])
  return clientIds.length ? { clientIds, issuer, keysUrl } : undefined
}
