import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR } from '../clock.ts'

/** Anything unchanged for this long counts as dead: eight times as long as a scheduled backup may take. */
const ABANDONED_HOURS = 24

/** Removes leftovers of killed work from `folder`: those with these names, unchanged for `hours`, that are `isOurs`. */
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
