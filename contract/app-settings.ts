import { z } from 'zod'

/** The settings that the server puts into the application's page, as JSON in the element with id APP_SETTINGS_ID. */
export const appSettings = z.object({
  /** The base address of all calls: absolute, or a path on the same host. */
  api: z.string(),
  /** Sent as `x-api-key` with every call. It identifies the application and grants no rights. */
  apiKey: z.string(),
  /** `false` if the server sends no mail: links are then handed over in person. */
  sendsMail: z.boolean().optional(),
  /** Whether owners can also read French. */
  french: z.boolean().optional(),
  /** The office's time zone; UTC if left out. */
  timeZone: z.string().optional(),
  /** Where map pictures come from; built-in outlines if both are left out. */
  maps: z
    .object({
      google: z.object({ key: z.string(), mapId: z.string() }).optional(),
      /** Map tiles: an address with {z}, {x} and {y}, and the provider's attribution. */
      tiles: z.object({ url: z.string(), credit: z.string() }).optional(),
    })
    .optional(),
})
export type AppSettings = z.output<typeof appSettings>

/** Shown instead of “an email was sent”. */
export const NO_MAIL = 'Email is not set up here.'
