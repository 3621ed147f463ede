import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { DAY, followClock, followsClock, isoNow } from '../../clock.ts'
import { migrations } from '../migrate.ts'
import type { Db, Tables } from '../schema.ts'
import { isPostgres } from './is-postgres.ts'

export type ServerRow = Tables['servers']

/** The schema that this release needs: the name of its last migration. */
export const schemaOfRelease = migrations.at(-1)?.name ?? ''

/** A server that has not been seen for this many milliseconds is gone; each is seen every ten seconds. */
const ALIVE_MS = 30_000
/** So long are people told of a server that is gone. */
const TOLD_MS = 7 * DAY
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

/** The servers of this database, in the order of their names, also those that are gone and of which people are told. */
export const listServers = (db: Db): Promise<ServerRow[]> =>
  db.selectFrom('servers').selectAll().where('id', '!=', UPDATE).orderBy('name').orderBy('started_at').execute()

/** Whether a server with this row is still there. */
export const isAlive = ({ seen_at, state }: ServerRow) => state !== 'stopped' && seen_at > isoNow(-ALIVE_MS)

/**
 * Whether the server with this id is the only one. One of its name is what it was itself before it was killed, as two
 * cannot have the same port.
 */
export async function isAlone(db: Db, id: string) {
  const alive = (await listServers(db)).filter(isAlive)
  const own = alive.find((row) => row.id === id)
  return alive.every(({ name }) => name === own?.name)
}

/**
 * Writes that a server is here. Removes rows of those that have been gone for a week, or have stopped, unless nobody makes
 * the backups that they made.
 */
export async function saveServer(db: Db, row: ServerRow) {
  await saveRow(db, row)
  await db
    .deleteFrom('servers')
    .where(({ or, eb }) => or([eb('state', '=', 'stopped'), eb('seen_at', '<=', isoNow(-TOLD_MS))]))
    .where('name', 'not in', makersOfBackups(db))
    .execute()
}

/** Also into a database of a former release, which has no other tables of servers. */
const saveRow = (db: Db, row: ServerRow) =>
  db
    .insertInto('servers')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()

const makersOfBackups = (db: Db) => db.selectFrom('server_notes').select('server').where('name', '=', 'backups')

/** Writes that a server has stopped on purpose. Only one that makes backups is missed. */
export async function stopServer(db: Db, id: string) {
  await db
    .updateTable('servers')
    .set({ state: 'stopped' })
    .where('id', '=', id)
    .where('name', 'in', makersOfBackups(db))
    .execute()
  await db.deleteFrom('servers').where('id', '=', id).where('state', '!=', 'stopped').execute()
}

/** The servers that have ended without saying so, and are not back under their names. `own` is never one. */
export function goneOf(rows: ServerRow[], own?: string) {
  const alive = new Set(rows.filter((row) => isAlive(row) || row.id === own).map(({ name }) => name))
  return rows.filter((row) => row.state !== 'stopped' && !alive.has(row.name))
}

/** Forgets a server. */
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
  saveRow(db, {
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
