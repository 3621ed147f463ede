import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { DATABASE_FILE } from '../start/open-configured.ts'
import { FILES, KEY, type Manifest } from './manifest.ts'

/** Size and SHA-256 of a file. */
export async function checksumOf(path: string) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * Compares database, key and files of the backup in `folder` with the manifest. Throws an Error that names what is
 * damaged.
 */
export async function checkContent(folder: string, { database, key, files }: Manifest) {
  const check = async (path: string, what: string, sha256: string) => {
    const found = await checksumOf(path).catch(() => {
      throw new Error(`${what} is missing`)
    })
    if (found.sha256 !== sha256) throw new Error(`${what} is damaged`)
  }
  // Earlier releases wrote no checksum of these two.
  if (database) await check(join(folder, DATABASE_FILE), 'the copy of the database', database.sha256)
  if (key) await check(join(folder, KEY), 'the application key', key.sha256)
  for (const { name, sha256 } of files) await check(join(folder, FILES, name), `the file ${name}`, sha256)
}
