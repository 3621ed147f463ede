import { manuals } from '#contract/manuals.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listYears } from '../years/years.repository.ts'
import { generateManualPdf } from './manual-pdf.service.ts'
import { listManuals } from './manuals.repository.ts'
import { addManual, setManualDeleted, uploadManualPdf } from './manuals.service.ts'

const messages = toasts('Manual')

/** Answers the calls of contract/manuals.ts. */
export function manualRoutes(app: App, deps: Deps) {
  const { db } = deps

  serve(app, manuals.manual_years, async (input) => ({ message: 'Years', ...(await listYears(db, input)) }))

  serve(app, manuals.list, async (input) => ({ message: 'Manuals', ...(await listManuals(db, input)) }))

  serve(app, manuals.add, (fields, { actor, idempotent }) =>
    idempotent(db, async (db) => ({ message: messages.added, data: await addManual(db, fields, actor) })),
  )

  serve(app, manuals.delete, async ({ manual_id, version }, { actor }) => {
    await setManualDeleted(db, manual_id, version, true, actor)
    return { message: messages.removed }
  })

  serve(app, manuals.restore, async ({ manual_id, version }, { actor }) => {
    await setManualDeleted(db, manual_id, version, false, actor)
    return { message: messages.restored }
  })

  serve(app, manuals.create_pdf, async ({ manual_id, file }, { actor }) => ({
    message: 'file uploaded successfully',
    data: await uploadManualPdf(deps, manual_id, file, actor),
  }))

  serve(app, manuals.generate_pdf, async ({ manual_id }, { actor }) => {
    const { manual, warning } = await generateManualPdf(deps, manual_id, actor)
    return { message: 'PDF generated successfully.', data: manual, ...(warning && { warning }) }
  })
}
