import type { CallFields, CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { ListInput } from '#contract/records.ts'
import { remembered } from '../db/query-cache.ts'
import { readCounts } from '../db/record-counts.ts'
import type { ListedTable } from '../db/schema.ts'
import type { ContentDeps } from '../deps.ts'
import { entityTag } from './entity-tags.ts'
import { answerWithAddresses } from './file-addresses.ts'
import { type App, type Call, serve, WrittenAnswer } from './serve.ts'

type Page = { data: object[]; total: number; current_page: number }
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

/** What published content is read from. Only administrators change these tables. */
const tables: ListedTable[] = [
  'rv_types',
  'years',
  'models',
  'topics',
  'sub_topics',
  'manuals',
  'manual_pages',
  'cms_pages',
  'dealers',
  'app_images',
  'menu_items',
  'social_medias',
]

/**
 * Answers a read of the owners' app that is the same for everybody with what `read` gives, as far as the call's output
 * has it. The answer is written once and remembered until one of the tables changes: after a message to all owners,
 * thousands of apps ask for the same. It may read nothing but those tables.
 */
export const publishedToAll = <E extends Endpoint>(
  app: App,
  { db, settings: { publicUrl } }: ContentDeps,
  endpoint: E,
  read: (input: CallFields<E>) => Promise<Page>,
) =>
  serve(app, endpoint, async (input) => {
    const [first = 'rv_types', ...others] = tables
    // Read before the records are, so that an answer is never older than its stamp.
    const { stamp } = await readCounts(db, first, others)
    const key = `${endpoint.path}\n${JSON.stringify(input)}`
    const write = async () => {
      const answer = outputOf(endpoint, await read(input))
      const text = JSON.stringify(answerWithAddresses(answer as Record<string, unknown>, publicUrl))
      return new WrittenAnswer(text, entityTag(text))
    }
    return remembered(db, { key, stamp }, write, ({ text }) => text.length)
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
