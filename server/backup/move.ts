import { createHash } from 'node:crypto'
import { copyTables } from '../db/copy-tables.ts'
import { hasMark, migrate, setMark, type UnfinishedMark, unfinishedMarks } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { namesInUse } from '../housekeeping/files-sweep.ts'
import type { FileStore } from '../integrations/files/store.ts'
import { HalfDone } from './half-done.ts'

type Place = { db: Db; files: FileStore }

/** Reports progress, one line at a time. */
type Report = (line: string) => void

/**
 * Copies an installation: first the files, unless both sides share them, then the tables; then compares every file and
 * table by checksum. `to` must be empty or hold the rest of an interrupted copy, which is continued. Until the copy is
 * complete no server starts on `to`, and the `mark` says which command must be run again. Throws if `to` holds
 * something else, and HalfDone if a copy fails or differs.
 */
export async function copyInstallation(from: Place, to: Place, report: Report, mark: UnfinishedMark = 'being filled') {
  await migrate(from.db)
  await migrate(to.db)
  const unfinished = await Promise.all(unfinishedMarks.map((one) => hasMark(to.db, one)))
  if (!unfinished.includes(true)) {
    if (await holdsRecords(to.db)) throw new Error('the database to move to already holds records')
    if (await hasMark(from.db, 'moved away')) throw new Error('this data has already been moved')
  }
  await setMark(to.db, mark, true)
  try {
    for (const other of unfinishedMarks) if (other !== mark) await setMark(to.db, other, false)
    const copied = await copyFiles(from, to.files)
    if (copied) report(`${copied} files have been copied.`)
    await copyTables(from.db, to.db, (table, { rows, sha256 }) => {
      if (rows) report(`${table}: ${rows} rows, SHA-256 ${sha256.slice(0, 16)}… on both sides.`)
    })
  } catch (error) {
    const { message } = error as Error
    throw new HalfDone(`${message}. What has arrived is kept; run the same command again to continue.`, {
      cause: error,
    })
  }
}

/** The same, after which no server starts on `from` any more. Nothing else may have `from` open. */
export async function moveInstallation(from: Place, to: Place, report: Report) {
  await copyInstallation(from, to, report)
  await setMark(from.db, 'moved away', true)
  await setMark(to.db, 'being filled', false)
}

const holdsRecords = async (db: Db) =>
  (await db.selectFrom('admins').select('id').limit(1).executeTakeFirst()) !== undefined

async function copyFiles(from: Place, to: FileStore) {
  if (from.files === to) return 0
  let copied = 0
  for (const name of await namesInUse(from.db)) {
    const content = await from.files.read(name)
    if (!content) continue
    const arrived = await to.read(name)
    if (!arrived || digest(arrived) !== digest(content)) {
      await to.put(name, new Blob([Buffer.from(content)]))
      const written = await to.read(name)
      if (!written || digest(written) !== digest(content)) throw new Error(`the file ${name} did not arrive intact`)
    }
    copied++
  }
  return copied
}

const digest = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
