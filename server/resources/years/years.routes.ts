import { toasts } from '#contract/records.ts'
import { years } from '#contract/years.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listYears } from './years.repository.ts'
import { addYear, editYear, setYearDeleted } from './years.service.ts'

const said = toasts('Year')

export function yearRoutes(app: App, { db }: Deps) {
  serve(app, years.list, async (input) => ({ message: 'Years', ...(await listYears(db, input)) }))

  serve(app, years.add, (fields, { by, once }) =>
    once(db, async (db) => ({ message: said.added, data: await addYear(db, fields, by) })),
  )

  serve(app, years.edit, async ({ year_id, version, ...fields }, { by }) => ({
    message: said.updated,
    data: await editYear(db, year_id, version, fields, by),
  }))

  serve(app, years.delete, async ({ year_id, version }, { by }) => {
    await setYearDeleted(db, year_id, version, true, by)
    return { message: said.removed }
  })

  serve(app, years.restore, async ({ year_id, version }, { by }) => {
    await setYearDeleted(db, year_id, version, false, by)
    return { message: said.restored }
  })
}
