import type { RecordType } from '#contract/kinds.ts'
import type { Db } from '../../db/schema.ts'
import { BEYOND_KEY } from '../../errors.ts'
import type { Program } from '../sessions.ts'
import { permitsUndo } from './grants.ts'

/** Why a program may not take a change back: undefined where it has made it itself, and its key allows what that does. */
export async function whyBeyondKey(db: Db, { id: program, grant }: Program, id: string): Promise<string | undefined> {
  const change = await db
    .selectFrom('changes')
    .select(['admin_id', 'kinds', 'record_type'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (change?.admin_id !== program) return 'A key can only undo its own changes.'
  const kinds = change.kinds ? (JSON.parse(change.kinds) as [RecordType, number][]).map(([kind]) => kind) : []
  // What was added or restored would be deleted.
  const added = await db
    .selectFrom('activity')
    .select('id')
    .where('change_id', '=', id)
    .where('action', 'in', ['add', 'restore'])
    .limit(1)
    .executeTakeFirst()
  return permitsUndo(grant, [change.record_type, ...kinds], added !== undefined) ? undefined : BEYOND_KEY
}

/** Whether whoever asks may take back a change that can be taken back. */
export const mayUndo = async (db: Db, program: Program | undefined, id: string | null) =>
  !program || (id !== null && (await whyBeyondKey(db, program, id)) === undefined)
