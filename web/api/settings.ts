import { APP_SETTINGS_ID, appSettings } from '#contract/app-settings.ts'

/** The settings that the server writes into index.html. Throws when they are missing. */
export function readSettings() {
  return appSettings.parse(JSON.parse(document.getElementById(APP_SETTINGS_ID)?.textContent ?? 'null'))
}
