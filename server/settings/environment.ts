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
/** All settings as given. */
export const environment = z.object({
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
  LANGUAGES: z.enum(['en', 'en,fr'], 'must be en or en,fr').default('en'),
  WEEKLY_MESSAGE_LIMIT: wholeNumber(1, 1000, 2),
  MAINTENANCE_REMINDER_DAYS: wholeNumber(0, 365, 0),
  SENDER_NAME: ofSender(100),
  SENDER_ADDRESS: ofSender(200),
  SENDER_CONTACT: ofSender(200),
  MAKER_NAME: ofSender(100),
  MAKER_ADDRESS: ofSender(200),
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

export type Given = z.output<typeof environment>
