import type { z } from 'zod'
import { modelYearOf, tidyVin, VIN_LENGTH_WRONG, vinProblem } from '#contract/vin.ts'
import type { CheckedVin, vinToCheck } from '#contract/vin-patterns.ts'
import { isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { publishedAt } from '../../db/lists/published.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { sentenceIn } from '../../french/french-of.ts'
import { recordsOf } from '../records/records-of.ts'
import {
  allMakers,
  allPatterns,
  type Fitting,
  fittingPattern,
  isUnknownMaker,
  nameOfType,
  OFFICE,
  type Reader,
  vinPatternList,
} from './vin-patterns.repository.ts'

/** What the beginnings of VINs stand for. */
export const vinPatternRecords = recordsOf(vinPatternList)

export const CHECKED_VIN = 'What this VIN says'

/** How many years ahead: model years are sold in the year before. */
const AHEAD = 2
const NOTHING: CheckedVin = { warnings: [], model_year: null, proposed: null }
const isOnlyDigits = (vin: string) => /^\d{6,16}$/.test(vin)

/** What is chosen besides a VIN, and its names. */
type Chosen = { category?: string | undefined; year?: string | undefined; model?: string | undefined }
/** The known facts that a VIN is compared with. */
type Facts = { pattern: Fitting | undefined; isUnknownMaker: boolean; chosen: Chosen; called: Chosen }

/** What a typed VIN says, and warnings where it contradicts what was chosen. The last digits alone say nothing. */
export async function checkVin(
  db: Db,
  { vin: typed, ...chosen }: z.output<typeof vinToCheck>,
  by: Reader = OFFICE,
): Promise<CheckedVin> {
  const vin = tidyVin(typed)
  const pattern = await fittingPattern(db, vin, by)
  const called = {
    category: await nameOf(db, 'rv_types', chosen.category, by),
    year: await nameOf(db, 'years', chosen.year, by),
    model: await nameOf(db, 'models', chosen.model, by),
  }
  const said = saidBy(vin, { pattern, isUnknownMaker: !pattern && (await isUnknownMaker(db, vin)), chosen, called })
  return { ...said, warnings: said.warnings.map((warning) => sentenceIn(by.language, warning)) }
}

/** The same for many VINs at the office, with one query per kind of record: the warnings for each, by place. */
export async function warningsOfVins(db: Db, all: ({ vin: string } & Chosen)[]): Promise<string[][]> {
  if (!all.length) return []
  const patterns = await allPatterns(db)
  const makers = await allMakers(db)
  const named = {
    category: await namesOf(
      db,
      'rv_types',
      all.map(({ category }) => category),
    ),
    year: await namesOf(
      db,
      'years',
      all.map(({ year }) => year),
    ),
    model: await namesOf(
      db,
      'models',
      all.map(({ model }) => model),
    ),
  }
  return all.map(({ vin: typed, ...chosen }) => {
    const vin = tidyVin(typed)
    const pattern = patterns.find(({ prefix }) => begins(vin, prefix))
    const called = {
      category: named.category.get(chosen.category ?? ''),
      year: named.year.get(chosen.year ?? ''),
      model: named.model.get(chosen.model ?? ''),
    }
    const isUnknownMaker = !pattern && makers.length > 0 && !makers.some((maker) => begins(vin, maker))
    return saidBy(vin, { pattern, isUnknownMaker, chosen, called }).warnings
  })
}

/** Whether a VIN matches the beginning in a pattern, where * stands for any character. */
const begins = (vin: string, prefix: string) =>
  vin.length >= prefix.length && prefix.split('').every((one, place) => one === '*' || one === vin[place])

function saidBy(vin: string, { pattern, isUnknownMaker, chosen, called }: Facts): CheckedVin {
  if (isOnlyDigits(vin)) return NOTHING
  const wrong = vinProblem(vin)
  if (wrong === VIN_LENGTH_WRONG) return { ...NOTHING, warnings: [wrong] }
  const { year } = called
  const latest = Number(isoNow().slice(0, 4)) + AHEAD
  const model_year = modelYearOf(vin, Math.max(latest, /^\d{4}$/.test(year ?? '') ? Number(year) : 0)) ?? null
  const differs = (field: keyof Chosen, [id, name]: [string | null, string | null]) =>
    id === null || chosen[field] === undefined || chosen[field] === id || called[field] === undefined
      ? ''
      : `This VIN says ${nouns[field]} ${name}, not ${called[field]}.`
  const wrongYear = yearWarning(vin, model_year, year)
  const ofPattern = patternYearWarning(vin, model_year, pattern?.year_name)
  const warnings = [
    wrong ?? '',
    isUnknownMaker ? `No RV that is known here has a VIN that begins with ${vin.slice(0, 3)}.` : '',
    wrongYear,
    ofPattern,
    pattern ? differs('category', [pattern.cat_id, pattern.rv_type]) : '',
    pattern ? differs('model', [pattern.model_id, pattern.model_name]) : '',
    pattern && !wrongYear && !ofPattern ? differs('year', [pattern.year_id, pattern.year_name]) : '',
  ]
  return {
    warnings: [...new Set(warnings.filter(Boolean))],
    model_year,
    proposed: pattern
      ? {
          category: { _id: pattern.cat_id, name: pattern.rv_type },
          year: pattern.year_id === null ? null : { _id: pattern.year_id, name: pattern.year_name ?? '' },
          model: pattern.model_id === null ? null : { _id: pattern.model_id, name: pattern.model_name ?? '' },
        }
      : null,
  }
}
const nouns: Record<keyof Chosen, string> = { category: 'RV type', model: 'model', year: 'year' }

/** A year letter stands for one year in thirty; the chosen one is meant. */
function yearWarning(vin: string, says: number | null, chosen: string | undefined) {
  if (says === null) return 'The 10th character of this VIN stands for no model year.'
  if (chosen === undefined || !/^\d{4}$/.test(chosen) || modelYearOf(vin, Number(chosen)) === Number(chosen)) return ''
  return `This VIN says model year ${says}, not ${chosen}.`
}

/** If a pattern and the letter in the same VIN say different years, one of them is wrong. */
function patternYearWarning(vin: string, says: number | null, year: string | null | undefined) {
  if (says === null || !/^\d{4}$/.test(year ?? '') || modelYearOf(vin, Number(year)) === Number(year)) return ''
  return `This VIN says model year ${says} by its 10th character, and ${year} by its beginning.`
}

type Table = 'rv_types' | 'models' | 'years'

async function nameOf(db: Db, table: Table, id: string | undefined, { isForOwner, language }: Reader) {
  if (id === undefined) return undefined
  const shown = isForOwner ? publishedAt(table, isoNow()) : { sql: '1 = 1', values: [] }
  const name = table === 'rv_types' ? nameOfType(language) : 'name'
  const query = `select ${name} as name from ${table} where id = ? and ${shown.sql}`
  const [found] = await readQuery<{ name: string }>(db, query, [id, ...shown.values])
  return found?.name
}

async function namesOf(db: Db, table: Table, ids: (string | undefined)[]) {
  const asked = [...new Set(ids.filter((id) => id !== undefined))]
  const found = await readQuery<{ id: string; name: string }>(
    db,
    `select id, name from ${table} where id in ${engineOf(db).textsFromJson}`,
    [JSON.stringify(asked)],
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}
