import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../db/schema.ts'
import { randomToken } from './tokens.ts'

/** The application key: as set, else one that is generated into the data folder on the first start. */
export function readApiKey(dataDir: string, apiKey: string | undefined) {
  if (apiKey) return apiKey
  const file = join(dataDir, 'api-key')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(dataDir, { recursive: true })
  const generated = randomToken()
  // Callers keep the key: a power cut may neither lose it nor leave an empty one.
  const unfinished = `${file}.part`
  writeFileSync(unfinished, `${generated}\n`, { mode: 0o600, flush: true })
  renameSync(unfinished, file)
  syncFolder(dataDir)
  return generated
}

function syncFolder(path: string) {
  try {
    const folder = openSync(path, 'r')
    fsyncSync(folder)
    closeSync(folder)
  } catch {
    // Some systems cannot sync a folder.
  }
}

/** A secret of the installation, made when it is first asked for and the same on every server that shares the database. */
export async function ownSecret(db: Db, name: string) {
  await db
    .insertInto('secrets')
    .values({ name, value: randomToken() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return value
}
