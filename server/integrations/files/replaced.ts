import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY, now } from '../../clock.ts'

/** Documented in docs/operating.md. */
const DAYS_KEPT = 30

/**
 * Removes databases and keys that restores replaced over a month ago, by the time in their names: what a file holds may
 * be older.
 */
export async function removeReplaced(dataDir: string) {
  for (const { name, goesAt } of await replacedIn(dataDir))
    if (goesAt < now()) await rm(join(dataDir, name), { recursive: true, force: true })
}

/** The databases that restores replaced, newest first, and the day (YYYY-MM-DD, UTC) each is removed. */
export async function listReplaced(dataDir: string) {
  const found = (await replacedIn(dataDir)).filter(({ name }) => DATABASE.test(name))
  return found
    .toSorted((one, other) => other.goesAt - one.goesAt)
    .map(({ name, goesAt }) => ({ file: name, removed_on: new Date(goesAt).toISOString().slice(0, 10) }))
}

const REPLACED = /^(?:back-office\.db|api-key)\.before-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)(?:-journal|-wal|-shm)?$/
/** Excludes the files that go with it. */
const DATABASE = /^back-office\.db\..*\d$/

async function replacedIn(dataDir: string) {
  const names = await readdir(dataDir).catch(() => [])
  return names.flatMap((name) => {
    const [, day, ...time] = REPLACED.exec(name) ?? []
    const at = Date.parse(`${day}T${time.join(':')}Z`)
    return Number.isNaN(at) ? [] : [{ name, goesAt: at + DAYS_KEPT * DAY }]
  })
}
