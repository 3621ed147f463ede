import { Readable } from 'node:stream'
import { type ExportFormat, formatTypes } from '#contract/exports.ts'
import type { Language } from '#contract/french.ts'
import { importFields, type RehearsedType } from '#contract/imports.ts'
import { sourceOf } from '../../db/engines/snapshot.ts'
import type { Db } from '../../db/schema.ts'
import { isFrench, recordTables } from '../../records/record-tables.ts'
import type { Batches, Head } from '../../tables/cell.ts'
import { csvOf } from '../../tables/csv.ts'
import { xlsxOf } from '../../tables/xlsx.ts'
import type { TableWork } from '../exports/export-thread.ts'
import { refusedRows } from './import-rows.repository.ts'
import { type StoredRehearsal } from './rehearsals.repository.ts'

const NO_ROWS: Batches = (async function* none() {})()
const titleOf = (type: RehearsedType) =>
  type === 'french' ? 'French' : (recordTables[type].heading ?? recordTables[type].tag)

const SHEET = 'Sheet'
const calledFile = (name: string, format: ExportFormat) => ({
  name: `${name.replaceAll(/[^\w\s().-]/g, '-')}.${format}`,
  type: formatTypes[format],
})

/**
 * A file with the columns that an import of this kind knows, with readable headings; ids are for files that come back.
 */
export const templateFile = (type: RehearsedType, format: ExportFormat, languages: readonly Language[]) => {
  const known = importFields(type).filter(
    ({ column }) => languages.includes('fr') || type === 'french' || !isFrench(type, column),
  )
  const labels = known.flatMap(({ label, made }) => (made === 'id' || made === 'reference' ? [] : [label]))
  const heads = labels.map((label): Head => ({ label, type: 'text' }))
  const body = format === 'csv' ? Readable.from(csvOf(heads, NO_ROWS)) : xlsxOf(heads, NO_ROWS, { name: SHEET })
  return { ...calledFile(`${titleOf(type)} template`, format), body }
}

/**
 * The thread's task of making a file of a rehearsal's refused rows as they were, each with its number in the file and
 * the reasons; and the file's name.
 */
export function refusedFile(db: Db, { id, record_type, heads }: StoredRehearsal, format: ExportFormat) {
  const work: TableWork = {
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
