import { sql } from 'kysely'
import type { Language } from '#contract/french.ts'
import type { Manual, ManualOutline } from '#contract/manuals.ts'
import { flagColumn, idColumn, type ListColumn, nameColumn, referencedText } from '../../db/lists/list-columns.ts'
import { type List, newestFirst, type RowOf } from '../../db/lists/list-page.ts'
import { isShownAt, publishedOf } from '../../db/lists/published.ts'
import type { Db } from '../../db/schema.ts'
import { matchText } from '../../db/search/text-conditions.ts'
import { filePath } from '../../integrations/files/store.ts'
import { recordColumns } from '../../records/activity.ts'
import { toRecord } from '../../records/to-record.ts'
import { IN_SEQUENCE, printedDigests } from './printed.ts'

/** The name of a manual: `RV type - year`. */
export const manualName = (rvType: string, year: string) => `${rvType} - ${year}`

const joinTypesAndYears = [
  'inner join rv_types on rv_types.id = manuals.cat_id',
  'inner join years on years.id = manuals.year_id',
]

/**
 * The name of a manual as a list column. `key` is the column with the manual's id; `join` joins the manuals for
 * sorting.
 */
export const manualNameColumn = (key: string, join: string[] = []): ListColumn => ({
  orderBy: ['rv_types.name_key', 'years.name_key', key],
  join: [...join, ...joinTypesAndYears],
  reads: ['manuals', 'rv_types', 'years'],
  ...referencedText((op, value) => {
    // There is at most one manual for each type and year, so comparing all of them is cheap.
    const named = matchText("(rv_types.name_key || ' - ' || years.name_key)", op, value)
    return {
      sql: `${key} in (select manuals.id from manuals ${joinTypesAndYears.join(' ')} where ${named.sql})`,
      values: named.values,
    }
  }),
})

const selectManuals = (db: Db) =>
  db
    .selectFrom('manuals')
    .innerJoin('rv_types', 'rv_types.id', 'manuals.cat_id')
    .innerJoin('years', 'years.id', 'manuals.year_id')
    .select(recordColumns('manuals'))
    .select([
      'manuals.cat_id',
      'rv_types.name as rv_type',
      'manuals.year_id',
      'years.name as year_name',
      'years.rollover_id',
      'manuals.pdf_file',
      'manuals.pdf_made_at',
      'manuals.pdf_digest',
      'manuals.pdf_file_fr',
      'manuals.pdf_made_at_fr',
      'manuals.pdf_digest_fr',
      sql<number | string>`(
        select count(*) from manual_pages where manual_pages.manual_id = manuals.id and manual_pages.is_deleted = 0
      )`.as('page_count'),
      // The same for all manuals, so that it is counted only once.
      sql<number | string>`(
        select count(*) from sub_topics inner join topics on topics.id = sub_topics.topic_id
        where sub_topics.is_deleted = 0 and topics.is_deleted = 0
      )`.as('sub_topic_count'),
    ])

type Row = RowOf<typeof selectManuals>

/** A manual without whether its PDFs are out of date, which requires reading what would be printed. */
type ListedManual = Omit<Manual, 'pdf_outdated' | 'pdf_outdated_fr'> &
  Record<'pdf_digest' | 'pdf_digest_fr', string | null>

function toListedManual({
  cat_id,
  year_id,
  pdf_file,
  pdf_file_fr,
  page_count,
  sub_topic_count,
  rollover_id,
  ...row
}: Row) {
  return {
    ...toRecord(row),
    is_prepared: rollover_id !== null,
    name: manualName(row.rv_type, row.year_name),
    category: { _id: cat_id, name: row.rv_type },
    year: { _id: year_id, name: row.year_name },
    pdf_url: pdf_file && filePath(pdf_file),
    pdf_url_fr: pdf_file_fr && filePath(pdf_file_fr),
    page_count: Number(page_count),
    sub_topic_count: Number(sub_topic_count),
  }
}

export const manualList: List<Row, ListedManual, 'manuals'> = {
  table: 'manuals',
  scopes: { published: publishedOf('manuals') },
  select: selectManuals,
  toWire: toListedManual,
  reads: ['admins', 'rv_types', 'years', 'manual_pages', 'topics', 'sub_topics'],
  columns: {
    name: manualNameColumn('manuals.id'),
    rv_type: nameColumn('rv_types', 'manuals.cat_id'),
    year_name: nameColumn('years', 'manuals.year_id'),
    cat_id: idColumn('manuals.cat_id'),
    year_id: idColumn('manuals.year_id'),
    has_pdf: flagColumn('(case when manuals.pdf_file is null then 0 else 1 end)'),
  },
  order: newestFirst('manuals'),
}

/**
 * Manuals as owners see them at a moment: with the number of visible pages, and changed when one of these changed or
 * was published.
 */
