import type { Actor, System } from '../../actor.ts'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { afterCommit } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { keepFile } from '../../integrations/files/uploaded-image.ts'
import { enqueue, type JobContext, type JobHandlers } from '../../jobs/jobs.ts'
import type { DueAct } from '../../jobs/schedule.ts'
import { changeRecord } from '../../records/change.ts'
import { type AnyChange, openChange, type Write } from '../../records/open-change.ts'
import { HIDDEN } from '../../records/publishing-dates.ts'
import { generateManualPdf } from './manual-pdf.service.ts'
import { pdfOf } from './manuals.repository.ts'

const PRINT_AGAIN = 'print-manual-again'
/** `asked` is there where somebody asked for it, and when. */
type Again = { manual_id: string; asked?: { by: Actor; at: string } }

const REASON = 'A page was taken down'

/**
 * Has the PDF of a manual made anew when one of its pages is taken down or to be published later, as it has that page;
 * one that was uploaded stays. Call it in the transaction of the act.
 */
export async function printWithoutTakenDown(db: Db, { about }: Pick<DueAct, 'about'>) {
  const [table, id = '', column] = about.split(' ')
  if (table !== 'manual_pages' || !(column === 'unpublish_at' || column === HIDDEN)) return
  const manual = await db
    .selectFrom('manual_pages')
    .innerJoin('manuals', 'manuals.id', 'manual_pages.manual_id')
    .select('manuals.id')
    .where('manual_pages.id', '=', id)
    .where('manuals.pdf_file', 'is not', null)
    .where('manuals.pdf_is_generated', '=', 1)
    .executeTakeFirst()
  if (manual) await enqueue(db, PRINT_AGAIN, { manual_id: manual.id } satisfies Again)
}

/**
 * Has the PDF that a call asked for made by the next server that runs, because this one stops before it is ready. Resolves
 * to the refusal that tells the caller. The call's `write` has written nothing yet.
 */
export async function printAfterRestart(manual_id: string, write: Write) {
  await write((db, { actor }) =>
    enqueue(db, PRINT_AGAIN, { manual_id, asked: { by: actor, at: isoNow() } } satisfies Again),
  )
  return new AppError(503, 'The server is being restarted. The PDF will be generated right after that.')
}

/**
 * The job of both. A PDF that cannot be made anew without what was taken down is removed; one that somebody asked for is
 * left out where another was made since, or where it cannot be made.
 */
export const printJobs = (deps: Pick<Deps, 'db' | 'files' | 'bus'>): JobHandlers => ({
  [PRINT_AGAIN]: (payload: Again, context: JobContext) => printAgain(deps, payload, context),
})

async function printAgain(
  { db, files, bus }: Pick<Deps, 'db' | 'files' | 'bus'>,
  { manual_id, asked }: Again,
  { write }: JobContext,
) {
  if (asked && (await madeSince(db, manual_id, asked.at))) return
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
    await generateManualPdf({ db, files }, manual_id, as('admin/manuals/generate_pdf', 'PDF generated.'))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (asked) return
    await keepFile(files, undefined, () =>
      as(
        'remove-pdf',
        `PDF removed: ${error.message}`,
      )(async (db, change) => {
        const leftOver = await pdfOf(db, manual_id)
        const nothing = { pdf_file: null, pdf_made_at: null, pdf_digest: null, pdf_is_generated: null }
        await changeRecord(db, 'manuals', manual_id, nothing, change)
        return { answer: undefined, leftOver }
      }),
    )
  }
}

async function madeSince(db: Db, manual_id: string, at: string) {
  const made = await db
    .selectFrom('manuals')
    .select('id')
    .where('id', '=', manual_id)
    .where('pdf_made_at', '>', at)
    .executeTakeFirst()
  return made !== undefined
}
