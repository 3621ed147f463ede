import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import type { OpenChange } from '../records/open-change.ts'

type Rehearsal = { look: (db: Db, change: OpenChange) => Promise<void> }

const running = new AsyncLocalStorage<Rehearsal>()

/** Ends the transaction of a call that is only rehearsed. */
class Rehearsed extends AppError {
  constructor() {
    super(409, 'This was only rehearsed.')
  }
}

/**
 * Runs `work`, in which every call that changes records does all that it would do and then takes it back: `look` sees the
 * change in its transaction. Nothing is written, mailed or sent.
 */
export const rehearsing = <Result>(look: Rehearsal['look'], work: () => Promise<Result>) => running.run({ look }, work)

/** Takes back what a call has done in its transaction, if the call is only rehearsed. */
export async function endIfRehearsed(db: Db, change: OpenChange) {
  const rehearsal = running.getStore()
  if (!rehearsal) return
  await rehearsal.look(db, change)
  throw new Rehearsed()
}
