import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { DAY, followClock, followsClock, isoNow } from '../../clock.ts'
import { migrations } from '../migrate.ts'
import type { Db, Tables } from '../schema.ts'
import { isPostgres } from './is-postgres.ts'

export type ServerRow = Tables['servers']

/** The schema this release needs: the name of its last migration. */
export const schemaOfRelease = migrations.at(-1)?.name ?? ''

/** A server unseen for this many milliseconds is gone; each reports every ten seconds. */
const ALIVE_MS = 30_000
/** How long people are told about a server that is gone. */
const TOLD_MS = 7 * DAY
/** The row in which a migration about to start asks servers of another schema to stop taking calls. */
const UPDATE = 'update'
const PAUSE_PATIENCE_MS = 25_000
const LOOK_EVERY_MS = 500
/** In milliseconds. */
const SLOW_READING_MS = 500
/** How many times the clock is read, so that one late answer does not matter. */
const READINGS = 3

/**
 * Makes this process follow the database's clock. Resolves to how far this machine's clock is ahead of it, in
 * milliseconds; null if the database has no clock of its own.
 */
export async function readDatabaseClock(db: Db): Promise<number | null> {
  if (!isPostgres(db)) return null
  // On one connection: waiting for it, or opening it, is not part of the reading.
  const readings = await db.connection().execute(async (db) => {
    const all = []
    for (let turn = 0; turn < READINGS; turn++) all.push(await readOnce(db))
    return all
  })
  // After a long wait there is no telling when the clock was read.
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

/** This database's servers by name, including those that are gone but still reported. */
export const listServers = (db: Db): Promise<ServerRow[]> =>
  db.selectFrom('servers').selectAll().where('id', '!=', UPDATE).orderBy('name').orderBy('started_at').execute()

/** Whether the server of this row is still there. */
export const isAlive = ({ seen_at, state }: ServerRow) => state !== 'stopped' && seen_at > isoNow(-ALIVE_MS)

/**
 * Whether the server with this id is the only one. Another of the same name is its own killed predecessor, as two
 * cannot have the same port.
 */
export async function isAlone(db: Db, id: string) {
  const alive = (await listServers(db)).filter(isAlive)
  const own = alive.find((row) => row.id === id)
  return alive.every(({ name }) => name === own?.name)
}

/**
 * Records that a server is here. Removes rows of servers gone for a week, and of stopped ones unless nobody makes their
 * backups now.
 */
export async function saveServer(db: Db, row: ServerRow) {
  await saveRow(db, row)
  await db
    .deleteFrom('servers')
    .where(({ or, eb }) => or([eb('state', '=', 'stopped'), eb('seen_at', '<=', isoNow(-TOLD_MS))]))
    .where('name', 'not in', makersOfBackups(db))
    .execute()
}

/** Also into a former release's database, which has no other tables about servers. */
const saveRow = (db: Db, row: ServerRow) =>
  db
    .insertInto('servers')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()

const makersOfBackups = (db: Db) => db.selectFrom('server_notes').select('server').where('name', '=', 'backups')

/** Records that a server stopped on purpose. Only one that makes backups is missed. */
export async function stopServer(db: Db, id: string) {
  await db
    .updateTable('servers')
    .set({ state: 'stopped' })
    .where('id', '=', id)
    .where('name', 'in', makersOfBackups(db))
    .execute()
  await db.deleteFrom('servers').where('id', '=', id).where('state', '!=', 'stopped').execute()
}

/** The servers that ended without notice and are not back under their names; never `own`. */
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

/** Other servers run on a schema that starting would change. */
export class OthersRun extends Error {}

/**
 * Call it before migrating PostgreSQL. Throws OthersRun, naming them, if servers of another schema are alive; if
 * forced, it asks them to take no more calls instead, and waits until they comply. Resolves to a function that lets
 * them resume, if the schema is still theirs then.
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
