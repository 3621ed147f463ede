import type { RecordType } from '#contract/kinds.ts'
import type { Db } from '../../db/schema.ts'
import { BEYOND_KEY } from '../../errors.ts'
import type { Program } from '../sessions.ts'
import { permitsUndo } from './grants.ts'

/** Why a program may not undo a change; undefined if it made the change itself and its key allows the effects. */
export async function whyBeyondKey(db: Db, { id: program, grant }: Program, id: string): Promise<string | undefined> {
  const change = await db
    .selectFrom('changes')
    .select(['admin_id', 'kinds', 'record_type'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (change?.admin_id !== program) return 'A key can only undo its own changes.'
  const kinds = change.kinds ? (JSON.parse(change.kinds) as [RecordType, number][]).map(([kind]) => kind) : []
  // Undoing would delete what was added or restored.
  const added = await db
    .selectFrom('activity')
    .select('id')
    .where('change_id', '=', id)
    .where('action', 'in', ['add', 'restore'])
    .limit(1)
    .executeTakeFirst()
  return permitsUndo(grant, [change.record_type, ...kinds], added !== undefined) ? undefined : BEYOND_KEY
}

/** Whether the caller may undo an undoable change. */
export const mayUndo = async (db: Db, program: Program | undefined, id: string | null) =>
  !program || (id !== null && (await whyBeyondKey(db, program, id)) === undefined)
