import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../db/schema.ts'
import type { Settings } from '../settings.ts'
import { randomToken } from './tokens.ts'

/**
 * The application key: as set, else one that is generated into the data folder on the first start. Servers that share a
 * database share the key of the first of them.
 */
export async function readApiKey(db: Db, { dataDir, apiKey }: Pick<Settings, 'dataDir' | 'apiKey'>) {
  if (apiKey) return apiKey
  const file = join(dataDir, 'api-key')
  // A power cut may have left it empty.
  const found = (existsSync(file) && readFileSync(file, 'utf8').trim()) || undefined
  const key = await ownSecret(db, 'api-key', found)
  if (key === found) return key
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  return key
}

/**
 * A secret of the installation, made (or taken over from `known`) when it is first asked for, and the same on every server
 * that shares the database.
 */
export async function ownSecret(db: Db, name: string, known = randomToken()) {
  await db
    .insertInto('secrets')
    .values({ name, value: known })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return value
}
