import { toasts } from '#contract/records.ts'
import { years } from '#contract/years.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listYears } from './years.repository.ts'
import { addYear, editYear, setYearDeleted } from './years.service.ts'

const messages = toasts('Year')

/** Answers the calls of contract/years.ts. */
export function yearRoutes(app: App, { db }: Deps) {
  serve(app, years.list, async (input) => ({ message: 'Years', ...(await listYears(db, input)) }))

  serve(app, years.add, (fields, { actor, idempotent }) =>
    idempotent(db, async (db) => ({ message: messages.added, data: await addYear(db, fields, actor) })),
  )

  serve(app, years.edit, async ({ year_id, version, ...fields }, { actor }) => ({
    message: messages.updated,
    data: await editYear(db, year_id, version, fields, actor),
  }))

  serve(app, years.delete, async ({ year_id, version }, { actor }) => {
    await setYearDeleted(db, year_id, version, true, actor)
    return { message: messages.removed }
  })

  serve(app, years.restore, async ({ year_id, version }, { actor }) => {
    await setYearDeleted(db, year_id, version, false, actor)
    return { message: messages.restored }
  })
}
