import { setImmediate } from 'node:timers/promises'
import type { Column } from '#contract/column.ts'
import { kinds, laterTypes, recordTypes } from '#contract/kinds.ts'
import { DAY, HOUR } from '../clock.ts'
import { readQuery } from '../db/raw-query.ts'
import type { Db } from '../db/schema.ts'
import { erasedIn, erasedName, type FileStore, isOwnName, ownNamesIn, trashedOn } from '../integrations/files/store.ts'

/** A draft lives for a week after its last change, and may name a picture that no row names yet. */
const DAYS_SPARED = 14
const DAYS_IN_TRASH = 30
/** A larger share is never left over by chance: more likely this is the wrong database, or an older one. */
const MAX_PART = 1 / 10

const columnsOfType = (...types: Column['type'][]) =>
  recordTypes.flatMap((table) =>
    Object.entries<Column>(kinds[table].columns)
      .filter(([, { type }]) => types.includes(type))
      .map(([column]) => ({ table, column })),
  )

/** The columns that hold file names. */
export const fileColumns = columnsOfType('picture', 'file')
/** The columns whose rich text names files. */
export const contentColumns = [
  ...columnsOfType('rich_text'),
  ...laterTypes.map((table) => ({ table, column: 'edits' })),
]
type Place = (typeof contentColumns)[number]

/**
 * A sweep's findings: of `files` in all, `unnamed` are named by no row; `stopped` if these were too many to take;
 * `missing` are those that records need but the storage lacks; `erased` the ids of erased owners.
 */
export type Sweep = { files: number; unnamed: number; stopped: boolean; missing: string[]; erased: string[] }

/**
 * Moves files that no row names and that are older than two weeks to the trash, and empties the trash of anything there
 * for 30 days. A crash between storing a file and its row leaves such files, and so do texts that were never saved.
 * Takes and empties nothing if more than a tenth of all files would go, and never touches files that are not this
 * product's. `forgotten` are files that belonged to changes just removed: those are expected to go.
 */
export async function sweepFiles(
  db: Db,
  files: FileStore,
  now = Date.now(),
  forgotten: ReadonlySet<string> = new Set(),
): Promise<Sweep> {
  const youngest = now - DAYS_SPARED * DAY
  const lastDayInTrash = dayOf(now - DAYS_IN_TRASH * DAY)
  const old: string[] = []
  const expired: string[] = []
  const stored = new Set<string>()
  const erased: string[] = []
  for await (const { name, writtenAt } of files.list()) {
    const id = erasedIn(name)
    if (id !== undefined) erased.push(id)
    const trashed = trashedOn(name)
    if (trashed !== undefined && trashed < lastDayInTrash) expired.push(name)
    if (!isOwnName(name)) continue
    stored.add(name)
    if (writtenAt.getTime() < youngest) old.push(name)
  }
  // Read after listing the files, so that a file stored in between does not count as unnamed.
  const named = old.length ? await namesInUse(db) : new Set()
  const unnamed = old.filter((name) => !named.has(name))
  const unexpected = unnamed.filter((name) => !forgotten.has(name))
  const stopped = unexpected.length > stored.size * MAX_PART
  if (!stopped) {
    for (const name of unnamed) {
      await files.trash(name, dayOf(now))
      await db.deleteFrom('stored_files').where('name', '=', name).execute()
    }
    for (const name of expired) await files.remove(name)
  }
  return {
    files: stored.size,
    unnamed: unnamed.length,
    stopped,
    missing: await missingFiles(db, files, stored),
    erased,
  }
}

// Files come and go while they are listed: an apparently missing one is checked again, and then its row.
async function missingFiles(db: Db, files: FileStore, stored: Set<string>) {
  const missing: string[] = []
  for (const name of await namesInForce(db)) {
    if (isOwnName(name) && !stored.has(name) && !(await files.read(name))) missing.push(name)
  }
  const named = missing.length ? await namesInForce(db) : new Set()
  return missing.filter((name) => named.has(name))
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The names of the files that rows, rich text, undoable changes or the records of erased owners refer to. */
export async function namesInUse(db: Db) {
  const since = anHourAgo()
  const names = await namesInForce(db)
  await addNamesInHistory(db, names)
  const erased = await db.selectFrom('users').select('id').where('erased_at', 'is not', null).execute()
  for (const { id } of erased) names.add(erasedName(id))
  await addNamesInTexts(db, since, names)
  return names
}

/** The names of the files that current records need, deleted ones included, as they can be restored. */
export async function namesInForce(db: Db) {
  const names = new Set<string>()
  for (const { table, column } of fileColumns) {
    const rows = await readQuery<{ name: string }>(
      db,
      `select ${column} as name from ${table} where ${column} is not null`,
      [],
    )
    for (const { name } of rows) names.add(name)
  }
  const since = anHourAgo()
  await addNamesInTexts(db, '', names)
  // While others were read, a picture may have been moved to a text that had already been read.
  await addNamesInTexts(db, since, names)
  return names
}

async function addNamesInTexts(db: Db, changedSince: string, names: Set<string>) {
  for (const place of contentColumns) await addNamesIn(db, place, changedSince, names)
}

/** Changes keep what they replaced: an undo, or a look at the history, needs it. */
async function addNamesInHistory(db: Db, names: Set<string>) {
  const tables = [...fileColumns, ...contentColumns].map(({ table }) => table)
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('activity')
      .select(['id', 'changes'])
      .where('id', '>', last)
      .where('table_name', 'in', tables)
      .orderBy('id')
      .limit(TEXTS_AT_ONCE)
      .execute()
    for (const { changes } of rows) for (const name of ownNamesIn(changes)) names.add(name)
    if (rows.length < TEXTS_AT_ONCE) return
    last = rows.at(-1)?.id ?? ''
    await setImmediate()
  }
}

/** A text takes up to a megabyte, so a few are read at a time, with other work in between. */
const TEXTS_AT_ONCE = 20
/** More than several servers' clocks differ, and longer than a change takes. */
export const anHourAgo = () => new Date(Date.now() - HOUR).toISOString()

async function addNamesIn(db: Db, place: Place, changedSince: string, names: Set<string>) {
  for await (const { content } of textsWithFiles(db, place, changedSince))
    for (const [, name = ''] of content.matchAll(/\/files\/([a-z-]+\/[a-z0-9-]+\.[a-z]{3})/g)) names.add(name)
}

/** A column's rich texts that name files, in records changed since (ISO 8601; '' for all of them). */
export async function* textsWithFiles(db: Db, { table, column }: Place, changedSince: string) {
  for (let last = ''; ; ) {
    const rows = await readQuery<{ id: string; content: string }>(
      db,
      `select id, ${column} as content from ${table}
       where id > ? and updated_at >= ? and ${column} like '%/files/%' order by id limit ?`,
      [last, changedSince, TEXTS_AT_ONCE],
    )
    yield* rows
    if (rows.length < TEXTS_AT_ONCE) return
    last = rows.at(-1)?.id ?? ''
    await setImmediate()
  }
}
