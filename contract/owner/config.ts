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
      min_version: z
        .object({
          ios: version.meta({ description: 'For iPhones and iPads.' }),
          android: version.meta({ description: 'For Android.' }),
        })
        .meta({ description: 'The oldest version of the app that still works; null where any does.' }),
      terms_version: version.meta({ description: 'The version of the terms in force; null if none is set.' }),
      text_version: version.meta({
        description: 'The version in force of the words by which the app asks for preferences; null if none is set.',
      }),
      /** The languages that `language` may ask for; the first is the default. */
      languages: z
        .array(language)
        .meta({ description: 'The languages that owners may read; English comes without asking.' }),
      providers: z.array(z.enum(socialProviders)).meta({ description: 'The social networks that are set up.' }),
      limits: z
        .object({
          rvs: z.int().meta({ description: 'The most RVs that an owner may have.' }),
          changes_an_hour: z.int().meta({ description: 'The most changes that an owner may make within an hour.' }),
          sign_ups: z.int().meta({ description: 'The most registrations from one address within 15 minutes.' }),
        })
        .meta({ description: 'How much an owner can have and do.' }),
    }),
  ),
  { owner: true, get: true, public: true },
)
