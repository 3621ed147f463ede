import { existsSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../integrations/files/disk.ts'
import { HalfDone } from './half-done.ts'

/** `next` goes to `path`, or nothing if undefined; what was there is kept under the name `kept`. */
export type Change = { path: string; next: string | undefined; kept: string }

/** Makes the changes in order, or reverts all after a failure; if that fails too, HalfDone says what is kept. */
export async function swapIn(changes: Change[]) {
  const added = changes.filter(({ path }) => !existsSync(path))
  const linked: Change[] = []
  try {
    for (const change of changes) {
      if (added.includes(change)) continue
      // A second name for the same file, so that it is never without a name.
      await link(change.path, change.kept)
      linked.push(change)
    }
    for (const { path, next } of changes) await (next ? rename(next, path) : rm(path, { force: true }))
    for (const folder of new Set(changes.map(({ path }) => dirname(path)))) await syncFolder(folder)
  } catch (error) {
    await putBack(linked, added).catch((second: Error) => {
      const names = linked.map(({ kept }) => kept).join(', ')
      throw new HalfDone(
        `${(error as Error).message}; what was there could not be put back (${second.message}): ${names}`,
      )
    })
    throw error
  }
}

async function putBack(linked: Change[], added: Change[]) {
  for (const { path } of added) await rm(path, { force: true })
  for (const { path, kept } of linked) {
    await rename(kept, path)
    // Renaming does nothing if both are still the same file.
    await rm(kept, { force: true })
  }
}
