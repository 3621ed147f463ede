import type { Language } from '#contract/french.ts'
import type { VinPattern } from '#contract/vin-patterns.ts'
import { isoNow } from '../../clock.ts'
import type { Condition } from '../../db/lists/condition.ts'
import { idColumn, optionalNameColumn } from '../../db/lists/list-columns.ts'
import { publishedAt } from '../../db/lists/published.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { listOf, selectRecords } from '../../records/list-of.ts'
import { toRecord } from '../../records/to-record.ts'

const optional = (id: string | null, name: string | null) => (id === null ? null : { _id: id, name: name ?? '' })

export const vinPatternList = listOf('vin_patterns', {
  select: (db) =>
    selectRecords(db, 'vin_patterns')
      .innerJoin('rv_types', 'rv_types.id', 'vin_patterns.cat_id')
      .leftJoin('years', 'years.id', 'vin_patterns.year_id')
      .leftJoin('models', 'models.id', 'vin_patterns.model_id')
      .select(['rv_types.name as rv_type', 'years.name as year_name', 'models.name as model_name']),
  toWire: ({ cat_id, year_id, model_id, ...row }): VinPattern => ({
    ...toRecord(row),
    cat_id: { _id: cat_id, name: row.rv_type },
    year_id: optional(year_id, row.year_name),
    model_id: optional(model_id, row.model_name),
  }),
  reads: ['rv_types', 'years', 'models'],
  columns: {
    year_id: { ...idColumn('vin_patterns.year_id'), nullable: true },
    model_id: { ...idColumn('vin_patterns.model_id'), nullable: true },
    year_name: optionalNameColumn('years', 'vin_patterns.year_id'),
    model_name: optionalNameColumn('models', 'vin_patterns.model_id'),
  },
})

export type Fitting = Record<'prefix' | 'cat_id' | 'rv_type', string> &
  Record<'year_id' | 'year_name' | 'model_id' | 'model_name', string | null>

/** SQL for an RV type's name in a language; in English if it has no French name. */
export const nameOfType = (language: Language) =>
  language === 'fr' ? "coalesce(nullif(rv_types.name_fr, ''), rv_types.name)" : 'rv_types.name'

/** Who asks: an owner only gets what owners see, in their language. */
export type Reader = { isForOwner: boolean; language: Language }
export const OFFICE: Reader = { isForOwner: false, language: 'en' }

/** The most specific active pattern for this VIN, which is tidy; for owners, only what they see. */
export async function fittingPattern(db: Db, vin: string, reader: Reader): Promise<Fitting | undefined> {
  const { sql, values } = activePatterns(reader)
  const begins = `? like replace(vin_patterns.prefix, '*', '_') || '%'`
  const [found] = await readQuery<Fitting>(db, `${sql} and ${begins} ${THE_MOST_FIRST} limit 1`, [...values, vin])
  return found
}

/** All active patterns, most specific first. */
export async function allPatterns(db: Db) {
  const { sql, values } = activePatterns(OFFICE)
  return readQuery<Fitting>(db, `${sql} ${THE_MOST_FIRST}`, values)
}

const THE_MOST_FIRST = "order by length(replace(vin_patterns.prefix, '*', '')) desc, vin_patterns.id"

function activePatterns({ isForOwner, language }: Reader): Condition {
  const shown = (table: 'rv_types' | 'years' | 'models') =>
    isForOwner ? publishedAt(table, isoNow()) : { sql: `${table}.is_deleted = 0`, values: [] }
  const parts = [shown('rv_types'), shown('years'), shown('models')]
  const [type, year, model] = parts.map(({ sql }) => sql)
  return {
    sql: `select vin_patterns.prefix, vin_patterns.cat_id, ${nameOfType(language)} as rv_type, vin_patterns.year_id,
       years.name as year_name, vin_patterns.model_id, models.name as model_name
     from vin_patterns
       inner join rv_types on rv_types.id = vin_patterns.cat_id and ${type}
       left join years on years.id = vin_patterns.year_id and ${year}
       left join models on models.id = vin_patterns.model_id and ${model}
     where vin_patterns.is_deleted = 0
       and (vin_patterns.year_id is null or years.id is not null) and (vin_patterns.model_id is null or models.id is not null)`,
    values: parts.flatMap(({ values }) => values),
  }
}

/** Whether there are patterns, but none of this manufacturer: the first three characters of a VIN. */
export async function isUnknownMaker(db: Db, vin: string) {
  const [found] = await readQuery<{ known: number; of_maker: number | null }>(
    db,
    `select count(*) as known, max(case when ? like replace(substr(prefix, 1, 3), '*', '_') then 1 else 0 end) as of_maker
     from vin_patterns where is_deleted = 0`,
    [vin.slice(0, 3)],
  )
  return Number(found?.known) > 0 && Number(found?.of_maker) === 0
}

/** The manufacturers in all patterns: their first three characters. */
export async function allMakers(db: Db) {
  const found = await readQuery<{ maker: string }>(
    db,
    'select distinct substr(prefix, 1, 3) as maker from vin_patterns where is_deleted = 0',
    [],
  )
  return found.map(({ maker }) => maker)
}
