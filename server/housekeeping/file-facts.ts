import type { Column } from '#contract/column.ts'
import { kinds } from '#contract/kinds.ts'
import { readQuery, writeQuery } from '../db/raw-query.ts'
import type { Db, RecordTable } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { type FileStore, isOwnName, ownNamesIn } from '../integrations/files/store.ts'
import { askAbout, type FileFacts, factsIn, noteFacts } from '../integrations/files/stored-files.ts'
import { enqueue, type JobContext, type JobHandlers } from '../jobs/jobs.ts'
import { anHourAgo, contentColumns, fileColumns, textsWithFiles } from './files-sweep.ts'

const READ_FILES = 'read-files'
/**
 * One attempt of the job reads up to so many files, stops after so many bytes, and searches all texts for their names.
 */
const FILES_AT_ONCE = 500
const BYTES_AT_ONCE = 100_000_000

/** `listed`: the storage has been listed, and files without known facts are recorded. */
type Payload = { listed?: true }

/** Columns of records that owners see. */
const forOwners = ({ table, column }: { table: RecordTable; column: string }) =>
  (kinds[table].columns as Record<string, Column>)[column]?.audience === 'owners'

/**
 * Schedules a comparison of all stored files with what is recorded about them; files kept by a former release are read.
 */
export const askToReadFiles = (db: Db) => ask(db, {})

/** The same for files named in answers about which nothing is known, if there are any. */
export async function askToReadUnknown(db: Db) {
  if ((await unread(db, 1)).length) await ask(db, { listed: true })
}

const ask = (db: Db, payload: Payload) =>
  inTransaction(db, async (db) => {
    const waits = await db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', READ_FILES)
      .where('gave_up_at', 'is', null)
      .where('payload', '=', JSON.stringify(payload))
      .executeTakeFirst()
    if (!waits) await enqueue(db, READ_FILES, payload)
  })

/** The job that fills in missing facts about stored files, some at a time. */
export const fileJobs = (db: Db, files: FileStore): JobHandlers => ({
  [READ_FILES]: async ({ listed }: Payload, { write, continueWith }) => {
    if (!listed) {
      await compare(db, files, write)
      return write(db, (db) => continueWith(db, { listed: true }))
    }
    const names = await unread(db, FILES_AT_ONCE)
    const found = new Map<string, FileFacts | null>()
    let bytes = 0
    for (const name of names) {
      if (bytes > BYTES_AT_ONCE) break
      const content = await files.read(name)
      found.set(name, content && factsIn(content))
      bytes += content?.length ?? 0
    }
    if (!found.size) return
    await noteForApps(db, found, write)
    if (found.size < names.length || names.length === FILES_AT_ONCE)
      await write(db, (db) => continueWith(db, { listed: true }))
  },
})

const unread = async (db: Db, most: number) =>
  (
    await readQuery<{ name: string }>(
      db,
      'select name from stored_files where bytes is null and is_missing = 0 order by name limit ?',
      [most],
    )
  ).map(({ name }) => name)

/** Records which stored files nobody has read, and which no longer exist. */
async function compare(db: Db, files: FileStore, write: JobContext['write']) {
  const noted = new Map<string, { isMissing: boolean }>()
  for (const { name, is_missing } of await db.selectFrom('stored_files').select(['name', 'is_missing']).execute())
    noted.set(name, { isMissing: is_missing === 1 })
  const unheard: string[] = []
  const foundAgain: string[] = []
  for await (const { name } of files.list()) {
    if (!isOwnName(name)) continue
    const known = noted.get(name)
    if (!known) unheard.push(name)
    else if (known.isMissing) foundAgain.push(name)
    noted.delete(name)
  }
  await write(db, (db) => askAbout(db, unheard))
  const gone = [...noted].flatMap(([name, { isMissing }]) => (isMissing ? [] : [name]))
  await readAgain(db, files, [...foundAgain, ...gone], write)
}

/** Files come and go while they are listed, so apparent changes are checked. */
async function readAgain(db: Db, files: FileStore, names: string[], write: JobContext['write']) {
  for (let first = 0; first < names.length; first += FILES_AT_ONCE) {
    const found = new Map<string, FileFacts | null>()
    for (const name of names.slice(first, first + FILES_AT_ONCE)) {
      const content = await files.read(name)
      found.set(name, content && factsIn(content))
    }
    await noteForApps(db, found, write)
  }
}

/**
 * Records facts of files that records may already name, and touches these records, so that apps hear of it: in one
 * transaction. What was saved meanwhile did not see it, so it is checked once more after the commit.
 */
async function noteForApps(db: Db, found: ReadonlyMap<string, FileFacts | null>, write: JobContext['write']) {
  const naming = await placesNaming(db, found, '')
  await write(db, async (db) => {
    await noteFacts(db, found)
    for (const place of await placesNaming(db, found, anHourAgo())) naming.add(place)
    await moveRecords(db, naming)
  })
  const later = [...(await placesNaming(db, found, anHourAgo()))].filter((place) => !naming.has(place))
  if (later.length) await write(db, (db) => moveRecords(db, later))
}

/** The records for owners that name one of these files, each as its table and id. */
async function placesNaming(db: Db, names: ReadonlyMap<string, unknown>, changedSince: string) {
  const places = new Set<string>()
  const asked = [...names.keys()]
  for (const { table, column } of fileColumns.filter(forOwners)) {
    const rows = await readQuery<{ id: string }>(
      db,
      `select id from ${table} where ${column} in (${asked.map(() => '?').join(', ')}) and updated_at >= ?`,
      [...asked, changedSince],
    )
    for (const { id } of rows) places.add(`${table} ${id}`)
  }
  for (const place of contentColumns.filter(forOwners))
    for await (const { id, content } of textsWithFiles(db, place, changedSince))
      if (ownNamesIn(content).some((name) => names.has(name))) places.add(`${place.table} ${id}`)
  return places
}

/** Triggers treat a rewritten record as changed: for apps that sync, and for cached answers. */
async function moveRecords(db: Db, places: Iterable<string>) {
  for (const place of [...places].toSorted()) {
    const [table = '', id = ''] = place.split(' ')
    await writeQuery(db, `update ${table} set version = version where id = ?`, [id])
  }
}
