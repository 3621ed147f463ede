import { Readable } from 'node:stream'
import { type ExportFormat, formatTypes } from '#contract/exports.ts'
import { importFields } from '#contract/imports.ts'
import type { Db } from '../../db/schema.ts'
import { recordTables } from '../../records/record-tables.ts'
import { guarded, unguarded } from '../../tables/apostrophes.ts'
import type { Batches, Head } from '../../tables/cell.ts'
import { csvOf } from '../../tables/csv.ts'
import { xlsxOf } from '../../tables/xlsx.ts'
import { refusedRows, type StoredRehearsal } from './rehearsals.repository.ts'

const NO_ROWS: Batches = (async function* none() {})()
const asTexts = (labels: string[]): Head[] => labels.map((label) => ({ label, type: 'text' }))
const titleOf = (type: StoredRehearsal['record_type']) => recordTables[type].heading ?? recordTables[type].tag

function fileOf(name: string, format: ExportFormat, heads: Head[], batches: Batches) {
  const body = format === 'csv' ? Readable.from(csvOf(heads, batches)) : xlsxOf(heads, batches, { name: 'Sheet' })
  return { name: `${name.replaceAll(/[^\w\s().-]/g, '-')}.${format}`, type: formatTypes[format], body }
}

/** A file with the columns that an import of this kind knows, named as people do; ids are for files that come back. */
export const templateFile = (type: StoredRehearsal['record_type'], format: ExportFormat) => {
  const labels = importFields(type).flatMap(({ label, made }) => (made === 'id' || made === 'reference' ? [] : [label]))
  return fileOf(`${titleOf(type)} template`, format, asTexts(labels), NO_ROWS)
}

/** The refused rows of a rehearsal as they were, each with its number in the file and the reasons. */
export function refusedFile(db: Db, { id, record_type, heads: json }: StoredRehearsal, format: ExportFormat) {
  const heads = JSON.parse(json) as string[]
  async function* batches(): Batches {
    for await (const rows of refusedRows(db, id)) {
      yield rows.map(({ line, cells, errors }) => [
        ...heads.map((_head, place) => guarded(unguarded(cells[place] ?? ''))),
        line,
        Object.values(errors).flat().join(' '),
      ])
    }
  }
  const columns: Head[] = [...asTexts(heads), { label: 'Row', type: 'number' }, { label: 'Reasons', type: 'text' }]
  return fileOf(`${titleOf(record_type)} refused`, format, columns, batches())
}
