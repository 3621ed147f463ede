import { type Manual, manuals } from '#contract/manuals.ts'
import { content, contentFound } from '#contract/owner/content.ts'
import { isoNow } from '../../clock.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { FINAL, serve, serveChange } from '../../http/serve.ts'
import { publishedToAll } from '../records/published.ts'
import { publishedOne } from '../records/published-one.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { yearRecords } from '../years/years.service.ts'
import { readCoverage } from './coverage.repository.ts'
import { withFrench } from './coverage-french.repository.ts'
import { generateManualPdf, type PdfToMake } from './manual-pdf.service.ts'
import { manualList, readOutline, withPagesShown } from './manuals.repository.ts'
import { manualRecords, removeManualPdf, uploadManualPdf } from './manuals.service.ts'
import { printAfterRestart } from './print-again.ts'
import { readProblems } from './problems.service.ts'

export const servedManuals: ServedKind<'manuals'> = {
  list: manualList,
  serve: manualRoutes,
  publish(app, deps) {
    publishedToAll(app, deps, content.manuals, manualList, undefined, (manuals, at) =>
      withPagesShown(deps.db, manuals, at),
    )
    publishedOne(app, deps, contentFound.manual, 'manuals', manualRecords.find, (manuals) =>
      withPagesShown(deps.db, manuals, isoNow()),
    )
  },
}

/** In milliseconds, between two progress reports. */
const TELL_EVERY = 400

/** Tells open streams the progress of a manual's PDF, no more often than anyone would notice. */
function progressTo(bus: Deps['bus'], { manual_id, language = 'en' }: PdfToMake) {
  let last = 0
  return (done: number) => {
    if (performance.now() - last < TELL_EVERY) return
    last = performance.now()
    bus.publish({ kind: 'printing', manual_id, language, done })
  }
}

/** Answers the calls of contract/manuals.ts. */
function manualRoutes(app: App, deps: Deps) {
  const { db } = deps
  serveRecords(app, deps, manuals, manualRecords)

  serve(app, manuals.manual_years, async (input) => ({ message: 'Years', ...(await yearRecords.page(db, input)) }))

  serve(app, manuals.outline, async ({ manual_id }) => {
    await manualRecords.find(db, manual_id)
    return { message: 'Outline', data: await readOutline(db, manual_id) }
  })

  serve(app, manuals.coverage, async () => {
    const data = await readCoverage(db)
    const isReadInFrench = deps.settings.languages.includes('fr')
    return { message: 'Coverage', data: isReadInFrench ? await withFrench(db, data) : data }
  })

  serve(app, manuals.problems, async () => ({ message: 'Problems', ...(await readProblems(deps)) }))

  serveChange(
    app,
    manuals.create_pdf,
    'file uploaded successfully',
    async ({ manual_id, file, language = 'en' }, { write }) =>
      answerWith(await uploadManualPdf(deps, manual_id, file, language, write)),
    FINAL,
  )

  serveChange(
    app,
    manuals.remove_pdf,
    'PDF removed successfully.',
    async ({ manual_id, language = 'en' }, { write }) => ({
      data: await removeManualPdf(deps, manual_id, language, write),
    }),
    FINAL,
  )

  serveChange(
    app,
    manuals.generate_pdf,
    'PDF generated successfully.',
    async (input, { write }) => {
      const signal = app.leaving.handsOver
      const under = { tell: progressTo(deps.bus, input), signal }
      try {
        return answerWith(await generateManualPdf(deps, input, write, under))
      } catch (error) {
        throw signal.aborted && error === signal.reason ? await printAfterRestart(input, write) : error
      }
    },
    FINAL,
  )
}

const answerWith = ({ manual, warning }: { manual: Manual; warning?: string | undefined }) => ({
  data: manual,
  ...(warning && { warning }),
})
