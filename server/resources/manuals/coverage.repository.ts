import type { Coverage, CoverageCell } from '#contract/manuals.ts'
import { inSequence } from '../../db/lists/list-page.ts'
import { hiddenByDateAt, hiddenWhyAt, periodOf } from '../../db/lists/published.ts'
import { cached, freshRows } from '../../db/lists/query-cache.ts'
import { readCounts } from '../../db/lists/record-counts.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { manualName } from './manuals.repository.ts'
import { printedDigests } from './printed.ts'

type Gap = CoverageCell['gaps'][number]
type Why = Gap['hidden'] | ''
type Named = { _id: string; name: string }
type Topic = Named & { required: number }
type SubTopic = Named & { topic_id: string }
type Year = Named & { is_prepared: number }
type StoredManual = {
  _id: string
  cat_id: string
  year_id: string
  why: Why
  pdf_made_at: string | null
  pdf_digest: string | null
  has_pdf: number
  created_at: string
}
type PagesOfTopic = { topic_id: string; why: Why; count: number }

/** The active records of a table. */
const inOrder = <Row extends Named>(
  db: Db,
  table: 'rv_types' | 'years' | 'topics' | 'sub_topics',
  order: string[],
  more = '',
) =>
  readQuery<Row>(
    db,
    `select ${table}.id as _id, ${table}.name${more} from ${table} where is_deleted = 0 order by ${order.join()}`,
    [],
  )

const IS_PREPARED = ', case when rollover_id is null then 0 else 1 end as is_prepared'
/** From this many pages on, counting them could block the event loop. */
export const MANY_PAGES = 2000

/** What owners have of every manual, as contract/manuals.ts describes it; read again only after a change. */
export async function readCoverage(db: Db): Promise<Coverage> {
  return (await covered(db)).coverage
}

/** How many manuals lack a page about a required topic, and when the first of them was added. */
export async function manualsWithoutRequired(db: Db) {
  return (await covered(db)).lacking
}

async function covered(db: Db) {
  const { stamp, active } = await readCounts(db, 'manual_pages', [
    'manuals',
    'rv_types',
    'years',
    'topics',
    'sub_topics',
  ])
  const { since } = await periodOf(db, ['manual_pages'], stamp)
  const question = { key: 'coverage of manuals', stamp: `${stamp} ${since}` }
  return cached(db, question, () => cover(db, since, active >= MANY_PAGES), sizeOf)
}

/** Characters per cell, and per missing topic in it. */
const CELL = 350
const GAP = 150

const sizeOf = ({ coverage }: { coverage: Coverage }) =>
  coverage.rv_types.flatMap(({ cells }) => cells).reduce((size, { gaps }) => size + CELL + gaps.length * GAP, 0)

async function cover(db: Db, at: string, offThread: boolean) {
  const [years, types, topics, subTopics, manuals] = await Promise.all([
    inOrder<Year>(db, 'years', ['name_key desc', 'id'], IS_PREPARED),
    inOrder<Named>(db, 'rv_types', inSequence('rv_types')),
    inOrder<Topic>(db, 'topics', inSequence('topics'), ', required'),
    inOrder<SubTopic>(db, 'sub_topics', inSequence('sub_topics'), ', topic_id'),
    readManuals(db, at),
  ])
  const typeNames = namesOf(types)
  const yearNames = namesOf(years)
  const prepared = new Set(years.filter(({ is_prepared }) => is_prepared).map(({ _id }) => _id))
  for (const manual of manuals) if (!manual.why && prepared.has(manual.year_id)) manual.why = 'prepared'
  const seen = manuals.filter(
    ({ why, cat_id, year_id }) => why === '' && typeNames.has(cat_id) && yearNames.has(year_id),
  )
  const nameOf = ({ cat_id, year_id }: StoredManual) =>
    manualName(typeNames.get(cat_id) ?? '', yearNames.get(year_id) ?? '')
  const printed = seen.filter(({ has_pdf }) => has_pdf).map((manual) => ({ _id: manual._id, name: nameOf(manual) }))
  const [pagesOf, digests] = await Promise.all([countPages(db, at, offThread), printedDigests(db, printed)])
  const byPlace = Map.groupBy(manuals, ({ cat_id, year_id }) => `${cat_id} ${year_id}`)
  const seenOfType = Map.groupBy(seen, ({ cat_id }) => cat_id)
  const lacking: string[] = []
  const below = Map.groupBy(subTopics, ({ topic_id }) => topic_id)

  /** What a manual should cover: while the type has nothing, everything that can have a page. */
  const expectedOf = (common: Topic[]) =>
    topics.filter((topic) => topic.required || (common.length ? common.includes(topic) : below.has(topic._id)))

  function cellOf(type: Named, year: Named, common: Topic[], expected: Topic[]): CoverageCell {
    const here = byPlace.get(`${type._id} ${year._id}`) ?? []
    const manual = here.find(({ why }) => why === '')
    if (!manual) {
      const other = here.find(({ why }) => why === 'prepared') ?? here[0]
      return { ...NO_MANUAL, year_id: year._id, hidden_manual: other?.why ? { _id: other._id, why: other.why } : null }
    }
    const own = Map.groupBy(pagesOf.get(manual._id) ?? [], ({ topic_id }) => topic_id)
    const seenPages = seenIn(pagesOf.get(manual._id))
    const shown = new Map(seenPages.map(({ topic_id, count }) => [topic_id, count]))
    const gaps = expected
      .filter(({ _id }) => !shown.has(_id))
      .map(({ _id, name, required }): Gap => {
        const unseen = own.get(_id) ?? []
        return {
          topic_id: _id,
          name,
          required: required === 1,
          hidden: unseen[0]?.why || null,
          hidden_count: unseen[0]?.count ?? 0,
        }
      })
    if (gaps.some(({ required }) => required)) lacking.push(manual.created_at)
    return {
      year_id: year._id,
      manual_id: manual._id,
      hidden_manual: null,
      written_count: sumOf((pagesOf.get(manual._id) ?? []).filter(({ why }) => why !== 'deleted')),
      page_count: sumOf(seenPages),
      topic_count: shown.size,
      topic_pages: common.map(({ _id }) => shown.get(_id) ?? 0),
      missing_topics: gaps.map(({ name }) => name),
      gaps,
      pdf: !manual.has_pdf ? 'none' : manual.pdf_digest === digests.get(manual._id) ? 'current' : 'older',
      pdf_at: manual.has_pdf ? manual.pdf_made_at : null,
    }
  }

  const coverage: Coverage = {
    topics: topics.map(({ _id, name, required }) => ({
      _id,
      name,
      required: required === 1,
      sub_topics: (below.get(_id) ?? []).map(({ _id, name }) => ({ _id, name })),
    })),
    years: years.map(({ _id, name }) => ({ _id, name })),
    rv_types: types.map((type) => {
      const written = new Set(
        (seenOfType.get(type._id) ?? []).flatMap(({ _id }) => seenIn(pagesOf.get(_id)).map(({ topic_id }) => topic_id)),
      )
      const common = topics.filter(({ _id }) => written.has(_id))
      const expected = expectedOf(common)
      const cells = years.map((year) => cellOf(type, year, common, expected))
      const expected_topic_ids = expected.map(({ _id }) => _id)
      return { ...type, topics: common.map(({ name }) => name), expected_topic_ids, cells }
    }),
  }
  return { coverage, lacking: { count: lacking.length, since: lacking.toSorted()[0] ?? null } }
}

