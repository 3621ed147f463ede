import { changes } from '#contract/changes.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listChanges } from './changes.repository.ts'
import { historyOf, recordsOfChange } from './history.repository.ts'
import { undoChange } from './undo.service.ts'

/** Answers the calls of contract/changes.ts about what has happened. */
export function changeRoutes(app: App, { db }: Deps) {
  serve(app, changes.list, async (input) => ({ message: 'Changes', ...(await listChanges(db, input)) }))

  serve(app, changes.get, async ({ change_id, ...paging }) => ({
    message: 'Change',
    ...(await recordsOfChange(db, change_id, paging)),
  }))

  serve(app, changes.of_record, async ({ record_type, record_id, ...paging }) => ({
    message: 'History',
    ...(await historyOf(db, record_type, record_id, paging)),
  }))

  serve(app, changes.undo, ({ change_id }, { changing, idempotent }) =>
    changing(db, 'Change undone.', (change) =>
      idempotent(db, async (db) => ({ data: await undoChange(db, change_id, change) })),
    ),
  )
}
