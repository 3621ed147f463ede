import type { z } from 'zod'
import { MENU_ICON_KILOBYTES, type MenuItem, type menuItemFields } from '#contract/menu-items.ts'
import { inTransaction, type Run } from '../../db/transaction.ts'
import type { FileDeps } from '../../deps.ts'
import { type ImageKind, keepFile, readImage, resultOfOnce } from '../../outside/files/uploaded-image.ts'
import { editRecord } from '../../records/edit-record.ts'
import type { OpenChange } from '../../records/open-change.ts'
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
  change: OpenChange,
  run: Run = inTransaction,
): Promise<MenuItem> {
  const picture = icon && (await readImage(menuIcons, icon))
  return keepFile(files, picture, async () => {
    const answer = await run(db, async (db) => {
      const current = await findMenuItem(db, id)
      const values = { title, seq_no, ...(picture && { icon_file: picture.name }) }
      await editRecord(db, 'menu_items', current.item, { version, values }, change)
      return (await findMenuItem(db, id)).item
    })
    return resultOfOnce(answer, answer.icon, picture)
  })
}
