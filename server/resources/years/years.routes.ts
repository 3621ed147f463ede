import { toasts } from '#contract/records.ts'
import { years } from '#contract/years.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve, serveGet } from '../../http/serve.ts'
import { findYear, listYears } from './years.repository.ts'
import { addYear, editYear, setYearDeleted } from './years.service.ts'

const messages = toasts('Year')

/** Answers the calls of contract/years.ts. */
export function yearRoutes(app: App, { db }: Deps) {
  serve(app, years.list, async (input) => ({ message: 'Years', ...(await listYears(db, input)) }))

  serveGet(app, years.get, 'Year', (id) => findYear(db, id))

  serve(app, years.add, (fields, { changing, idempotent }) =>
    changing(db, messages.added, (change) =>
      idempotent(db, async (db) => ({ data: await addYear(db, fields, change) })),
    ),
  )

  serve(app, years.edit, ({ year_id, version, ...fields }, { changing }) =>
    changing(db, messages.updated, async (change) => ({ data: await editYear(db, year_id, version, fields, change) })),
  )

  serve(app, years.delete, ({ year_id, version }, { changing }) =>
    changing(db, messages.removed, (change) => setYearDeleted(db, year_id, version, true, change)),
  )

  serve(app, years.restore, ({ year_id, version }, { changing }) =>
    changing(db, messages.restored, (change) => setYearDeleted(db, year_id, version, false, change)),
  )
}
