import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR } from '../clock.ts'

/** What has not changed for this long is taken for dead: eight times as long as a scheduled backup may take. */
const ABANDONED_HOURS = 24

/**
 * Removes what was killed while it worked in `folder`: what has these names, has not changed for `hours` and `isOurs`.
 */
export async function removeAbandoned(
  folder: string,
  names: RegExp,
  isOurs = async (_path: string) => true,
  hours = ABANDONED_HOURS,
) {
  const youngest = Date.now() - hours * HOUR
  for (const name of await readdir(folder).catch(() => [])) {
    if (!names.test(name)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (!found || (hours > 0 && found.mtimeMs >= youngest)) continue
    if (await isOurs(path).catch(() => false)) await rm(path, { recursive: true, force: true })
  }
}
