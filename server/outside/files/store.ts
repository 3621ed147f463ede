import type { Readable } from 'node:stream'

/** What a caller wants of a file: part of it, or only what differs from what it has. Header values as they came. */
export type FileWish = { range?: string | undefined; 'if-none-match'?: string | undefined }

/** A file as HTTP answers it: 200, 206 for a part, 304 when the caller has it, 416 for a part that is not there. */
export type ServedFile = { status: 200 | 206 | 304 | 416; headers: Record<string, string>; body: Readable | null }

/** Where uploaded files are kept. Names are made by the server: letters, digits, dots, dashes, and slashes for folders. */
export type FileStore = {
  /** Keeps a file; it is there for good when this returns, and not at all when it fails. */
  put: (name: string, content: Blob) => Promise<void>
  /** The whole content; null when there is no such file. */
  read: (name: string) => Promise<Uint8Array | null>
  /** The file, or the wished part of it, as a stream; null when there is no such file. */
  serve: (name: string, wish: FileWish) => Promise<ServedFile | null>
  /** Removes a file; that it is gone already is no error. */
  remove: (name: string) => Promise<void>
  /** Every file that is kept, with the time it was written. */
  list: () => AsyncIterable<{ name: string; writtenAt: Date }>
}

/** The path at which a kept file is served. Answers carry the whole address: see server/http/file-addresses.ts. */
export const filePath = (name: string) => `/files/${name}`

const MEDIA_TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', pdf: 'application/pdf' }

/** The media type of a kept file: its name was made from its bytes. */
export const mediaType = (name: string) => MEDIA_TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
