import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileTypeFromBlob } from 'file-type'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError, refused } from '../errors.ts'
import { startOfPdf } from '../pdf-head.ts'

/** Enough of a file to recognize its type. */
const HEAD_BYTES = 4100
const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE
/** In bytes. Above every image limit in the contract, so that schemas refuse images with their own messages. */
const LARGEST_IMAGE = MEGABYTE
/** In bytes, for a text in a form. Above every limit in the contract, as for images. */
const LARGEST_FIELD = 16 * KILOBYTE
const MOST_FIELDS = 50

/** The parser's limits for any form. */
export const FORM_LIMITS = {
  fileSize: LARGEST_IMAGE,
  fieldSize: LARGEST_FIELD,
  files: 1,
  fields: MOST_FIELDS,
  parts: MOST_FIELDS + 1,
}

const BROKEN_OFF = /unexpected end of|terminated early|premature close|aborted/i
const NO_BOUNDARY = /boundary not found|needle/i

declare module 'fastify' {
  interface FastifyInstance {
    /** Where large uploads are while their call runs. */
    uploadFolder: string
  }
}

type Body = Record<string, string | File>

const paths = new WeakMap<Blob, string>()

/** The path on disk of a file in a call with `megabytes`, until the call has been answered. */
export function pathOf(file: File): string {
  const path = paths.get(file)
  if (path === undefined) throw new Error('this file is not on disk')
  return path
}

/** The names of leftovers of a killed server in the upload folder. */
export const LEFT_UPLOADS = /^upload-[A-Za-z0-9]{6}$/

/**
 * Reads a multipart body into an object of strings and Files and passes it to `handle`. A File's type comes from its
 * bytes, not from the sender. Files are cut just above the limit, so that the schema refuses them with its own message.
 * Files of calls with `megabytes` are on disk until `handle` is done; others are in memory. Throws 413 for a body
 * larger than its call allows, without reading it to the end.
 */
export async function readMultipart<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  handle: (body: Body) => Promise<Result>,
): Promise<Result> {
  const { megabytes, files = 1 } = endpoint
  const most = largestForm(endpoint)
  if (Number(request.headers['content-length']) > most) throw tooLarge(reply)
  const read = async (limits: object, keep: typeof inMemory) => {
    // The parser would wait forever for a caller who has already disconnected.
    if (request.raw.destroyed) throw brokenOff()
    const read = readParts(request.parts(limits), keep).catch(incomplete)
    return Promise.race([read, stopAbove(most, request, reply)])
  }
  if (megabytes === undefined) {
    const limits = { files, parts: MOST_FIELDS + files }
    return handle(await read(files > 1 ? { limits } : {}, inMemory))
  }
  // In the data folder: the system's temporary folder may be in memory.
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

/**
 * The sum of what the call allows, in bytes, and room for one more file, or for one that the schema refuses with its
 * own message.
 */
function largestForm({ input, megabytes, files = 1 }: Endpoint) {
  const isClosed = input instanceof z.ZodObject && !input.def.catchall
  const texts = isClosed ? Object.keys(input.shape).length : MOST_FIELDS
  return texts * LARGEST_FIELD + (1 + files) * (megabytes === undefined ? LARGEST_IMAGE : megabytes * MEGABYTE)
}

/** Rejects with 413 after more than `most` bytes; hangs up if the call has already been answered. */
function stopAbove(most: number, { raw }: FastifyRequest, reply: FastifyReply) {
  let arrived = 0
  return new Promise<never>((_resolve, reject) => {
    raw.on('data', (chunk: Buffer) => {
      arrived += chunk.length
      if (arrived <= most) return
      raw.unpipe()
      if (reply.sent) raw.destroy()
      else reject(tooLarge(reply))
    })
  })
}

/** 413, after which the connection is closed: the rest of the body may never end. */
function tooLarge(reply: FastifyReply) {
  reply.header('connection', 'close')
  return new AppError(413, 'The request is too large.')
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
    const file = new File([content], part.filename, { type: await typeOf(content.slice(0, HEAD_BYTES)) })
    const path = paths.get(content)
    if (path !== undefined) paths.set(file, path)
    body[part.fieldname] = file
  }
  return { ...body }
}

/** A file's type by its first bytes. Viewers also find a PDF after other text. */
async function typeOf(head: Blob) {
  const found = await fileTypeFromBlob(head)
  const isText = !found || found.mime === 'application/xml'
  if (isText && startOfPdf(new Uint8Array(await head.arrayBuffer())) >= 0) return 'application/pdf'
  return found?.mime ?? 'application/octet-stream'
}

// The parser puts U+FFFD where bytes are not UTF-8. A cut text may end within a character; it is longer than any field
// allows, so the schema refuses it with the field's message.
function textOf({ fieldname, value, valueTruncated }: MultipartValue) {
  const text = valueTruncated ? withoutCutCharacter(String(value)) : String(value)
  if (text.includes('\uFFFD')) throw refused(fieldname, 'This text is not valid UTF-8.')
  return text
}

/** A character has at most four bytes: up to three may be left at the end of a cut text. */
const withoutCutCharacter = (text: string) => text.replace(/\uFFFD{1,3}$/, '')

// The parser identifies an incomplete body or a bad boundary only by its message.
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
  const blob = await openAsBlob(path)
  paths.set(blob, path)
  return blob
}
