import type { z } from 'zod'
import { pdfMessages } from '#contract/file-fields.ts'
import type { Language } from '#contract/french.ts'
import type { Manual, manualFields } from '#contract/manuals.ts'
import { isoNow, newId } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import type { FileDeps } from '../../deps.ts'
import { AppError, refused } from '../../errors.ts'
import { keepFile } from '../../integrations/files/uploaded-image.ts'
import { checkPdf } from '../../integrations/pdf/check-pdf.ts'
import type { AnyChange, Write } from '../../records/open-change.ts'
import { setColumns } from '../../records/plan/sources/acts.ts'
import { noteFinished } from '../../webhooks/outbox.ts'
import { recordsOf } from '../records/records-of.ts'
import { compareWithPdfs, manualList, pdfOf, pdfValues } from './manuals.repository.ts'
import { printedDigests } from './printed.ts'

/** Manuals; a new one has no PDF, and the pages of a deleted one stay as they are. */
export const manualRecords = recordsOf(manualList, {
  finish: compareWithPdfs,
  toColumns: ({ category, year }: z.output<typeof manualFields>) => ({
    cat_id: category,
    year_id: year,
    pdf_file: null,
    pdf_made_at: null,
    pdf_digest: null,
    pdf_is_generated: null,
  }),
})

/**
 * Stores an uploaded file as a manual's PDF in a language; `warning` says what readers will miss in it. Throws 404, and
 * 415 for a file that does not open as a PDF.
 */
export async function uploadManualPdf(deps: FileDeps, id: string, file: File, language: Language, write: Write) {
  // Before the long work: a missing manual is refused at once, and pages changed meanwhile count as newer.
  const manual = await manualRecords.find(deps.db, id)
  const digests = await printedDigests(deps.db, [manual], language)
  const checked = await checkPdf(file)
  if (checked.state !== 'openable') {
    const message = checked.state === 'locked' ? pdfMessages.locked(file) : pdfMessages.notPdf(file)
    throw new AppError(415, message, { errors: { file: [message] } })
  }
  const { pdf, warning } = checked
  const stored = { language, content: pdf, madeAt: isoNow(), digest: digests.get(id) ?? '' }
  return { manual: await keepManualPdf(deps, id, stored, write), warning }
}

/**
 * Stores a PDF as the manual's in its language and removes the previous one. `madeAt` (ISO 8601) is when its pages were
 * read, `digest` what they were; webhooks are told if it `isPrinted`. Throws 404.
 */
export function keepManualPdf(
  { files }: Pick<FileDeps, 'files'>,
  id: string,
  pdf: { language: Language; content: Blob; madeAt: string; digest: string; isPrinted?: boolean },
  write: <Answer>(work: (db: Db, change: AnyChange) => Promise<Answer>) => Promise<Answer>,
): Promise<Manual> {
  const name = `manuals/${newId()}.pdf`
  return keepFile(files, { name, content: pdf.content }, () =>
    write(async (db, change) => {
      const { language, isPrinted = false } = pdf
      const former = await pdfOf(db, id, language)
      await setColumns(db, 'manuals', id, pdfValues(language, { ...pdf, file: name, isGenerated: isPrinted }), change)
      if (isPrinted) await noteFinished(db, 'pdf.made', 'manuals', id, { change_id: change.id })
      return { answer: await manualRecords.find(db, id), leftOver: former }
    }),
  )
}

/** Removes a manual's PDF in a language. Throws 404, and 422 if it has none. */
export const removeManualPdf = ({ files }: Pick<FileDeps, 'files'>, id: string, language: Language, write: Write) =>
  keepFile(files, undefined, () =>
    write(async (db, change) => {
      const { name } = await manualRecords.find(db, id)
      const leftOver = await pdfOf(db, id, language)
      if (!leftOver) throw refused('manual_id', `“${name}” has no ${language === 'fr' ? 'French PDF' : 'PDF'}.`)
      await setColumns(db, 'manuals', id, pdfValues(language, null), change)
      return { answer: await manualRecords.find(db, id), leftOver }
    }),
  )
