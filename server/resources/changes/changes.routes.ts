import { changes, records } from '#contract/changes.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { bulkChange } from './bulk.service.ts'
import { listChanges } from './changes.repository.ts'
import { historyOf, recordsOfChange } from './history.repository.ts'
import { relationsOf } from './relations.repository.ts'
import { reorder } from './reorder.service.ts'
import { undoChange } from './undo.service.ts'

/** Answers the calls of contract/changes.ts about what has happened. */
export function changeRoutes(app: App, { db, lookForJobs }: Deps) {
  serve(app, changes.list, async (input) => ({ message: 'Changes', ...(await listChanges(db, input)) }))

  serve(app, changes.get, async ({ change_id, ...paging }) => ({
    message: 'Change',
    ...(await recordsOfChange(db, change_id, paging)),
  }))

  serve(app, changes.of_record, async ({ record_type, record_id, ...paging }) => ({
    message: 'History',
    ...(await historyOf(db, record_type, record_id, paging)),
  }))

  serve(app, changes.undo, async ({ change_id }, { changing, idempotent }) => {
    const answer = await changing(db, 'Change undone.', (change) =>
      idempotent(db, async (db) => ({ data: await undoChange(db, change_id, change) })),
    )
    lookForJobs()
    return answer
  })

  serve(app, records.bulk, async (fields, { changing, idempotent }) => {
    // The service knows how many there are, and says so.
    const answer = await changing(db, '', (change) =>
      idempotent(db, async (db) => {
        const data = await bulkChange(db, fields, change)
        return { message: data.message, data }
      }),
    )
    lookForJobs()
    return answer
  })

  serve(app, records.reorder, ({ record_type, record_id, before }, { changing }) =>
    changing(db, '', async (change) => ({ data: await reorder(db, record_type, record_id, before, change) })),
  )

  serve(app, records.relations, async ({ record_type, record_id }) => ({
    message: 'Relations',
    data: await relationsOf(db, record_type, record_id),
  }))
}
