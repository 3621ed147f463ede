import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { language } from '#contract/french.ts'
import { answered } from '#contract/records.ts'
import { socialProviders } from './account.ts'

const version = z.string().nullable()

/** What an app needs to know before anyone signs in. */
export const config = endpoint(
  'config',
  z.object({}),
  answered(
    z.object({
      /** The oldest versions of the app that still work; null where any does. */
      min_version: z.object({ ios: version, android: version }),
      /** The versions in force of the terms and of the wording that asks for preferences; null if none is set. */
      terms_version: version,
      text_version: version,
      /** The languages that `language` may ask for; the first is the default. */
      languages: z
        .array(language)
        .meta({ description: 'The languages that owners may read; English comes without asking.' }),
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
