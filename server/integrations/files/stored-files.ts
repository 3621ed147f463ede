import { createHash } from 'node:crypto'
import type { Db } from '../../db/schema.ts'
import type { FileStore } from './store.ts'

/** A file's length, and the SHA-256 of its bytes, in hex. The content under a name never changes. */
export type FileFacts = { bytes: number; sha256: string }

/** How many names are looked up at once. */
const AT_ONCE = 500
/** How many unknown names of one answer are looked into; the next answer continues with others. */
const MOST_ASKED = 100

/** The facts about these bytes. */
export const factsIn = (content: Uint8Array): FileFacts => ({
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
})

/** The same for a file that may be too large to hold in memory once more. */
async function factsOf(content: Blob): Promise<FileFacts> {
  const hash = createHash('sha256')
  for await (const chunk of content.stream()) hash.update(chunk)
  return { bytes: content.size, sha256: hash.digest('hex') }
}

/**
 * The same store, but it records a file's facts before anything can name it, and deletes them with the file. A crash in
 * between leaves facts that no record names.
 */
export function notedFiles(db: Db, files: FileStore): FileStore {
  const forget = (name: string) => db.deleteFrom('stored_files').where('name', '=', name).execute()
  return {
    read: (name) => files.read(name),
    serve: (name, wanted) => files.serve(name, wanted),
    list: () => files.list(),
    async put(name, content) {
      await files.put(name, content)
      try {
        await noteFacts(db, new Map([[name, await factsOf(content)]]))
      } catch (error) {
        await files.remove(name).catch(() => {})
        throw error
      }
    },
    async remove(name) {
      await files.remove(name)
      await forget(name)
    },
    async trash(name, day) {
      await files.trash(name, day)
      await forget(name)
    },
  }
}

/** Records the findings about these files: null for a missing one. */
export async function noteFacts(db: Db, found: ReadonlyMap<string, FileFacts | null>) {
  const rows = [...found].map(([name, facts]) => ({
    name,
    bytes: facts?.bytes ?? null,
    sha256: facts?.sha256 ?? null,
    is_missing: facts ? 0 : 1,
  }))
  await db
    .insertInto('stored_files')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({
        bytes: row.ref('excluded.bytes'),
        sha256: row.ref('excluded.sha256'),
        is_missing: row.ref('excluded.is_missing'),
      })),
    )
    .execute()
}

/**
 * The known facts about these files by name: null for a missing one. Unknown facts are left out, and found soon: an
 * answer never waits for the storage.
 */
export async function knownFacts(db: Db, names: Iterable<string>) {
  const asked = [...new Set(names)]
  const known = new Map<string, FileFacts | null>()
  const noted = new Set<string>()
  for (let first = 0; first < asked.length; first += AT_ONCE) {
    const rows = await db
      .selectFrom('stored_files')
      .selectAll()
      .where('name', 'in', asked.slice(first, first + AT_ONCE))
      .execute()
    for (const { name, bytes, sha256, is_missing } of rows) {
      noted.add(name)
      if (bytes !== null && sha256 !== null) known.set(name, { bytes, sha256 })
      else if (is_missing) known.set(name, null)
    }
  }
  const unheard = asked.filter((name) => !noted.has(name)).slice(0, MOST_ASKED)
  // Readers are not refused just because nothing can be written; the next one asks again.
  if (unheard.length) await askAbout(db, unheard).catch(() => {})
  return known
}

/** Records files without known facts, so that a job looks into them. */
export async function askAbout(db: Db, names: readonly string[]) {
  for (let first = 0; first < names.length; first += AT_ONCE) {
    const rows = names.slice(first, first + AT_ONCE).map((name) => ({ name, bytes: null, sha256: null }))
    await db
      .insertInto('stored_files')
      .values(rows)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  }
}
