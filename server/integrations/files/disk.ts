import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { send } from '@fastify/send'
import type { FileStore, ServedFile } from './store.ts'
import { mediaType, trashName } from './store.ts'

const UNFINISHED = '.part'

/** Stores files below `folder`, an absolute path. */
export function diskFiles(folder: string): FileStore {
  return {
    async put(name, content) {
      const path = join(folder, name)
      const newFolder = await mkdir(dirname(path), { recursive: true })
      // Written under another name and renamed, so that nobody reads half a file.
      const unfinished = `${path}${UNFINISHED}`
      try {
        const file = await open(unfinished, 'w', 0o600)
        try {
          await file.writeFile(content.stream())
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      await syncFolders(dirname(path), newFolder ? dirname(newFolder) : dirname(path))
    },

    read: (name) => readFile(join(folder, name)).catch(nullWhenMissing),

    async serve(name, wanted) {
      const found = await stat(join(folder, name)).catch(nullWhenMissing)
      if (!found?.isFile()) return null
      // The library reads ranges and tags from a request's headers.
      const request = Object.assign(Readable.from([]), { headers: withoutEmpty(wanted) })
      const { statusCode, headers, stream } = await send(request, `/${name}`, {
        root: folder,
        cacheControl: false,
        contentType: false,
        dotfiles: 'deny',
        lastModified: false,
      })
      if (statusCode === 404 || statusCode === 403) return null
      return {
        status: statusCode as ServedFile['status'],
        headers: { ...(headers as Record<string, string>), 'Content-Type': mediaType(name) },
        body: stream,
      }
    },

    remove: (name) => rm(join(folder, name), { force: true }),

    async *list() {
      const entries = await opendir(folder, { recursive: true }).catch(nullWhenMissing)
      for await (const entry of entries ?? []) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name)
        const found = await stat(path).catch(nullWhenMissing)
        if (found) yield { name: posixName(relative(folder, path)), writtenAt: found.mtime }
      }
    },

    async trash(name, day) {
      const target = join(folder, trashName(name, day))
      await mkdir(dirname(target), { recursive: true })
      await rename(join(folder, name), target).catch(nullWhenMissing)
    },
  }
}

/** A path below the folder as the file's name: rows name files with slashes, even where paths have backslashes. */
export const posixName = (path: string, separator = sep) => path.split(separator).join('/')

// The directory entry must be synced as well, and so must those of new parent folders.
async function syncFolders(path: string, upTo: string) {
  await syncFolder(path)
  if (path !== upTo) await syncFolders(dirname(path), upTo)
}

/** Makes the names in a folder durable, if the system can. */
export async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } catch {
    // Some systems cannot sync a folder.
  } finally {
    await folder.close()
  }
}

function nullWhenMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}

const withoutEmpty = (wanted: object) => Object.fromEntries(Object.entries(wanted).filter(([, value]) => value))
