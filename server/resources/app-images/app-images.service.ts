import type { z } from 'zod'
import { type AppImage, type appImageChanges, type appImageFields, SLIDER_KILOBYTES } from '#contract/app-images.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction, type Run } from '../../db/transaction.ts'
import type { FileDeps } from '../../deps.ts'
import { type ImageKind, keepFile, readImage, resultOfOnce } from '../../outside/files/uploaded-image.ts'
import { addRecord, setRecordDeleted } from '../../records/change.ts'
import { editRecord } from '../../records/edit-record.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { findAppImage } from './app-images.repository.ts'

const sliders: ImageKind = {
  folder: 'sliders',
  field: 'url',
  formats: ['jpeg', 'png'],
  width: 1242,
  height: 743,
  maxKilobytes: SLIDER_KILOBYTES,
}

/** Adds a slider image in the transaction of `run`. Throws 413 and 415 for an unsuitable picture. */
export async function addAppImage(
  { db, files }: FileDeps,
  { url, seq_no }: z.output<typeof appImageFields>,
  change: OpenChange,
  run: Run = inTransaction,
): Promise<AppImage> {
  const picture = await readImage(sliders, url)
  return keepFile(files, picture, async () => {
    const answer = await run(db, async (db) => {
      const id = await addRecord(db, 'app_images', { url_file: picture.name, seq_no }, change)
      return (await findAppImage(db, id)).image
    })
    return resultOfOnce(answer, answer.url, picture)
  })
}

/**
 * Changes a slider image; without a new picture the old one stays. Throws 404, 409 as refuseStale does, 413 and 415.
 */
export async function editAppImage(
  { db, files }: FileDeps,
  id: string,
  version: number | undefined,
  { url, seq_no }: z.output<typeof appImageChanges>,
  change: OpenChange,
  run: Run = inTransaction,
): Promise<AppImage> {
  const picture = url && (await readImage(sliders, url))
  return keepFile(files, picture, async () => {
    const answer = await run(db, async (db) => {
      const current = await findAppImage(db, id)
      const values = { seq_no, ...(picture && { url_file: picture.name }) }
      await editRecord(db, 'app_images', current.image, { version, values }, change)
      return (await findAppImage(db, id)).image
    })
    return resultOfOnce(answer, answer.url, picture)
  })
}

/** Soft-deletes or restores a slider image; its file stays. Throws 404 and 409. */
export function setAppImageDeleted(
  db: Db,
  id: string,
  version: number | undefined,
  deleted: boolean,
  change: OpenChange,
) {
  return inTransaction(db, async (db) => {
    const { image } = await findAppImage(db, id)
    await setRecordDeleted(db, 'app_images', image, { deleted, version }, change)
  })
}
