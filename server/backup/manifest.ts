import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** The names inside a backup's folder. */
export const FILES = 'files'
export const MANIFEST = 'manifest.json'
export const KEY = 'api-key'

/**
 * Since format 2, `records` are the database's own rows; before, they came from a table that counted only some. Since
 * format 3, database and key have checksums.
 */
export const MANIFEST_FORMAT = 3

const checksum = z.object({ bytes: z.int(), sha256: z.string() })

const manifest = z.object({
  format: z.int().default(1),
  /** The product's version that made it. */
  version: z.string(),
  /** The id of its installation; see server/backup/installation.ts. */
  installation: z.string().optional(),
  at: z.iso.datetime(),
  /** The number of rows in each table. */
  records: z.record(z.string(), z.int()),
  database: checksum.optional(),
  /** Also missing where no file holds the key. */
  key: checksum.optional(),
  files: z.array(checksum.extend({ name: z.string() })),
  /** Files that records need but the storage lacks. */
  missing: z.array(z.string()),
})
export type Manifest = z.output<typeof manifest>

/** Reads the manifest of the backup in `folder`. Throws if there is none, as in an unfinished backup. */
export const readManifest = async (folder: string): Promise<Manifest> => manifest.parse(await readJson(folder))

async function readJson(folder: string): Promise<unknown> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new Error(`there is no finished backup in ${folder}`)
  })
  return JSON.parse(text)
}

/** Without the long list of files. */
const head = manifest.pick({ installation: true, at: true, missing: true })
/** A backup's installation, its time, and the files it lacks. */
export type ManifestHead = z.output<typeof head>
export type ReadHead = (folder: string) => Promise<ManifestHead>

/** Reads heads of manifests as readManifest does, each only once while its file stays the same. */
export function rememberHeads(): ReadHead {
  const known = new Map<string, { stamp: string; read: Promise<ManifestHead> }>()
  return async (folder) => {
    const found = await stat(join(folder, MANIFEST)).catch(() => undefined)
    if (!found) {
      known.delete(folder)
      throw new Error(`there is no finished backup in ${folder}`)
    }
    const stamp = `${found.ino} ${found.size} ${found.mtimeMs}`
    const before = known.get(folder)
    if (before?.stamp === stamp) return before.read
    const read = readJson(folder).then(head.parse)
    known.set(folder, { stamp, read })
    return read
  }
}

/** Ignores a missing file, when copying optional files. */
export function passOverMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}
