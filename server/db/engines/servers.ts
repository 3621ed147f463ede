import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { followClock, followsClock, isoNow } from '../../clock.ts'
import { migrations } from '../migrate.ts'
import type { Db, Tables } from '../schema.ts'
import { isPostgres } from './is-postgres.ts'

export type ServerRow = Tables['servers']

/** The schema that this release needs: the name of its last migration. */
export const schemaOfRelease = migrations.at(-1)?.name ?? ''

/** A server that has not been seen for this many milliseconds is gone; each is seen every ten seconds. */
const ALIVE_MS = 30_000
/** The row by which a migration that is about to begin asks servers of another schema to take no calls. */
const UPDATE = 'update'
const PAUSE_PATIENCE_MS = 25_000
const LOOK_EVERY_MS = 500
/** In milliseconds. */
const SLOW_READING_MS = 500
/** How often the clock is asked, so that one answer that came late does not matter. */
const READINGS = 3

/**
 * Makes this process go by the database's clock. Resolves to how far this machine's clock is ahead of it, in
 * milliseconds; null where the database has none of its own.
 */
export async function readDatabaseClock(db: Db): Promise<number | null> {
  if (!isPostgres(db)) return null
  // On one connection: waiting for it, or making it, is not part of the answer.
  const readings = await db.connection().execute(async (db) => {
    const all = []
    for (let turn = 0; turn < READINGS; turn++) all.push(await readOnce(db))
    return all
  })
  // After a long wait nobody can know when the clock was read.
  const [best] = readings.toSorted((one, other) => one.took - other.took)
  if (!best) return null
  if (best.took < SLOW_READING_MS || !followsClock()) followClock(best)
  return Math.round(Date.now() - (best.database + performance.now() - best.monotonic))
}

async function readOnce(db: Db) {
  const before = performance.now()
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
  const after = performance.now()
  return { database: rows[0]?.ms ?? Date.now(), monotonic: (before + after) / 2, took: after - before }
}

/** The servers of this database, in the order of their names; those that have been gone for a day are left out. */
export const listServers = (db: Db): Promise<ServerRow[]> =>
  db
    .selectFrom('servers')
    .selectAll()
    .where('id', '!=', UPDATE)
    .where('seen_at', '>', isoNow(-86_400_000))
    .orderBy('name')
    .orderBy('started_at')
    .execute()

/** Whether a server with this row is still there. */
export const isAlive = ({ seen_at }: ServerRow) => seen_at > isoNow(-ALIVE_MS)

/**
 * Whether the server with this id is the only one. One of its name is what it was itself before it was killed, as two
 * cannot have the same port.
 */
export async function isAlone(db: Db, id: string) {
  const alive = (await listServers(db)).filter(isAlive)
  const own = alive.find((row) => row.id === id)
  return alive.every(({ name }) => name === own?.name)
}

/** Writes that a server is here; removes rows of those that have been gone for a day. */
export async function saveServer(db: Db, row: ServerRow) {
  await db
    .insertInto('servers')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  await db.deleteFrom('servers').where('seen_at', '<=', isoNow(-86_400_000)).execute()
}

export const removeServer = (db: Db, id: string) => db.deleteFrom('servers').where('id', '=', id).execute()

/** Forgets all servers. */
export const removeServers = (db: Db) => db.deleteFrom('servers').execute()

/** Whether a newer release has changed the database, or is about to: then this one must not use it. */
export async function isBeingUpdated(db: Db, steps = migrations): Promise<boolean> {
  const known = steps.map(({ name }) => name)
  const newer = db.selectFrom('migrations').select('name').where('name', 'not in', known)
  if (await newer.limit(1).executeTakeFirst()) return true
  const update = db.selectFrom('servers').select('schema_name').where('id', '=', UPDATE)
  const row = await update.where('seen_at', '>', isoNow(-ALIVE_MS)).executeTakeFirst()
  return row !== undefined && row.schema_name !== known.at(-1)
}

/** Other servers run on a schema that a start would change. */
export class OthersRun extends Error {}

/**
 * To be called before a migration of PostgreSQL. Throws OthersRun when servers of another schema are alive, naming them;
 * forced, it asks them to take no more calls instead, and waits until they do not. Resolves to what lets them go on, if the
 * schema is still theirs then.
 */
export async function makeRoomForMigration(db: Db, isForced: boolean): Promise<() => Promise<void>> {
  const hasServers = (await db.introspection.getTables()).some(({ name }) => name === 'servers')
  if (!hasServers) return async () => {}
  const others = async () =>
    (await listServers(db)).filter((row) => isAlive(row) && row.schema_name !== schemaOfRelease)
  const names = (await others()).map(({ name, release }) => `${name} (release ${release})`)
  if (!names.length) return async () => {}
  if (!isForced) {
    throw new OthersRun(
      `servers of another release are running: ${names.join(', ')}; stop them first, or set MIGRATE=force`,
    )
  }
  for (const end = performance.now() + PAUSE_PATIENCE_MS; performance.now() < end; await setTimeout(LOOK_EVERY_MS)) {
    await announceUpdate(db)
    if ((await others()).every(({ state }) => state === 'paused')) break
  }
  return async () => void (await removeServer(db, UPDATE))
}

const announceUpdate = (db: Db) =>
  saveServer(db, {
    id: UPDATE,
    name: UPDATE,
    release: '',
    schema_name: schemaOfRelease,
    started_at: isoNow(),
    seen_at: isoNow(),
    offset_ms: null,
    hears: null,
    state: 'paused',
  })