export async function withPagesShown<Manual extends { _id: string; updated_at: string }>(
  db: Db,
  manuals: Manual[],
  at: string,
) {
  const rows = manuals.length
    ? await db
        .selectFrom('manual_pages')
        .select(({ fn }) => [
          'manual_id',
          fn.countAll().as('total'),
          fn.max('updated_at').as('changed_at'),
          fn.max('publish_at').as('published_at'),
        ])
        .where(
          'manual_id',
          'in',
          manuals.map(({ _id }) => _id),
        )
        .where(isShownAt('manual_pages', at))
        .groupBy('manual_id')
        .execute()
    : []
  const pages = new Map(rows.map(({ manual_id, ...shown }) => [manual_id, shown]))
  return manuals.map((manual) => {
    const { total = 0, changed_at = '', published_at } = pages.get(manual._id) ?? {}
    const updated_at = [manual.updated_at, changed_at, published_at ?? ''].toSorted().at(-1) ?? manual.updated_at
    return { ...manual, page_count: Number(total), updated_at }
  })
}

/** The manuals with whether their PDFs are out of date. */
export async function compareWithPdfs(db: Db, manuals: ListedManual[]): Promise<Manual[]> {
  const [english, french] = [
    await printedDigests(
      db,
      manuals.filter(({ pdf_url }) => pdf_url !== null),
    ),
    await printedDigests(
      db,
      manuals.filter(({ pdf_url_fr }) => pdf_url_fr !== null),
      'fr',
    ),
  ]
  return manuals.map(({ pdf_digest, pdf_digest_fr, ...manual }) => ({
    ...manual,
    pdf_outdated: manual.pdf_url !== null && pdf_digest !== english.get(manual._id),
    pdf_outdated_fr: manual.pdf_url_fr !== null && pdf_digest_fr !== french.get(manual._id),
  }))
}

/** The active sub topics by topic, in sequence, each with this manual's active page about it, if there is one. */
export async function readOutline(db: Db, id: string): Promise<ManualOutline> {
  const rows = await db
    .selectFrom('sub_topics')
    .innerJoin('topics', 'topics.id', 'sub_topics.topic_id')
    .leftJoin('manual_pages', (join) =>
      join
        .onRef('manual_pages.subtopic_id', '=', 'sub_topics.id')
        .on('manual_pages.manual_id', '=', id)
        .on('manual_pages.is_deleted', '=', 0),
    )
    .select(['topics.id as topic_id', 'topics.name as topic', 'sub_topics.id', 'sub_topics.name'])
    .select('manual_pages.id as page_id')
    .where('sub_topics.is_deleted', '=', 0)
    .where('topics.is_deleted', '=', 0)
    .orderBy(sql.raw(IN_SEQUENCE))
    .execute()
  const topics = new Map<string, ManualOutline['topics'][number]>()
  for (const { topic_id, topic, id, name, page_id } of rows) {
    const known = topics.get(topic_id) ?? { _id: topic_id, name: topic, sub_topics: [] }
    known.sub_topics.push({ _id: id, name, page_id })
    topics.set(topic_id, known)
  }
  const gap_count = rows.filter(({ page_id }) => page_id === null).length
  return { page_count: rows.length - gap_count, gap_count, topics: [...topics.values()] }
}

/**
 * The columns for a manual's PDF in a language: its file, when and from what it was made, and whether it was generated.
 */
export const pdfColumns = {
  en: { file: 'pdf_file', madeAt: 'pdf_made_at', digest: 'pdf_digest', isGenerated: 'pdf_is_generated' },
  fr: { file: 'pdf_file_fr', madeAt: 'pdf_made_at_fr', digest: 'pdf_digest_fr', isGenerated: 'pdf_is_generated_fr' },
} as const satisfies Record<Language, object>

/** The column values for a PDF, or for none. */
export function pdfValues(
  language: Language,
  pdf: { file: string; madeAt: string; digest: string; isGenerated: boolean } | null,
) {
  const { file = null, madeAt = null, digest = null, isGenerated } = pdf ?? {}
  const is_generated = isGenerated === undefined ? null : Number(isGenerated)
  return language === 'fr'
    ? { pdf_file_fr: file, pdf_made_at_fr: madeAt, pdf_digest_fr: digest, pdf_is_generated_fr: is_generated }
    : { pdf_file: file, pdf_made_at: madeAt, pdf_digest: digest, pdf_is_generated: is_generated }
}

/** The file name of a manual's PDF in a language, or null. */
export async function pdfOf(db: Db, id: string, language: Language) {
  const { file } = pdfColumns[language]
  const row = await db.selectFrom('manuals').select(`${file} as name`).where('id', '=', id).executeTakeFirstOrThrow()
  return row.name
}
