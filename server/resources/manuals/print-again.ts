import type { Language } from '#contract/french.ts'
import type { Actor, System } from '../../actor.ts'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { afterCommit } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { keepFile } from '../../integrations/files/uploaded-image.ts'
import { enqueue, type JobContext, type JobHandlers } from '../../jobs/jobs.ts'
import type { DueAct } from '../../jobs/schedule.ts'
import { type AnyChange, openChange, type Write } from '../../records/open-change.ts'
import { recordFacts } from '../../records/plan/sources/facts.ts'
import { HIDDEN } from '../../records/publishing-dates.ts'
import { generateManualPdf, type PdfToMake } from './manual-pdf.service.ts'
import { pdfColumns, pdfOf, pdfValues } from './manuals.repository.ts'

const PRINT_AGAIN = 'print-manual-again'
/** `asked` says who asked for it, if anyone, and when. A former release's job has no language. */
type Again = PdfToMake & { asked?: { by: Actor; at: string } }

const REASON = 'A page was taken down'

/**
 * Schedules new PDFs for a manual when one of its pages is taken down or is to be published later, as they still have
 * that page; uploaded ones stay. Call it in the transaction of the act.
 */
export async function printWithoutTakenDown(db: Db, { about }: Pick<DueAct, 'about'>) {
  const [table, id = '', column] = about.split(' ')
  if (table !== 'manual_pages' || !(column === 'unpublish_at' || column === HIDDEN)) return
  const manual = await db
    .selectFrom('manual_pages')
    .innerJoin('manuals', 'manuals.id', 'manual_pages.manual_id')
    .select(['manuals.id', 'pdf_file', 'pdf_is_generated', 'pdf_file_fr', 'pdf_is_generated_fr'])
    .where('manual_pages.id', '=', id)
    .executeTakeFirst()
  if (!manual) return
  for (const language of ['en', 'fr'] as const) {
    const { file, isGenerated } = pdfColumns[language]
    if (!manual[file] || manual[isGenerated] !== 1) continue
    // A page that lacks French is no reason for having no PDF.
    const french = language === 'fr' && { language, leave_english: true }
    await enqueue(db, PRINT_AGAIN, { manual_id: manual.id, ...french } satisfies Again)
  }
}

/**
 * Leaves the PDF that a call asked for to the next server that runs, because this one stops before it is ready.
 * Resolves to the refusal that tells the caller. The call's `write` has written nothing yet.
 */
export async function printAfterRestart(what: PdfToMake, write: Write) {
  await write((db, { actor }) =>
    enqueue(db, PRINT_AGAIN, { ...what, asked: { by: actor, at: isoNow() } } satisfies Again),
  )
  return new AppError(503, 'The server is being restarted. The PDF will be generated right after that.')
}

/**
 * The job for both. A PDF that cannot be made without what was taken down is removed; a requested one is skipped if
 * another was made since, or if it cannot be made.
 */
export const printJobs = (deps: Pick<Deps, 'db' | 'files' | 'bus'>): JobHandlers => ({
  [PRINT_AGAIN]: (payload: Again, context: JobContext) => printAgain(deps, payload, context),
})

async function printAgain(
  { db, files, bus }: Pick<Deps, 'db' | 'files' | 'bus'>,
  { asked, ...what }: Again,
  { write }: JobContext,
) {
  const { manual_id, language = 'en' } = what
  if (asked && (await madeSince(db, manual_id, language, asked.at))) return
  const as =
    (call: string, message: string) =>
    <Answer>(work: (db: Db, change: AnyChange) => Promise<Answer>) =>
      write(db, async (db) => {
        const actor: Actor | System = asked?.by ?? { kind: 'system', reason: REASON }
        const change = openChange({ actor, call, kind: 'other', message, isFinal: true })
        const answer = await work(db, change)
        afterCommit(db, () => bus.publish({ kind: 'change', change_id: change.id, record_types: ['manuals'] }))
        return answer
      })
  try {
    await generateManualPdf({ db, files }, what, as('admin/manuals/generate_pdf', 'PDF generated.'))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (asked) return
    await keepFile(files, undefined, () =>
      as(
        'remove-pdf',
        `PDF removed: ${error.message}`,
      )(async (db, change) => {
        const leftOver = await pdfOf(db, manual_id, language)
        await recordFacts(db, 'manuals', manual_id, pdfValues(language, null), change)
        return { answer: undefined, leftOver }
      }),
    )
  }
}

async function madeSince(db: Db, manual_id: string, language: Language, at: string) {
  const made = await db
    .selectFrom('manuals')
    .select('id')
    .where('id', '=', manual_id)
    .where(pdfColumns[language].madeAt, '>', at)
    .executeTakeFirst()
  return made !== undefined
}
