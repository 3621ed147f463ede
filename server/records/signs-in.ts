import { endAppSessions } from '../auth/app-sessions.ts'
import type { Db, RecordTable } from '../db/schema.ts'
import type { Changes } from './activity.ts'
import { recordTables } from './record-tables.ts'

/** The column that says whether an owner may sign in: one who is taken away does not, and who is restored does. */
export const switchedBy = (table: RecordTable) =>
  Object.entries(recordTables[table].columns).find(([, { controlsSignIn }]) => controlsSignIn)?.[0] ?? ''

/** Ends the app sessions of owners whom a change keeps out. */
export async function endSessions(db: Db, table: RecordTable, ids: string[], changes: Changes) {
  const { columns } = recordTables[table]
  const keepsOut = Object.entries(changes).some(([column, [, to]]) => columns[column]?.controlsSignIn && to === 0)
  if (keepsOut) await endAppSessions(db, ids, 'deactivated')
}
