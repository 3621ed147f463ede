import type { IDBPDatabase, IDBPObjectStore } from 'idb'
import type { SealedDraft } from './draft-cipher.ts'

const DATABASE = 'back-office'
/**
 * The format in which drafts are stored. A release that changes it increments it and carries them over in `upgrade`. A
 * database of a later release does not open and stays as it is.
 */
const VERSION = 2
const DRAFTS = 'drafts'
/** In milliseconds. A database that does not open must not keep a page from opening. */
const PATIENCE_MS = 2000

let opening: Promise<IDBPDatabase | undefined> | undefined
let opened: IDBPDatabase | undefined

/** Without a database, drafts last as long as the page. */
async function database() {
  if (opened) return opened
  // Loaded beside the page, which is there before anybody types.
  opening ??= import('idb')
    .then(({ openDB }) =>
      openDB(DATABASE, VERSION, {
        // Version 1 has drafts in plain text, which readDrafts encrypts once their writer is there.
        upgrade: (db, before) => void (before < 1 && db.createObjectStore(DRAFTS, { keyPath: 'key' })),
        // A window with a later release is about to carry the drafts over.
        blocking(_current, _blocked, event) {
          ;(event.target as IDBDatabase).close()
          letGo()
        },
        terminated: letGo,
      }),
    )
    .catch(letGo)
  opened = await Promise.race([opening, new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))])
  return opened
}

/** It is opened again when it is next needed. */
function letGo() {
  opening = undefined
  opened = undefined
  return undefined
}

type DraftStore = IDBPObjectStore<unknown, [typeof DRAFTS], typeof DRAFTS, 'readwrite'>

/** If there is no room, the form works without a draft. */
async function write(act: (store: DraftStore) => Promise<unknown>, atOnce: boolean) {
  try {
    const transaction = (await database())?.transaction(DRAFTS, 'readwrite')
    if (!transaction) return
    const written = act(transaction.store)
    // A page that goes away would lose what it has just written.
    if (atOnce) transaction.commit()
    await Promise.all([written, transaction.done])
  } catch {}
}

/** Everything that is stored, whoever it belongs to; undefined without a database. */
export const readStored = async (): Promise<unknown[] | undefined> => (await database())?.getAll(DRAFTS).catch(() => [])

/** Stores an encrypted draft, replacing the one with its key. */
export const writeStored = (draft: SealedDraft) => write((store) => store.put(draft), true)

/** Removes the draft with this key. */
export const removeStored = (key: string) => write((store) => store.delete(key), true)

/** Removes all drafts of this administrator. */
export const removeStoredOf = (admin: string) =>
  write(async (store) => {
    for (let at = await store.openCursor(); at; at = await at.continue()) {
      if ((at.value as Partial<SealedDraft>).admin === admin) await at.delete()
    }
  }, false)
