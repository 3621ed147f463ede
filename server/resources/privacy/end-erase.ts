import { sha256 } from '../../auth/tokens.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { inSlices } from '../../db/in-slices.ts'
import type { Db } from '../../db/schema.ts'
import { tidyNameWords } from '../../db/search/name-words.ts'
import type { Deps } from '../../deps.ts'
import { erasedName, type FileStore } from '../../integrations/files/store.ts'
import { mailFolderOf, removeMailsTo } from '../../integrations/mail/mailer.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'

/** The job that ends an erase once it is committed. */
export const END_ERASE = 'end-erase'
/** Of the addresses there are digests only. */
export type EndErase = { user_id: string; mailed: string[] }

export const digestOfAddress = (email: string) => sha256(email.toLowerCase())

/**
 * Notes outside of the database that somebody was erased, so that a backup of before does not bring them back; removes mails
 * to them that were kept, words that no name has any more, and what the database has left of former values.
 */
export const eraseJobs = ({ db, files, settings }: Pick<Deps, 'db' | 'files' | 'settings'>): JobHandlers => ({
  async [END_ERASE]({ user_id, mailed }: EndErase) {
    await noteErased(files, user_id)
    await removeMailsTo(mailFolderOf(settings), (address) => mailed.includes(digestOfAddress(address)))
    await tidyNameWords(db)
    await clearAll(db)
  },
})

/** Leaves nothing of former values in free pages and in the log. */
export async function clearAll(db: Db) {
  await inSlices(db, (db, most) => engineOf(db).giveBackPages(db, most, 0))
  await engineOf(db).clearRemains(db)
}

/** Keeps the id of an owner who was erased beside the stored files. */
export const noteErased = (files: Pick<FileStore, 'put'>, id: string) =>
  files.put(erasedName(id), new Blob([`${id}\n`]))
