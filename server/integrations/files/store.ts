import type { Readable } from 'node:stream'

/** The request headers that select a part of a file or avoid sending it again. */
export type FileRequest = { range?: string | undefined; 'if-none-match'?: string | undefined }

/** A file as an HTTP answer: 200, 206 for a range, 304 if the caller has it, 416 for a range that does not exist. */
export type ServedFile = { status: 200 | 206 | 304 | 416; headers: Record<string, string>; body: Readable | null }

/**
 * Where uploaded files are stored. The server makes the names: letters, digits, dots, dashes, and slashes for folders.
 */
export type FileStore = {
  /** Stores a file. It is durable when this resolves, and absent when it rejects. */
  put: (name: string, content: Blob) => Promise<void>
  /** The whole content; null when there is no such file. */
  read: (name: string) => Promise<Uint8Array | null>
  /** The file or a range of it as a stream; null when there is no such file. */
  serve: (name: string, wanted: FileRequest) => Promise<ServedFile | null>
  /** Removes a file. Does nothing if the file is missing. */
  remove: (name: string) => Promise<void>
  /** All stored files with the time they were written, the trash included. Names are POSIX paths everywhere. */
  list: () => AsyncIterable<{ name: string; writtenAt: Date }>
  /** Moves a file to `trash/<day>/<name>`, where nothing serves it. Does nothing if the file is missing. */
  trash: (name: string, day: string) => Promise<void>
}

/** The folders of files, by content. */
const FOLDERS = ['avatars', 'sliders', 'menu-icons', 'social-icons', 'dealer-logos', 'manual-pages', 'manuals']
const OWN_NAME = new RegExp(`^(?:${FOLDERS.join('|')})/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.(?:png|jpg|pdf)$`)

/** Whether this product made the name. Anything else in the same folder or bucket belongs to someone else. */
export const isOwnName = (name: string) => OWN_NAME.test(name)

const ERASED_FOLDER = 'erased'
/** The file that records an owner's erase: nothing serves it or sweeps it away. */
export const erasedName = (userId: string) => `${ERASED_FOLDER}/${userId}`
/** The owner that such a file is about; undefined for any other name. */
export const erasedIn = (name: string) => /^erased\/([0-9a-f-]{36})$/.exec(name)?.[1]

/** The ids of the owners with such files. */
export async function erasedIds(files: Pick<FileStore, 'list'>) {
  const ids: string[] = []
  for await (const { name } of files.list()) {
    const id = erasedIn(name)
    if (id !== undefined) ids.push(id)
  }
  return ids
}

/** The names of this product's files that occur in a text. */
export const ownNamesIn = (text: string) =>
  [...text.matchAll(/[a-z-]{1,20}\/[0-9a-f-]{36}\.[a-z]{3}/g)].map(([name]) => name).filter(isOwnName)

/** Where a file goes that is trashed on that day (YYYY-MM-DD). */
export const trashName = (name: string, day: string) => `trash/${day}/${name}`

/** The day a file went to the trash; undefined for any other name. */
export function trashedOn(name: string) {
  const [, day, original = ''] = /^trash\/(\d{4}-\d{2}-\d{2})\/(.+)$/.exec(name) ?? []
  return isOwnName(original) ? day : undefined
}

/** The path at which a stored file is served. Answers carry the whole address: see server/http/file-addresses.ts. */
export const filePath = (name: string) => `/files/${name}`

const MEDIA_TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', pdf: 'application/pdf' }

/** A stored file's media type by its extension, which the server chose from its bytes. */
export const mediaType = (name: string) => MEDIA_TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
