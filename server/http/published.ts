import type { CallFields, CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { ListInput } from '#contract/records.ts'
import { type App, type Call, serve } from './serve.ts'

type Page = { data: object[]; total: number; current_page: number }
type Asked = { page?: number | undefined; per_page?: number | undefined }

/**
 * Answers a read of the owners' app from a back-office list: its active records, with only the fields that the call's
 * output has. `list` receives the list input and the call; `filters` returns the ids by which callers may narrow the list.
 */
export function published<E extends Endpoint>(
  app: App,
  endpoint: E,
  list: (input: ListInput, call: Call) => Promise<Page>,
  filters: (input: CallFields<E>) => Record<string, string | undefined> = () => ({}),
) {
  serve(app, endpoint, async (input, call) => {
    const { page, per_page } = input as Asked
    const narrowed = Object.entries(filters(input)).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, { op: 'eq', value }]],
    )
    const found = await list({ page, per_page, is_deleted: false, filters: Object.fromEntries(narrowed) }, call)
    return endpoint.output.parse({ message: 'Listed', ...found }) as CallOutput<E>
  })
}
