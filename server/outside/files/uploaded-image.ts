import { v7 as newId } from 'uuid'
import { imageMessages } from '#contract/fields.ts'
import { isDatabaseUnavailable } from '../../db/database-unavailable.ts'
import { AppError } from '../../errors.ts'
import { cleanImage, type ImageLimits } from './images.ts'
import type { FileStore } from './store.ts'

/** What pictures of one kind are held to: `folder` is where they are kept, `field` names them in a refusal. */
export type ImageKind = Omit<ImageLimits, 'maxBytes'> & { folder: string; field: string; maxKilobytes: number }

/** A file fit to be kept, under the name that it will have. */
export type NewFile = { name: string; content: Blob }

/**
 * Makes an uploaded picture fit to be kept: encoded anew, no larger than its kind allows, under a name of our own.
 * Throws 415 for what is no such picture and 413 for one that has too many bytes.
 */
export async function readImage(kind: ImageKind, upload: File): Promise<NewFile> {
  const maxBytes = kind.maxKilobytes * 1024
  const clean = await cleanImage(new Uint8Array(await upload.arrayBuffer()), { ...kind, maxBytes })
  if (!clean) {
    throw refusedFile(415, kind, kind.formats.includes('jpeg') ? imageMessages.notJpegOrPng : imageMessages.notPng)
  }
  if (clean.bytes.byteLength > maxBytes) throw refusedFile(413, kind, imageMessages.tooLarge(kind.maxKilobytes))
  const ending = clean.format === 'png' ? 'png' : 'jpg'
  return { name: `${kind.folder}/${newId()}.${ending}`, content: new Blob([clean.bytes as BlobPart]) }
}

/**
 * File first, row second: keeps the file, then lets `write` store its name, and removes it again when `write` has failed
 * for certain. `leftOver` of what `write` gives back is a file that no row names any more, and is removed at the end.
 * Where a file cannot be removed, the call ends as it would have, and server/files-sweep.ts finds the file later.
 */
export async function keepFile<Answer>(
  files: FileStore,
  file: NewFile | undefined,
  write: () => Promise<{ answer: Answer; leftOver: string | null | undefined }>,
): Promise<Answer> {
  if (file) await files.put(file.name, file.content)
  const { answer, leftOver } = await write().catch(async (error) => {
    // A database that was lost on the way may have kept the row.
    if (file && !isDatabaseUnavailable(error)) await files.remove(file.name).catch(() => {})
    throw error
  })
  if (leftOver) await files.remove(leftOver).catch(() => {})
  return answer
}

/**
 * What keepFile is handed by a call that adds: a repeated call is answered with the first one's record, which has its own
 * file (at `url`), so that the new `file` is left over.
 */
export const resultOfAdd = <Answer>(answer: Answer, url: string | null, file: NewFile | undefined) => ({
  answer,
  leftOver: file && !url?.endsWith(file.name) ? file.name : null,
})

const refusedFile = (status: number, { field }: ImageKind, message: string) =>
  new AppError(status, message, { errors: { [field]: [message] } })
