import type { z } from 'zod'
import { pdfMessages } from '#contract/file-fields.ts'
import type { Manual, manualFields } from '#contract/manuals.ts'
import { isoNow, newId } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { FileDeps } from '../../deps.ts'
import { AppError, refused } from '../../errors.ts'
import { keepFile } from '../../outside/files/uploaded-image.ts'
import { checkPdf } from '../../outside/pdf/check-pdf.ts'
import { addRecord, changeRecord, refuseDuplicate, setRecordDeleted } from '../../records/change.ts'
import { isActive } from '../../records/is-active.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { findManual } from './manuals.repository.ts'
import { printedDigests } from './printed.ts'

/** Adds a manual without a PDF. Throws 422 for a type or year that is not active, or a pair that has a manual. */
export function addManual(
  db: Db,
  { category, year }: z.output<typeof manualFields>,
  change: OpenChange,
): Promise<Manual> {
  return inTransaction(db, async (db) => {
    if (!(await isActive(db, 'rv_types', category))) throw refused('category', 'Please select RV Type')
    if (!(await isActive(db, 'years', year))) throw refused('year', 'Please select Year')
    const pair = { cat_id: category, year_id: year }
    await refuseDuplicate(db, 'manuals', pair)
    const id = await addRecord(db, 'manuals', { ...pair, pdf_file: null, pdf_made_at: null, pdf_digest: null }, change)
    return (await findManual(db, id)).manual
  })
}

/**
 * Soft-deletes or restores a manual; its pages stay as they are. Throws 404, 409, and on restore 422 if the type and
 * year have another manual.
 */
export function setManualDeleted(
  db: Db,
  id: string,
  version: number | undefined,
  deleted: boolean,
  change: OpenChange,
) {
  return inTransaction(db, async (db) => {
    const { manual } = await findManual(db, id)
    await setRecordDeleted(db, 'manuals', manual, { deleted, version }, change)
  })
}

/** Stores an uploaded file as the PDF of a manual. Throws 404, and 415 for a file that does not open as a PDF. */
export async function uploadManualPdf(deps: FileDeps, id: string, file: File, change: OpenChange) {
  // Before the long work: a missing manual is refused at once, and pages changed meanwhile count as newer.
  const { manual } = await findManual(deps.db, id)
  const digests = await printedDigests(deps.db, [manual])
  const state = await checkPdf(file)
  if (state !== 'openable') {
    const message = state === 'locked' ? pdfMessages.locked(file) : pdfMessages.notPdf(file)
    throw new AppError(415, message, { errors: { file: [message] } })
  }
  return keepManualPdf(deps, id, { content: file, madeAt: isoNow(), digest: digests.get(id) ?? '' }, change)
}

/**
 * Stores a PDF as the manual's and removes the previous one. `madeAt` (ISO 8601) is when its pages were read, `digest`
 * what they were. Throws 404.
 */
export function keepManualPdf(
  { db, files }: FileDeps,
  id: string,
  pdf: { content: Blob; madeAt: string; digest: string },
  change: OpenChange,
): Promise<Manual> {
  const name = `manuals/${newId()}.pdf`
  return keepFile(files, { name, content: pdf.content }, () =>
    inTransaction(db, async (db) => {
      const { file } = await findManual(db, id)
      const columns = { pdf_file: name, pdf_made_at: pdf.madeAt, pdf_digest: pdf.digest }
      await changeRecord(db, 'manuals', id, columns, change)
      const { manual } = await findManual(db, id)
      return { answer: manual, leftOver: file }
    }),
  )
}
