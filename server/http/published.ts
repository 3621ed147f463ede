import type { CallFields, CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { PublishedType } from '#contract/kinds.ts'
import type { ListInput } from '#contract/records.ts'
import type { Replica } from '../db/engines/replica.ts'
import { askPage, type List } from '../db/lists/list-page.ts'
import { readCounts } from '../db/lists/record-counts.ts'
import type { Db } from '../db/schema.ts'
import { cachedAnswer } from './cached-answer.ts'
import { type App, type Call, serve } from './serve.ts'

type Page = { data: object[]; total: number; current_page: number }
type Source = { db: Db; replica?: Pick<Replica, 'read'> | undefined }
type Asked = { page?: number | undefined; per_page?: number | undefined }

/**
 * Answers a read of the owners' app that is different for each owner from a back-office list: its active records, with
 * only the fields that the call's output has.
 */
export const published = <E extends Endpoint>(
  app: App,
  endpoint: E,
  list: (input: ListInput, call: Call) => Promise<Page>,
) =>
  serve(app, endpoint, async (input, call) => {
    const { page, per_page } = input as Asked
    return outputOf(endpoint, await list({ page, per_page, is_deleted: false }, call))
  })

/**
 * Answers a read of the owners' app that is the same for everybody with the active records of a list, limited to the
 * fields of the call's output; `read` is for calls that find them in another way. The answer is written once and
 * remembered until something changes in a table that the list reads: after a message to all owners, thousands of apps
 * ask for the same. A replica that is up to date is read in place of the database.
 */
export const publishedToAll = <E extends Endpoint, Row, Wire extends object>(
  app: App,
  { db, replica }: Source,
  endpoint: E,
  list: List<Row, Wire, PublishedType>,
  read: (db: Db, input: CallFields<E>) => Promise<Page> = async (db, input) =>
    (await askPage(db, list, active(input as Asked))).read(),
) =>
  serve(app, endpoint, async (input) => {
    // Owners are not told who changed a record last.
    const others = (list.reads ?? []).filter((table) => table !== 'admins')
    const { stamp } = await readCounts(db, list.table, others)
    const readFrom = (db: Db) => read(db, input)
    return cachedAnswer(app, db, { endpoint, input, stamp }, async () => {
      const page = await (replica?.read({ tables: [list.table, ...others], stamp }, readFrom) ?? readFrom(db))
      return outputOf(endpoint, page)
    })
  })

/** The list input for active records, narrowed by the ids that are given. */
export const active = ({ page, per_page, ...ids }: Asked & Record<string, string | number | undefined>): ListInput => {
  const narrowed = Object.entries(ids).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, { op: 'eq', value }]],
  )
  return { page, per_page, is_deleted: false, filters: Object.fromEntries(narrowed) }
}

const outputOf = <E extends Endpoint>(endpoint: E, page: Page) =>
  endpoint.output.parse({ message: 'Listed', ...page }) as CallOutput<E>
