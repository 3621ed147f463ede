import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** What lies in the folder of a backup. */
export const FILES = 'files'
export const MANIFEST = 'manifest.json'
export const KEY = 'api-key'

const manifest = z.object({
  /** Of the product that made it. */
  version: z.string(),
  at: z.iso.datetime(),
  /** How many records each table holds, deleted ones included. */
  records: z.record(z.string(), z.int()),
  files: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
  /** Files that rows name and that the storage did not have. */
  missing: z.array(z.string()),
})
export type Manifest = z.output<typeof manifest>

/** What the backup in `folder` says about itself. Throws where there is none, or one that was never finished. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new Error(`there is no finished backup in ${folder}`)
  })
  return manifest.parse(JSON.parse(text))
}

/** For a copy of what need not be there. */
export function passOverMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}
