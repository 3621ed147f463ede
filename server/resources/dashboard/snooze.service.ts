import { type AttentionKind, neverPutOff, PUT_OFF_DAYS } from '#contract/dashboard.ts'
import type { Actor } from '../../actor.ts'
import { DAY, isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { refused } from '../../errors.ts'
import { hideUntil, showAgain } from './attention.repository.ts'

type PutOff = { kind: AttentionKind; record_id?: string | undefined; for_all: boolean; put_off: boolean }

/** Puts a line off for a week, or shows it again, in a transaction. Throws 422 for one that cannot be put off. */
export async function snooze(db: Db, { put_off, for_all, ...line }: PutOff, { _id }: Actor) {
  if (neverPutOff.includes(line.kind)) throw refused('kind', 'This cannot be put off.', 'not_allowed')
  if (!put_off) return showAgain(db, line, _id, for_all)
  await hideUntil(db, line, for_all ? undefined : _id, isoNow(PUT_OFF_DAYS * DAY))
}
