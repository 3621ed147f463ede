import { z } from 'zod'

/** What the server hands to the application inside its page, in a JSON block with the id below. */
export const appSettings = z.object({
  /** Where the calls go: an absolute address, or a path on the serving host. */
  api: z.string(),
  /** Sent as `x-api-key` with every call. It names the application and gives no right. */
  apiKey: z.string(),
})
export type AppSettings = z.output<typeof appSettings>

export const APP_SETTINGS_ID = 'app-settings'
