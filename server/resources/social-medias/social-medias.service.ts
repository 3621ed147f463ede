import type { z } from 'zod'
import {
  SOCIAL_ICON_KILOBYTES,
  type SocialMedia,
  type socialMediaChanges,
  type socialMediaFields,
} from '#contract/social-medias.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction, type Run } from '../../db/transaction.ts'
import type { FileDeps } from '../../deps.ts'
import { type ImageKind, keepFile, readImage, resultOfOnce } from '../../outside/files/uploaded-image.ts'
import { addRecord, setRecordDeleted } from '../../records/change.ts'
import { editRecord } from '../../records/edit-record.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { findSocialMedia } from './social-medias.repository.ts'

const socialIcons: ImageKind = {
  folder: 'social-icons',
  field: 'icon',
  formats: ['png'],
  width: 200,
  height: 200,
  maxKilobytes: SOCIAL_ICON_KILOBYTES,
}

const toColumns = ({ name, url }: { name: string; url: string }) => ({ name, url })

/** Adds a social media link in the transaction of `run`. Throws 413 and 415 for an unsuitable icon. */
export async function addSocialMedia(
  { db, files }: FileDeps,
  fields: z.output<typeof socialMediaFields>,
  change: OpenChange,
  run: Run = inTransaction,
): Promise<SocialMedia> {
  const icon = await readImage(socialIcons, fields.icon)
  return keepFile(files, icon, async () => {
    const answer = await run(db, async (db) => {
      const id = await addRecord(db, 'social_medias', { ...toColumns(fields), icon_file: icon.name }, change)
      return (await findSocialMedia(db, id)).socialMedia
    })
    return resultOfOnce(answer, answer.icon, icon)
  })
}

/**
 * Changes a social media link; without a new icon the old one stays. Throws 404, 409 as refuseStale does, 413 and 415.
 */
export async function editSocialMedia(
  { db, files }: FileDeps,
  id: string,
  version: number | undefined,
  fields: z.output<typeof socialMediaChanges>,
  change: OpenChange,
  run: Run = inTransaction,
): Promise<SocialMedia> {
  const icon = fields.icon && (await readImage(socialIcons, fields.icon))
  return keepFile(files, icon, async () => {
    const answer = await run(db, async (db) => {
      const current = await findSocialMedia(db, id)
      const values = { ...toColumns(fields), ...(icon && { icon_file: icon.name }) }
      await editRecord(db, 'social_medias', current.socialMedia, { version, values }, change)
      return (await findSocialMedia(db, id)).socialMedia
    })
    return resultOfOnce(answer, answer.icon, icon)
  })
}

/** Soft-deletes or restores a social media link; its icon stays. Throws 404 and 409. */
export function setSocialMediaDeleted(
  db: Db,
  id: string,
  version: number | undefined,
  deleted: boolean,
  change: OpenChange,
) {
  return inTransaction(db, async (db) => {
    const { socialMedia } = await findSocialMedia(db, id)
    await setRecordDeleted(db, 'social_medias', socialMedia, { deleted, version }, change)
  })
}
