import { z } from 'zod'

/** The settings that the server puts into the application's page, as JSON in the element with the id APP_SETTINGS_ID. */
export const appSettings = z.object({
  /** The base of all calls: an absolute address, or a path on the same host. */
  api: z.string(),
  /** Sent as `x-api-key` with every call. It identifies the application and grants no rights. */
  apiKey: z.string(),
  /** `false` where the server sends no mail: what would be mailed is handed over instead. */
  sendsMail: z.boolean().optional(),
  /** The time zone of the office; UTC if it is left out. */
  timeZone: z.string().optional(),
  /** The source of map pictures; built-in outlines if both are left out. */
  maps: z
    .object({
      google: z.object({ key: z.string(), mapId: z.string() }).optional(),
      /** Map tiles: an address with {z}, {x} and {y}, and the provider's credit. */
      tiles: z.object({ url: z.string(), credit: z.string() }).optional(),
    })
    .optional(),
})
export type AppSettings = z.output<typeof appSettings>

/** Said instead of saying that something was mailed. */
export const NO_MAIL = 'Email is not set up here.'
