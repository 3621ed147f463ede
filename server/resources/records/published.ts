import type { CallFields, CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { PublishedType } from '#contract/kinds.ts'
import type { ListInput } from '#contract/records.ts'
import type { Replica } from '../../db/engines/replica.ts'
import { askPage, type List } from '../../db/lists/list-page.ts'
import { asksPage, type Part, partAfter, periodOf, publishedScope } from '../../db/lists/published.ts'
import { readCounts } from '../../db/lists/record-counts.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { cachedAnswer } from '../../http/cached-answer.ts'
import { type Call, serve } from '../../http/serve.ts'
import { inLanguage } from '../../records/in-french.ts'
import { withFiles } from './with-files.ts'

type Page = { data: object[]; total: number; current_page: number; next?: string | null }
/** Where records are read, and what their files' addresses begin with. */
export type Source = Pick<Deps, 'db' | 'settings'> & { replica?: Pick<Replica, 'read'> | undefined }
type PageInput = { page?: number | undefined; per_page?: number | undefined; after?: string | undefined }

/**
 * Answers a read of the owners' app that differs between owners from a back-office list: its active records, limited to
 * the fields of the call's output. `part` reads the records after an id if the list without a page is too long.
 */
export const published = <E extends Endpoint>(
  app: App,
  endpoint: E,
  list: (input: ListInput, call: Call) => Promise<Page>,
  part: (after: string, call: Call) => Promise<Part<object>>,
  translate: (records: object[]) => Promise<object[]> = async (records) => records,
) =>
  serve(app, endpoint, async (input, call) => {
    const asked = input as PageInput
    const { page, per_page } = asked
    const read = () => list({ page, per_page, is_deleted: false }, call)
    const found = await wholeOrCut(asked, read, (after) => part(after, call))
    return outputOf(endpoint, call.language === 'fr' ? { ...found, data: await translate(found.data) } : found)
  })

/**
 * Answers a read of the owners' app that is the same for everyone with a list's active records and their files, limited
 * to the fields of the call's output; `read` is for calls that find them differently, `finish` adds what rows do not
 * say. The answer is written once and cached until something changes in a table the list reads, or is published or
 * taken down: after a message to all owners, thousands of apps ask for the same. An up-to-date replica is read instead
 * of the database.
 */
export const publishedToAll = <E extends Endpoint, Row, Wire extends object>(
  app: App,
  { db, replica, settings }: Source,
  endpoint: E,
  list: List<Row, Wire, PublishedType>,
  read: (db: Db, input: CallFields<E>, at: string) => Promise<Page> = async (db, input, at) =>
    (await askPage(db, list, active(input as PageInput), publishedScope(list, at))).read(),
  finish: (records: Wire[], at: string) => object[] | Promise<object[]> = (records) => records,
) =>
  serve(app, endpoint, async (input, { language }) => {
    // Owners are not told who last changed a record.
    const others = (list.reads ?? []).filter((table) => table !== 'admins')
    const { stamp } = await readCounts(db, list.table, others)
    // Nothing is published or taken down between then and now.
    const { since, until } = await periodOf(db, [list.table, ...others], stamp)
    const readFrom = async (db: Db) => {
      const page = await wholeOrCut(
        input as PageInput,
        () => read(db, input, since),
        (after) => partAfter(db, list, { after, at: since }, narrowedBy(input as PageInput)),
      )
      const data = await inLanguage(db, list.table, page.data, language)
      return { ...page, data: await withFiles({ db, settings }, list.table, await finish(data as Wire[], since)) }
    }
    return cachedAnswer(
      app,
      db,
      { endpoint, input: { ...(input as object), language }, stamp: `${stamp} ${since}`, until },
      async () => {
        const page = await (replica?.read({ tables: [list.table, ...others], stamp }, readFrom) ?? readFrom(db))
        return outputOf(endpoint, page)
      },
    )
  })

/** The result of `read`; a list without a page that is too long comes in parts, ordered by id. */
async function wholeOrCut(
  asked: PageInput,
  read: () => Promise<Page>,
  part: (after: string) => Promise<Part<object>>,
): Promise<Page> {
  const { after } = asked
  const isPaged = asksPage(asked)
  const whole = await read()
  if (isPaged || (after === undefined && whole.data.length >= whole.total)) return { ...whole, next: null }
  return { ...whole, ...(await part(after ?? '')) }
}

/** The given ids that narrow a list. */
const narrowedBy = ({ page: _page, per_page: _size, after: _after, ...ids }: PageInput): Record<string, string> =>
  Object.fromEntries(
    Object.entries(ids).flatMap(([field, value]) => (typeof value === 'string' ? [[field, value]] : [])),
  )

/** The list input for active records, narrowed by the given ids. */
export const active = (asked: PageInput): ListInput => {
  const narrowed = Object.entries(narrowedBy(asked)).map(([field, value]) => [field, { op: 'eq', value }])
  return { page: asked.page, per_page: asked.per_page, is_deleted: false, filters: Object.fromEntries(narrowed) }
}

const outputOf = <E extends Endpoint>(endpoint: E, page: Page) =>
  endpoint.output.parse({ message: 'Listed', ...page }) as CallOutput<E>
