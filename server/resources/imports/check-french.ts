import type { z } from 'zod'
import type { FrenchType } from '#contract/french-calls.ts'
import { frenchFileFields } from '#contract/french-files.ts'
import { recordCalls } from '#contract/kinds.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import { isCurrent } from '../../records/french.ts'
import { planOf, wholeOf } from '../../records/plan/plan.ts'
import { recordTables, wireName } from '../../records/record-tables.ts'
import { isEmptyText } from '../../records/written-for.ts'
import { cleanRichText } from '../../rich-text/clean-rich-text.ts'
import { cutForSheet } from '../../tables/sheet-xml.ts'
import { type FrenchField, textAt } from '../french/french-file.ts'
import type { CheckedRow } from './check-rows.ts'
import {
  isConfirmed,
  type Meant,
  meantBy,
  RefusedCell,
  refuseOtherCodes,
  refuseOtherEnglish,
  refusePartOfFrench,
  refuseSavedSince,
  says,
  UNCLEAN,
} from './french-rows.ts'
import { readField } from './import-kinds.ts'
import type { SaidRow } from './read-cells.ts'

/** The position of the French among the cells of XLIFF, which its notes are about. */
const FRENCH = frenchFileFields.findIndex(({ field }) => field === 'french')
const IS_ENGLISH =
  'This is the English, so the field stays as it is. Where it is right in French too, its state must be “Current”, in XLIFF “translated”.'
const REPLACES = 'This replaces French that was written for this English.'

/**
 * Checks the rows of a file of French, batch by batch: each sets the French of one field of a record whose English, and
 * French, are unchanged since the file was made. Empty texts, and English that nobody declared to be French, set
 * nothing. Writes nothing.
 */
export function frenchChecker({ db, publicUrl }: { db: Db; publicUrl: string }) {
  /** The first row about each field. */
  const lineOf = new Map<string, number>()

  async function check(said: SaidRow, meant: Meant | undefined): Promise<CheckedRow> {
    const { line, cells, notes, errors, warnings } = said
    const checked: CheckedRow = {
      line,
      cells,
      notes,
      errors,
      warnings,
      same_as: null,
      changes: {},
      place: null,
      outcome: 'refused',
      title: meant?.field.label ?? says(said, 'field'),
      record_type: meant?.type ?? null,
      record_id: meant?.row.id ?? null,
      version: meant ? Number(meant.row.version) : null,
    }
    if (!meant || Object.keys(errors).length) return checked
    const { type, field, row } = meant
    try {
      refuseSecond(said, meant)
      const value = await valueOf(said, meant)
      if (value === undefined) return { ...checked, outcome: 'unchanged' }
      // Rules with memory would take two rows about one record for two records.
      wholeOf(await planOf(db, type, [{ row, values: { [field.french]: value }, fields: {}, line }]))
      return { ...checked, outcome: 'changed', changes: { [field.french]: [row[field.french], value] } }
    } catch (error) {
      const isKnown = error instanceof RefusedCell || (error instanceof AppError && error.status < 500)
      if (!isKnown) throw error
      errors[error instanceof RefusedCell ? error.field : 'french'] = [error.message]
      return { ...checked, warnings: {} }
    }
  }

  function refuseSecond({ line }: SaidRow, { type, field, row }: Meant) {
    const key = `${type} ${row.id} ${field.wire}`
    const first = lineOf.get(key)
    if (first !== undefined) throw new RefusedCell('_id', `Row ${first} of the file is about the same field.`)
    lineOf.set(key, line)
  }

  /** The French that a row sets; undefined if it stays. Throws RefusedCell, and 422 for what cannot be cleaned. */
  async function valueOf(said: SaidRow, { type, field, row }: Meant) {
    const [english, before] = [textAt(row, field.english), textAt(row, field.french)]
    const target = says(said, 'french')
    // What comes back unchanged stays unchanged, even if a sheet has no room for all of it.
    if (isEmptyText(target, field.isRich) || target === before || target === cutForSheet(before)) return undefined
    refuseOtherEnglish(said, english, field)
    refusePartOfFrench(said, FRENCH)
    if ((target === english || target === says(said, 'english')) && !isConfirmed(said)) {
      said.warnings['french'] = [IS_ENGLISH]
      return undefined
    }
    if (field.isRich) refuseOtherCodes(target, english, before)
    const value = await asSaved(type, field, target)
    if (value === before) return undefined
    refuseSavedSince(said, before)
    if (isCurrent(type, field, row)) said.warnings['french'] = [REPLACES]
    return value
  }

  /** The text as the form would save it. Throws RefusedCell if it would refuse or clean it. */
  async function asSaved(type: FrenchType, { french, isRich }: FrenchField, text: string) {
    const wire = wireName(type, french)
    const { edit } = recordCalls[type] as { edit: { input: z.ZodObject } }
    const read = readField(edit.input.shape[wire] as z.ZodType, text)
    if ('messages' in read) throw new RefusedCell('french', read.messages.join(' '))
    if (!isRich) return String(read.value)
    const { videos = false } = recordTables[type].columns[french] ?? {}
    const clean: string = await cleanRichText(wire, text, { publicUrl, videos })
    if (clean !== text) throw new RefusedCell('french', UNCLEAN)
    return clean
  }

  return async (batch: SaidRow[]): Promise<CheckedRow[]> => {
    const meant = await meantBy(db, batch)
    const checked: CheckedRow[] = []
    for (const [place, said] of batch.entries()) checked.push(await check(said, meant[place]))
    return checked
  }
}
