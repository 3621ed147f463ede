import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { afterCommit } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { hasBeenErased, isErased } from '../../records/erased.ts'
import { openChange } from '../../records/open-change.ts'
import { recordTouch } from '../../records/plan/sources/facts.ts'
import { readRow } from '../../records/rows.ts'
import { tellOthers } from '../administrators/team-mails.service.ts'
import { keptAfterErase } from './erase.service.ts'
import { readOwnersData } from './personal-data.ts'
import type { OwnersFile } from './personal-file.ts'
import { EXPORTED_IN_APP, noteRequest } from './requests.service.ts'

type By = { actor: Actor; call: string; write: (work: (db: Db) => Promise<void>) => Promise<unknown> }

const EXPORTED = 'Everything that is held has been exported.'

/**
 * All data held about an owner. That it was read is recorded as a change before it is sent, and if the office reads it,
 * the other administrators are told. Throws 404, and 422 for an erased owner.
 */
export async function exportPersonal(
  deps: Pick<Deps, 'db' | 'bus' | 'settings' | 'places'>,
  user_id: string,
  by: By,
): Promise<OwnersFile> {
  const { db, bus, settings } = deps
  const owner = await readRow(db, 'users', user_id)
  if (isErased(owner)) throw hasBeenErased()
  const change = openChange({
    actor: by.actor,
    call: by.call,
    kind: 'export',
    message: EXPORTED,
    isFinal: true,
  })
  await by.write(async (db) => {
    await recordTouch(db, 'users', user_id, change)
    const isOwn = by.actor.kind === 'user'
    if (isOwn)
      await noteRequest(db, { kind: 'access', user_id, dueDays: settings.privacyDays, outcome: EXPORTED_IN_APP })
    else
      await tellOthers(
        db,
        change,
        (name) => `${name} has exported everything that is held about a user (id ${user_id}).`,
      )
    afterCommit(db, () => bus.publish({ kind: 'change', change_id: change.id, record_types: ['users'] }))
  })
  const held = { data: await readOwnersData(deps, user_id), kept: await keptAfterErase(db, user_id) }
  // It was read in parts: an erase may have come between them.
  if (isErased(await readRow(db, 'users', user_id))) throw hasBeenErased()
  return held
}
