import type { z } from 'zod'
import { MENU_ICON_KILOBYTES, type MenuItem, type menuItemFields } from '#contract/menu-items.ts'
import type { Actor } from '../../actor.ts'
import { textKey } from '../../db/text-key.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { FileDeps } from '../../deps.ts'
import { type ImageKind, keepFile, readImage } from '../../outside/files/uploaded-image.ts'
import { changeRecord, refuseStale } from '../../records/change.ts'
import { findMenuItem } from './menu-items.repository.ts'

const menuIcons: ImageKind = {
  folder: 'menu-icons',
  field: 'icon',
  formats: ['png'],
  width: 300,
  height: 300,
  maxKilobytes: MENU_ICON_KILOBYTES,
}

/** Changes an entry of the app's menu; its code stays. Throws 404, 409 as refuseStale does, 413 and 415. */
export async function editMenuItem(
  { db, files }: FileDeps,
  id: string,
  version: number | undefined,
  { title, seq_no, icon }: z.output<typeof menuItemFields>,
  actor: Actor,
): Promise<MenuItem> {
  const picture = icon && (await readImage(menuIcons, icon))
  return keepFile(files, picture, () =>
    inTransaction(db, async (db) => {
      const current = await findMenuItem(db, id)
      await refuseStale(db, current.item, version)
      const columns = { title, title_key: textKey(title), seq_no, ...(picture && { icon_file: picture.name }) }
      await changeRecord(db, 'menu_items', id, columns, actor)
      const { item } = await findMenuItem(db, id)
      return { answer: item, leftOver: picture && current.file }
    }),
  )
}
