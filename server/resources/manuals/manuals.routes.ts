import { type Manual, manuals } from '#contract/manuals.ts'
import type { Deps } from '../../deps.ts'
import { type App, FINAL, serve, serveChange } from '../../http/serve.ts'
import { serveRecords } from '../records/serve-records.ts'
import { yearRecords } from '../years/years.service.ts'
import { readCoverage } from './coverage.repository.ts'
import { generateManualPdf } from './manual-pdf.service.ts'
import { readOutline } from './manuals.repository.ts'
import { manualRecords, uploadManualPdf } from './manuals.service.ts'
import { printAfterRestart } from './print-again.ts'
import { readProblems } from './problems.service.ts'

/** In milliseconds, between two reports of how much is made. */
const TELL_EVERY = 400

/** Tells open streams how much of a manual's PDF is made, not more often than somebody would see. */
function progressTo(bus: Deps['bus'], manual_id: string) {
  let last = 0
  return (done: number) => {
    if (performance.now() - last < TELL_EVERY) return
    last = performance.now()
    bus.publish({ kind: 'printing', manual_id, done })
  }
}

/** Answers the calls of contract/manuals.ts. */
export function manualRoutes(app: App, deps: Deps) {
  const { db } = deps
  serveRecords(app, deps, manuals, manualRecords)

  serve(app, manuals.manual_years, async (input) => ({ message: 'Years', ...(await yearRecords.page(db, input)) }))

  serve(app, manuals.outline, async ({ manual_id }) => {
    await manualRecords.find(db, manual_id)
    return { message: 'Outline', data: await readOutline(db, manual_id) }
  })

  serve(app, manuals.coverage, async () => ({ message: 'Coverage', data: await readCoverage(db) }))

  serve(app, manuals.problems, async () => ({ message: 'Problems', ...(await readProblems(deps)) }))

  serveChange(
    app,
    manuals.create_pdf,
    'file uploaded successfully',
    async ({ manual_id, file }, { write }) => answerWith(await uploadManualPdf(deps, manual_id, file, write)),
    FINAL,
  )

  serveChange(
    app,
    manuals.generate_pdf,
    'PDF generated successfully.',
    async ({ manual_id }, { write }) => {
      const signal = app.leaving.handsOver
      const under = { tell: progressTo(deps.bus, manual_id), signal }
      try {
        return answerWith(await generateManualPdf(deps, manual_id, write, under))
      } catch (error) {
        throw signal.aborted && error === signal.reason ? await printAfterRestart(manual_id, write) : error
      }
    },
    FINAL,
  )
}

const answerWith = ({ manual, warning }: { manual: Manual; warning?: string | undefined }) => ({
  data: manual,
  ...(warning && { warning }),
})
