import type { Coverage, CoverageCell } from '#contract/manuals.ts'
import { cachedRows } from '../../db/lists/query-cache.ts'
import { readCounts } from '../../db/lists/record-counts.ts'
import type { Db } from '../../db/schema.ts'
import { MANY_PAGES } from './coverage.repository.ts'

type French = NonNullable<CoverageCell['french']>
type State = Exclude<keyof French, 'pdf'>
type Counted = { manual_id: string; is_deleted: number | string; french: State | 'pdf'; count: number | string }

/** The coverage with the state of each manual's French: its active pages with English words, and its PDF. */
export async function withFrench(db: Db, coverage: Coverage): Promise<Coverage> {
  const { stamp, active: pages } = await readCounts(db, 'manual_pages', ['manuals'])
  // All are counted in an index, deleted pages too: a condition on those would lead to the rows.
  const rows = await cachedRows(
    db,
    { stamp, offThread: pages >= MANY_PAGES },
    {
      sql: `select manual_id, is_deleted, french, count(*) as count from manual_pages
          group by manual_id, is_deleted, french
        union all select id as manual_id, 0 as is_deleted, 'pdf' as french, 1 as count from manuals
          where pdf_file_fr is not null`,
      values: [],
    },
    (row: Counted) => row,
  )
  const active = rows.filter(({ is_deleted }) => Number(is_deleted) === 0)
  const counted = Map.groupBy(active, ({ manual_id }) => manual_id)
  const frenchOf = (manual_id: string): French => {
    const own = new Map(counted.get(manual_id)?.map(({ french, count }) => [french, Number(count)]))
    const of = (state: State) => own.get(state) ?? 0
    return { current: of('current'), older: of('older'), none: of('none'), pdf: own.has('pdf') }
  }
  return {
    ...coverage,
    rv_types: coverage.rv_types.map((type) => ({
      ...type,
      cells: type.cells.map((cell) => ({
        ...cell,
        french: cell.manual_id === null ? null : frenchOf(cell.manual_id),
      })),
    })),
  }
}