const NO_MANUAL = {
  manual_id: null,
  written_count: 0,
  page_count: 0,
  topic_count: 0,
  topic_pages: [],
  missing_topics: [],
  gaps: [],
  pdf: 'none',
  pdf_at: null,
} as const satisfies Partial<CoverageCell>

const namesOf = (records: Named[]) => new Map(records.map(({ _id, name }) => [_id, name]))
const seenIn = (pages: PagesOfTopic[] | undefined) => (pages ?? []).filter(({ why }) => why === '')
const sumOf = (pages: PagesOfTopic[]) => pages.reduce((sum, { count }) => sum + count, 0)

/** All manuals; among those that owners do not see, the last changed one first. */
function readManuals(db: Db, at: string) {
  const why = hiddenWhyAt('manuals', at)
  return readQuery<StoredManual>(
    db,
    `select id as _id, cat_id, year_id, ${why.sql} as why, pdf_made_at, pdf_digest,
       case when pdf_file is null then 0 else 1 end as has_pdf, created_at
     from manuals order by updated_at desc, id desc`,
    why.values,
  )
}

type Counted = { topic_id: string; count: number; is_deleted: boolean }

/**
 * Each manual's pages by topic, and by what hides them from owners, their own reasons first. All are counted in an
 * index; the few hidden only by their dates are looked up and subtracted.
 */
async function countPages(db: Db, at: string, offThread: boolean) {
  const [counted, dated] = await Promise.all([
    freshRows(
      db,
      { offThread },
      {
        sql: `select manual_id, string_agg(topic_id || ' ' || cast(count as text) || ' ' || is_deleted, ',') as topics
          from (select manual_id, topic_id, is_deleted, count(*) as count
            from manual_pages group by manual_id, topic_id, is_deleted) as counted
          group by manual_id`,
        values: [],
      },
      ({ manual_id, topics }: { manual_id: string; topics: string }) =>
        [manual_id, topics.split(',').map(toCounted)] as const,
    ),
    countHiddenByDate(db, at),
  ])
  return new Map(
    counted.map(([manual_id, topics]): [string, PagesOfTopic[]] => {
      const hidden = dated.get(manual_id) ?? []
      const hiddenOf = (topic_id: string) => sumOf(hidden.filter((pages) => pages.topic_id === topic_id))
      const seen = topics.flatMap(({ topic_id, count, is_deleted }): PagesOfTopic[] => {
        const left = is_deleted ? 0 : count - hiddenOf(topic_id)
        return left > 0 ? [{ topic_id, why: '', count: left }] : []
      })
      const deleted = topics.flatMap(({ topic_id, count, is_deleted }): PagesOfTopic[] =>
        is_deleted ? [{ topic_id, why: 'deleted', count }] : [],
      )
      return [manual_id, [...hidden, ...seen, ...deleted]]
    }),
  )
}

function toCounted(text: string): Counted {
  const [topic_id = '', count, is_deleted] = text.split(' ')
  return { topic_id, count: Number(count), is_deleted: is_deleted === '1' }
}

async function countHiddenByDate(db: Db, at: string) {
  const [why, hidden] = [hiddenWhyAt('manual_pages', at), hiddenByDateAt('manual_pages', at)]
  const rows = await readQuery<PagesOfTopic & { manual_id: string }>(
    db,
    `select manual_id, topic_id, ${why.sql} as why, count(*) as count from manual_pages
     where ${hidden.sql} group by manual_id, topic_id, why order by why`,
    [...why.values, ...hidden.values],
  )
  const pages = rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }))
  return Map.groupBy(pages, ({ manual_id }) => manual_id)
}
