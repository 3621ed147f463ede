import { sha256 } from '../../auth/tokens.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { inSlices } from '../../db/in-slices.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { tidyNameWords } from '../../db/search/name-words.ts'
import { textKey } from '../../db/search/text-key.ts'
import type { Deps } from '../../deps.ts'
import { erasedName, type FileStore } from '../../integrations/files/store.ts'
import { mailFolderOf, removeMailsTo } from '../../integrations/mail/mailer.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'

/** The job that completes an erase once it is committed. */
export const END_ERASE = 'end-erase'
/** Only digests of the addresses. */
export type EndErase = { user_id: string; mailed: string[] }

/** The same for all spellings that find an account. */
export const digestOfAddress = (email: string) => sha256(textKey(email))

/**
 * Ends running exports, and removes cached answers that name the person. Records outside the database that someone was
 * erased, so that an older backup does not bring them back; removes kept mails to them, words that no name has any
 * more, and the database's remains of former values.
 */
export const eraseJobs = ({
  db,
  files,
  bus,
  settings,
}: Pick<Deps, 'db' | 'files' | 'bus' | 'settings'>): JobHandlers => ({
  async [END_ERASE]({ user_id, mailed }: EndErase) {
    bus.publish({ kind: 'erased' })
    const isOfPerson = (address: string) => mailed.includes(digestOfAddress(address))
    await forgetAnswers(db, user_id, isOfPerson)
    await noteErased(files, user_id)
    await removeMailsTo(mailFolderOf(settings), isOfPerson)
    await tidyNameWords(db)
    await clearAll(db)
  },
})

/** What surrounds addresses in an answer. */
const BETWEEN = /[\s"\\<>,;:()]/
const hasAddress = (answer: string, isOfPerson: (address: string) => boolean) =>
  answer.includes('@') && answer.split(BETWEEN).some((word) => word.includes('@') && isOfPerson(word))

/** Removes the answers, kept for repeated calls, that name an owner by id or address; others continue meanwhile. */
async function forgetAnswers(db: Db, id: string, isOfPerson: (address: string) => boolean) {
  let after = ''
  await inSlices(db, async (db, most) => {
    const text = 'select key_hash, answer from idempotency_keys where key_hash > ? order by key_hash limit ?'
    const rows = await readQuery<{ key_hash: string; answer: string }>(db, text, [after, most])
    after = rows.at(-1)?.key_hash ?? after
    const named = rows.flatMap(({ key_hash, answer }) =>
      answer.includes(id) || hasAddress(answer, isOfPerson) ? key_hash : [],
    )
    if (named.length)
      await engineOf(db).withoutRemains(db, () =>
        db.deleteFrom('idempotency_keys').where('key_hash', 'in', named).execute(),
      )
    return rows.length
  })
}

/** Leaves nothing of former values in free pages and in the log. */
export async function clearAll(db: Db) {
  await inSlices(db, (db, most) => engineOf(db).giveBackPages(db, most, 0))
  await engineOf(db).clearRemains(db)
}

/** Stores an erased owner's id beside the stored files. */
export const noteErased = (files: Pick<FileStore, 'put'>, id: string) =>
  files.put(erasedName(id), new Blob([`${id}\n`]))
