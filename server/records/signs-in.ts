import { endAppSessions } from '../auth/app-sessions.ts'
import type { Db, RecordTable } from '../db/schema.ts'
import type { Changes } from './activity.ts'
import { followMerge } from './merged.ts'
import { recordTables } from './record-tables.ts'

/** The column that says whether an owner may sign in: one who is taken away does not, and who is restored does. */
export const switchedBy = (table: RecordTable) =>
  Object.entries(recordTables[table].columns).find(([, { controlsSignIn }]) => controlsSignIn)?.[0] ?? ''

/**
 * Ends the app sessions of owners whom a change keeps out. Those of an account that is merged wait, refused by its state, so
 * that an undo finds them and their phones again.
 */
export async function endSessions(db: Db, table: RecordTable, ids: string[], changes: Changes) {
  const merged = changes['merged_into']
  if (merged) {
    for (const id of ids) await followMerge(db, id, merged[1])
    return
  }
  const { columns } = recordTables[table]
  const keepsOut = Object.entries(changes).some(([column, [, to]]) => columns[column]?.controlsSignIn && to === 0)
  if (keepsOut) await endAppSessions(db, ids, 'deactivated')
}
