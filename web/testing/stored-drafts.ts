import { openDB } from 'idb'

/** The drafts that are stored in this browser. */
export async function storedDrafts() {
  const db = await openDB('back-office')
  const drafts = db.objectStoreNames.contains('drafts') ? await db.getAll('drafts') : []
  db.close()
  return drafts
}
