import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where uploaded files are kept. Names are made by the server: letters, digits, dots, dashes, and slashes for folders. */
export type FileStore = {
  /** Keeps a file; it is there for good when this returns. */
  put: (name: string, bytes: Uint8Array) => Promise<void>
  /** Removes a file; that it is gone already is no error. */
  remove: (name: string) => Promise<void>
}

/** Keeps files below `folder` on this machine's disk. */
export function diskFiles(folder: string): FileStore {
  return {
    async put(name, bytes) {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true })
      // Written beside and renamed, so that nobody ever reads half a file.
      const unfinished = await open(`${path}.part`, 'w', 0o600)
      try {
        await unfinished.writeFile(bytes)
        await unfinished.sync()
      } finally {
        await unfinished.close()
      }
      await rename(`${path}.part`, path)
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}
