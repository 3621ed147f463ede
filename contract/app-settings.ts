import { z } from 'zod'

/** What the server hands to the application inside its page, in a JSON block with the id below. */
export const appSettings = z.object({
  /** Where the calls go: an absolute address, or a path on the serving host. */
  api: z.string(),
  /** Sent as `x-api-key` with every call. It names the application and gives no right. */
  apiKey: z.string(),
  /** What maps are drawn with; the built-in outlines where both are left out. */
  maps: z
    .object({
      google: z.object({ key: z.string(), mapId: z.string() }).optional(),
      /** Picture tiles beneath the built-in map: an address with {z}, {x} and {y}, and who is to be named. */
      tiles: z.object({ url: z.string(), credit: z.string() }).optional(),
    })
    .optional(),
})
export type AppSettings = z.output<typeof appSettings>

export const APP_SETTINGS_ID = 'app-settings'
