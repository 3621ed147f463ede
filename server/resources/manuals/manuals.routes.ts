import { manuals } from '#contract/manuals.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, FINAL, serve, serveGet } from '../../http/serve.ts'
import { listYears } from '../years/years.repository.ts'
import { generateManualPdf } from './manual-pdf.service.ts'
import { findManual, listManuals } from './manuals.repository.ts'
import { addManual, setManualDeleted, uploadManualPdf } from './manuals.service.ts'

const messages = toasts('Manual')

/** Answers the calls of contract/manuals.ts. */
export function manualRoutes(app: App, deps: Deps) {
  const { db } = deps

  serve(app, manuals.manual_years, async (input) => ({ message: 'Years', ...(await listYears(db, input)) }))

  serve(app, manuals.list, async (input) => ({ message: 'Manuals', ...(await listManuals(db, input)) }))

  serveGet(app, manuals.get, 'Manual', async (id) => (await findManual(db, id)).manual)

  serve(app, manuals.add, (fields, { changing, idempotent }) =>
    changing(db, messages.added, (change) =>
      idempotent(db, async (db) => ({ data: await addManual(db, fields, change) })),
    ),
  )

  serve(app, manuals.delete, ({ manual_id, version }, { changing }) =>
    changing(db, messages.removed, (change) => setManualDeleted(db, manual_id, version, true, change)),
  )

  serve(app, manuals.restore, ({ manual_id, version }, { changing }) =>
    changing(db, messages.restored, (change) => setManualDeleted(db, manual_id, version, false, change)),
  )

  serve(app, manuals.create_pdf, ({ manual_id, file }, { changing }) =>
    changing(
      db,
      'file uploaded successfully',
      async (change) => ({ data: await uploadManualPdf(deps, manual_id, file, change) }),
      FINAL,
    ),
  )

  serve(app, manuals.generate_pdf, ({ manual_id }, { changing }) =>
    changing(
      db,
      'PDF generated successfully.',
      async (change) => {
        const { manual, warning } = await generateManualPdf(deps, manual_id, change)
        return { data: manual, ...(warning && { warning }) }
      },
      FINAL,
    ),
  )
}
