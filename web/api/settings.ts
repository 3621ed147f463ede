import type { AppSettings } from '#contract/app-settings.ts'
import { APP_SETTINGS_ID } from '#contract/endpoint.ts'

/** Whether the server sends mail; where it does not, what would be mailed is handed over. */
export const sendsMail = () => readSettings().sendsMail !== false

/** Whether owners read French, so that it is written here. */
export const hasFrench = () => readSettings().french === true

/** The settings that the server writes into index.html. Throws when they are missing. */
export function readSettings() {
  const settings = JSON.parse(document.getElementById(APP_SETTINGS_ID)?.textContent ?? 'null') as AppSettings | null
  // Not by the schema, which every page would have to load; the server has checked them by it.
  if (!settings?.apiKey) throw new Error('the page has no settings')
  return settings
}
