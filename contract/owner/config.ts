import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { answered } from '#contract/records.ts'
import { socialProviders } from './account.ts'

const version = z.string().nullable()

/** What an app needs to know before anybody signs in. */
export const config = endpoint(
  'config',
  z.object({}),
  answered(
    z.object({
      /** The oldest versions of the app that still work; null where any does. */
      min_version: z.object({ ios: version, android: version }),
      /** The versions in force of the terms, and of the words that ask for preferences; null where none is set. */
      terms_version: version,
      text_version: version,
      /** The social networks that are set up. */
      providers: z.array(z.enum(socialProviders)),
      limits: z.object({
        /** The most RVs of one owner. */
        rvs: z.int(),
        /** The most changes that an owner may make within an hour. */
        changes_an_hour: z.int(),
        /** The most registrations from one address within 15 minutes. */
        sign_ups: z.int(),
      }),
    }),
  ),
  { owner: true, get: true, public: true },
)
