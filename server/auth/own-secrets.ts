import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../db/schema.ts'
import { makeFolders } from '../folders.ts'
import type { Settings } from '../settings/settings.ts'
import { randomToken } from './tokens.ts'

/**
 * The application key: the configured one, else one generated in the data folder at the first start. Servers that share
 * a database share its key.
 */
export async function readApiKey(db: Db, { dataDir, apiKey }: Pick<Settings, 'dataDir' | 'apiKey'>) {
  if (apiKey) return apiKey
  const file = join(dataDir, 'api-key')
  // A power cut may have left the file empty.
  const found = (existsSync(file) && readFileSync(file, 'utf8').trim()) || undefined
  const key = await ownSecret(db, 'api-key', found)
  if (key === found) return key
  makeFolders(dataDir)
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  return key
}

/**
 * A secret of this installation, created (or taken from `known`) when first needed; shared by all servers on the same
 * database.
 */
export async function ownSecret(db: Db, name: string, known = randomToken()) {
  const stored = db.selectFrom('secrets').select('value').where('name', '=', name)
  // Most calls only read.
  const found = await stored.executeTakeFirst()
  if (found) return found.value
  await db
    .insertInto('secrets')
    .values({ name, value: known })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await stored.executeTakeFirstOrThrow()).value
}

/** The name under which the time of the last restore is stored. */
export const RESTORED = 'restored-at'

/** When the installation was last restored from a backup; undefined if it never was. */
export async function restoredAt(db: Db) {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', RESTORED).executeTakeFirst()
  return row?.value
}
