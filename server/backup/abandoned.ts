import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A storage that hangs must not keep all later backups from being made. */
export const LONGEST_HOURS = 3
/** What has not changed for so long is taken for dead; a backup by hand has no limit, so there is time to spare. */
const ABANDONED_HOURS = 8 * LONGEST_HOURS

/**
 * Removes what was killed while it worked in `folder`: what has these names, has not changed for a day and `isOurs`.
 */
export async function removeAbandoned(folder: string, names: RegExp, isOurs = async (_path: string) => true) {
  const youngest = Date.now() - ABANDONED_HOURS * 3_600_000
  for (const name of await readdir(folder).catch(() => [])) {
    if (!names.test(name)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (!found || found.mtimeMs >= youngest) continue
    if (await isOurs(path).catch(() => false)) await rm(path, { recursive: true, force: true })
  }
}
