import { openDB } from 'idb'
import { readStored, removeStored } from '#web/forms/draft-database.ts'
import { removeOwnDrafts } from '#web/forms/draft-store.ts'

/** The drafts that are stored in this browser. */
export async function storedDrafts() {
  const db = await openDB('back-office')
  const drafts = db.objectStoreNames.contains('drafts') ? await db.getAll('drafts') : []
  db.close()
  return drafts
}

/** Removes the drafts of everybody. */
export async function removeAllDrafts() {
  await removeOwnDrafts()
  for (const { key } of ((await readStored()) ?? []) as { key: string }[]) await removeStored(key)
}
