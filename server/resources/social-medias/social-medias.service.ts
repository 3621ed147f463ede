import type { z } from 'zod'
import {
  SOCIAL_ICON_KILOBYTES,
  type SocialMedia,
  type socialMediaChanges,
  type socialMediaFields,
} from '#contract/social-medias.ts'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/text-key.ts'
import { inTransaction, type Run } from '../../db/transaction.ts'
import type { FileDeps } from '../../deps.ts'
import { type ImageKind, keepFile, readImage, resultOfAdd } from '../../outside/files/uploaded-image.ts'
import { addRecord, changeRecord, refuseStale, setRecordDeleted } from '../../records/change.ts'
import { findSocialMedia } from './social-medias.repository.ts'

const socialIcons: ImageKind = {
  folder: 'social-icons',
  field: 'icon',
  formats: ['png'],
  width: 200,
  height: 200,
  maxKilobytes: SOCIAL_ICON_KILOBYTES,
}

const toColumns = ({ name, url }: { name: string; url: string }) => ({
  name,
  name_key: textKey(name),
  url,
  url_key: textKey(url),
})

/** Adds a social media link in the transaction of `run`. Throws 413 and 415 for an unsuitable icon. */
export async function addSocialMedia(
  { db, files }: FileDeps,
  fields: z.output<typeof socialMediaFields>,
  actor: Actor,
  run: Run = inTransaction,
): Promise<SocialMedia> {
  const icon = await readImage(socialIcons, fields.icon)
  return keepFile(files, icon, async () => {
    const answer = await run(db, async (db) => {
      const id = await addRecord(db, 'social_medias', { ...toColumns(fields), icon_file: icon.name }, actor)
      return (await findSocialMedia(db, id)).socialMedia
    })
    return resultOfAdd(answer, answer.icon, icon)
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
  actor: Actor,
): Promise<SocialMedia> {
  const icon = fields.icon && (await readImage(socialIcons, fields.icon))
  return keepFile(files, icon, () =>
    inTransaction(db, async (db) => {
      const current = await findSocialMedia(db, id)
      await refuseStale(db, current.socialMedia, version)
      const columns = { ...toColumns(fields), ...(icon && { icon_file: icon.name }) }
      await changeRecord(db, 'social_medias', id, columns, actor)
      const { socialMedia } = await findSocialMedia(db, id)
      return { answer: socialMedia, leftOver: icon && current.file }
    }),
  )
}

/** Soft-deletes or restores a social media link; its icon stays. Throws 404 and 409. */
export function setSocialMediaDeleted(db: Db, id: string, version: number | undefined, deleted: boolean, actor: Actor) {
  return inTransaction(db, async (db) => {
    const { socialMedia } = await findSocialMedia(db, id)
    await setRecordDeleted(db, 'social_medias', socialMedia, { deleted, version }, actor)
  })
}
