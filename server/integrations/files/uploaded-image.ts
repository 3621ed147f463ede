import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { imageMessages } from '#contract/file-fields.ts'
import { isDatabaseUnavailable } from '../../db/engines/database-unavailable.ts'
import { AppError } from '../../errors.ts'
import { keptProcesses, OverLimit } from '../../processes/child-process.ts'
import { inTurns } from '../../processes/turns.ts'
import type { CleanImage, ImageFault, ImageLimits } from './decode-image.ts'
import type { FileStore } from './store.ts'

/** The limits for one kind of picture: `folder` is where they are stored, `field` names them in a refusal. */
export type ImageKind = Omit<ImageLimits, 'maxBytes'> & { folder: string; field: string; maxKilobytes: number }

/** A file ready to be stored, with the name it will have. */
export type NewFile = { name: string; content: Blob }

/**
 * Re-encodes an uploaded picture within the limits of its kind and gives it a new name. Throws 415 for anything that is
 * not such a picture or is damaged, 413 for too many bytes or pixels, 422 if it takes too long, and 503 if too many
 * wait.
 */
export async function readImage(kind: ImageKind, upload: Blob): Promise<NewFile> {
  const { formats, width, height, maxKilobytes } = kind
  const maxBytes = maxKilobytes * 1024
  const clean = await cleanImage(upload, { formats, width, height, maxBytes })
  if ('fault' in clean) throw refusedFor(clean, kind)
  if (clean.bytes.byteLength > maxBytes) throw refusedFile(413, kind, imageMessages.tooLarge(maxKilobytes))
  const ending = clean.format === 'png' ? 'png' : 'jpg'
  return { name: `${kind.folder}/${newId()}.${ending}`, content: new Blob([clean.bytes as BlobPart]) }
}

function refusedFor(found: Extract<Awaited<ReturnType<typeof cleanImage>>, { fault: string }>, kind: ImageKind) {
  const { formats } = kind
  switch (found.fault) {
    case 'kind':
      return refusedFile(415, kind, formats.includes('jpeg') ? imageMessages.notJpegOrPng : imageMessages.notPng)
    case 'cut':
      return refusedFile(415, kind, imageMessages.cut)
    case 'unreadable':
      return refusedFile(415, kind, imageMessages.unreadable)
    case 'pixels':
      return refusedFile(413, kind, imageMessages.tooManyPixels(found))
    case 'slow':
      return refusedFile(422, kind, imageMessages.tooSlow)
  }
}

/**
 * Stores the file first, then lets `write` store its name, and removes the file again if `write` certainly failed.
 * `leftOver` in its result is a file that no row names any more; it is removed at the end. Failing to remove a file
 * changes no answer: server/housekeeping/files-sweep.ts finds it later.
 */
export async function keepFile<Answer>(
  files: FileStore,
  file: NewFile | undefined,
  write: () => Promise<{ answer: Answer; leftOver: string | null | undefined }>,
): Promise<Answer> {
  if (file) await files.put(file.name, file.content)
  const { answer, leftOver } = await write().catch(async (error) => {
    // If the connection was lost, the row may have been committed.
    if (file && !isDatabaseUnavailable(error)) await files.remove(file.name).catch(() => {})
    throw error
  })
  if (leftOver) await files.remove(leftOver).catch(() => {})
  return answer
}

/**
 * The result for keepFile in a once-only call. A repeated call gets the first call's record, which has its own file (at
 * `url`), so the new `file` is left over.
 */
export const resultOfOnce = <Answer>(answer: Answer, url: string | null, file: NewFile | undefined) => ({
  answer,
  leftOver: file && !url?.endsWith(file.name) ? file.name : null,
})

const refusedFile = (status: number, { field }: ImageKind, message: string) =>
  new AppError(status, message, { errors: { [field]: [message] } })

/** Many times what the largest picture takes. */
const MAX_SECONDS = 20
/**
 * A large picture needs up to half a gigabyte; waiting ones need nothing, as their files are read only at their turn.
 */
const inTurn = inTurns({ atOnce: 2, waiting: 40, seconds: 30 })

const decode = keptProcesses<{ bytes: Uint8Array; limits: ImageLimits }, CleanImage | ImageFault>(
  join(import.meta.dirname, 'images.process.ts'),
  { idleSeconds: 60 },
)

/**
 * Prepares a picture for storing, see `decodeImage`, in another process: only a process can be killed in the middle of
 * decoding. `slow` is one that takes longer than `seconds`. Throws 503 if too many wait.
 */
export async function cleanImage(
  picture: Blob,
  limits: ImageLimits,
  seconds = MAX_SECONDS,
): Promise<CleanImage | ImageFault | { fault: 'slow' }> {
  return inTurn(async () => {
    const bytes = new Uint8Array(await picture.arrayBuffer())
    return decode({ bytes, limits }, { seconds }).catch((error) => {
      if (error instanceof OverLimit) return { fault: 'slow' }
      throw error
    })
  })
}
