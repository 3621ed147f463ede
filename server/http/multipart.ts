import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromBlob } from 'file-type'
import { AppError, refused } from '../errors.ts'

/** Enough of a file to recognize its type. */
const HEAD_BYTES = 4100
const MEGABYTE = 1024 * 1024
const BROKEN_OFF = /unexpected end of|terminated early|premature close|aborted/i
const NO_BOUNDARY = /boundary not found|needle/i

declare module 'fastify' {
  interface FastifyInstance {
    /** Where large files are while their call runs. */
    uploadFolder: string
  }
}

type Body = Record<string, string | File>

/** The names of what a killed server leaves in the folder for uploads. */
export const LEFT_UPLOADS = /^upload-[A-Za-z0-9]{6}$/

/**
 * Reads a multipart body into an object of strings and Files and passes it to `handle`. A File's type comes from its
 * bytes, not from the sender. Files are cut just above the limit, so that the schema refuses them with its own
 * message. Files of calls with `megabytes` are on disk until `handle` is done; others are in memory.
 */
export async function readMultipart<Result>(
  request: FastifyRequest,
  megabytes: number | undefined,
  handle: (body: Body) => Promise<Result>,
): Promise<Result> {
  const read = async (limits: object, keep: typeof inMemory) => {
    // The parser would wait forever for a caller who has already disconnected.
    if (request.raw.destroyed) throw brokenOff()
    return readParts(request.parts(limits), keep).catch(incomplete)
  }
  if (megabytes === undefined) return handle(await read({}, inMemory))
  // In the data folder: that of the system for temporary files can be memory.
  const { uploadFolder } = request.server
  await mkdir(uploadFolder, { recursive: true })
  const folder = await mkdtemp(join(uploadFolder, 'upload-'))
  try {
    const limits = { fileSize: megabytes * MEGABYTE + 1 }
    return await handle(await read({ limits }, (part) => onDisk(part, join(folder, 'file'))))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readParts(parts: ReturnType<FastifyRequest['parts']>, read: (part: MultipartFile) => Promise<Blob>) {
  const body: Body = Object.create(null)
  for await (const part of parts) {
    if (Object.hasOwn(body, part.fieldname)) throw refused(part.fieldname, `${part.fieldname} was sent more than once.`)
    if (part.type === 'field') {
      // U+0000 is removed as in JSON, see server/app.ts.
      body[part.fieldname] = textOf(part).replaceAll('\0', '')
      continue
    }
    const content = await read(part)
    // An empty file field arrives as a file without name and content.
    if (!content.size && !part.filename) continue
    const type = (await fileTypeFromBlob(content.slice(0, HEAD_BYTES)))?.mime ?? 'application/octet-stream'
    body[part.fieldname] = new File([content], part.filename, { type })
  }
  return { ...body }
}

// The parser puts U+FFFD where bytes are no UTF-8. A text that is cut may end within a character; it is longer than
// any field allows, so the schema refuses it with the message of its field.
function textOf({ fieldname, value, valueTruncated }: MultipartValue) {
  const text = valueTruncated ? String(value).replace(/\uFFFD+$/, '') : String(value)
  if (text.includes('\uFFFD')) throw refused(fieldname, 'This text is not valid UTF-8.')
  return text
}

// The parser reports an incomplete body or a bad boundary by its message only.
function incomplete(error: Error): never {
  if (BROKEN_OFF.test(error.message)) throw brokenOff()
  throw NO_BOUNDARY.test(error.message) ? new AppError(400, 'The request is not a valid form.') : error
}

const brokenOff = () => new AppError(400, 'The request is not complete.')

async function inMemory({ file }: MultipartFile): Promise<Blob> {
  const chunks: Buffer<ArrayBuffer>[] = []
  for await (const chunk of file) chunks.push(chunk as Buffer<ArrayBuffer>)
  return new Blob(chunks)
}

async function onDisk({ file }: MultipartFile, path: string): Promise<Blob> {
  await pipeline(file, createWriteStream(path))
  return openAsBlob(path)
}
