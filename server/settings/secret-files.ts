import { readFileSync } from 'node:fs'
import { SettingsError } from './settings-error.ts'

/** Settings that may also come from files. */
export const secrets = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'GOOGLE_MAPS_KEY',
  'API_KEY',
  'APP_KEYS',
  'ADMIN_PASSWORD',
]

/** The secrets whose files are named in variables ending in _FILE. Throws SettingsError. */
export function secretsFromFiles(given: Record<string, string | undefined>) {
  const named = secrets.map((name) => [name, given[`${name}_FILE`]] as const)
  return Object.fromEntries(
    named.flatMap(([name, file]) => {
      if (file === undefined) return []
      if (given[name]) throw new SettingsError(`${name}: must not be set together with ${name}_FILE`)
      return [[name, readSecret(`${name}_FILE`, file)]]
    }),
  )
}

function readSecret(name: string, file: string) {
  try {
    const secret = readFileSync(file, 'utf8').trim()
    if (secret) return secret
  } catch (error) {
    throw new SettingsError(`${name}: cannot read ${file} (${(error as NodeJS.ErrnoException).code})`)
  }
  throw new SettingsError(`${name}: ${file} is empty`)
}
