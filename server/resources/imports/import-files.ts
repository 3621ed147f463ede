import { Readable } from 'node:stream'
import { type ExportFormat, formatTypes } from '#contract/exports.ts'
import { importFields } from '#contract/imports.ts'
import { sourceOf } from '../../db/engines/snapshot.ts'
import type { Db } from '../../db/schema.ts'
import { recordTables } from '../../records/record-tables.ts'
import type { Batches, Head } from '../../tables/cell.ts'
import { csvOf } from '../../tables/csv.ts'
import { xlsxOf } from '../../tables/xlsx.ts'
import type { ExportWork } from '../exports/export-thread.ts'
import { refusedRows } from './import-rows.repository.ts'
import { type StoredRehearsal } from './rehearsals.repository.ts'

const NO_ROWS: Batches = (async function* none() {})()
const titleOf = (type: StoredRehearsal['record_type']) => recordTables[type].heading ?? recordTables[type].tag

const SHEET = 'Sheet'
const calledFile = (name: string, format: ExportFormat) => ({
  name: `${name.replaceAll(/[^\w\s().-]/g, '-')}.${format}`,
  type: formatTypes[format],
})

/** A file with the columns that an import of this kind knows, named as people do; ids are for files that come back. */
export const templateFile = (type: StoredRehearsal['record_type'], format: ExportFormat) => {
  const labels = importFields(type).flatMap(({ label, made }) => (made === 'id' || made === 'reference' ? [] : [label]))
  const heads = labels.map((label): Head => ({ label, type: 'text' }))
  const body = format === 'csv' ? Readable.from(csvOf(heads, NO_ROWS)) : xlsxOf(heads, NO_ROWS, { name: SHEET })
  return { ...calledFile(`${titleOf(type)} template`, format), body }
}

/**
 * What the thread is to do that makes a file of the refused rows of a rehearsal as they were, each with its number in the
 * file and the reasons; and what that is called.
 */
export function refusedFile(db: Db, { id, record_type, heads }: StoredRehearsal, format: ExportFormat) {
  const work: ExportWork = {
    ...refusedRows(db, id),
    source: sourceOf(db),
    format,
    columns: [
      { label: '', made: 'cells', from: ['cells'], heads: JSON.parse(heads) as string[] },
      { label: 'Row', made: 'number', from: ['line'] },
      { label: 'Reasons', made: 'messages', from: ['errors'] },
    ],
    sheet: SHEET,
    publicUrl: '',
  }
  return { work, ...calledFile(`${titleOf(record_type)} refused`, format) }
}
