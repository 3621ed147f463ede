import type { Endpoint } from '#contract/endpoint.ts'
import type { RecordType } from '#contract/kinds.ts'
import { capital } from '#contract/plural.ts'
import type { ListInput, RecordRow } from '#contract/records.ts'
import { toasts } from '#contract/records.ts'
import type { Filtered } from '../../db/lists/list-filters.ts'
import type { List } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { cachedAnswer } from '../../http/cached-answer.ts'
import { type ChangingCall, serve, serveChange } from '../../http/serve.ts'
import type { AnyChange } from '../../records/open-change.ts'
import { type Own, recordTables } from '../../records/record-tables.ts'
import type { Records } from './records-of.ts'

/** What the server does with a kind of record. */
export type ServedKind<Table extends RecordType> = {
  /** What it is filtered and sorted by, and what it reads. */
  list: Filtered<Table> & Pick<List<unknown, never, Table>, 'select'>
  /** Answers its calls in the back-office. */
  serve: (app: App, deps: Deps) => void
  /** Answers the owners' app's read, if all owners see such records. */
  publish?: (app: App, deps: Deps) => void
  /** What else changes in a stored record that gets these values together with others. */
  settled?: (values: Partial<Own<Table>>, row: Readonly<Record<string, unknown>>) => Partial<Own<Table>>
  /** What is restored along with one of many records, if anything. */
  below?: Below
}

export type Below = {
  /** Throws 422 if it may not be restored. */
  refuse: (db: Db, id: string) => Promise<void>
  /** Restores what is below a restored record. */
  restore: (db: Db, id: string, change: AnyChange) => Promise<unknown>
}

/** The standard calls of a kind of record; a kind need not have all. */
type RecordCalls = {
  list?: Endpoint
  get?: Endpoint
  add?: Endpoint
  edit?: Endpoint
  delete?: Endpoint
  restore?: Endpoint
}

/**
 * Answers those standard calls that a kind of record has, in its description's words. A resource serves its other calls
 * itself. `listed` is the name of the records in the list's answer.
 */
export function serveRecords<Wire extends RecordRow, Fields extends object, Needs extends { db: Db }>(
  app: App,
  deps: Needs,
  calls: RecordCalls,
  records: Records<Wire, Fields, Needs>,
  { listed }: { listed?: string } = {},
) {
  const { db } = deps
  const kind = recordTables[records.table]
  const { key, noun, asked } = kind
  const messages = toasts(kind)

  if (calls.list) {
    const message = listed ?? capital(noun[1])
    const { list: endpoint } = calls
    serve(app, endpoint, async (fields) => {
      const input = fields as ListInput
      const { stamp, read } = await records.askPage(db, input)
      return cachedAnswer(app, db, { endpoint, input, stamp }, async () => ({
        message,
        ...(await read()),
      }))
    })
  }
  if (calls.get) {
    const message = capital(asked ?? noun[0])
    serve(app, calls.get, async (input) => ({ message, data: await records.find(db, which(input).id) }))
  }
  if (calls.add) {
    serveChange(app, calls.add, messages.added, async (fields, { write }) => ({
      data: await records.add(deps, fields as Fields, write),
    }))
  }
  if (calls.edit) {
    serveChange(app, calls.edit, messages.updated, async (input, { write }) => ({
      data: await records.edit(deps, which(input), write),
    }))
  }
  const setDeleted =
    (deleted: boolean) =>
    async (input: unknown, { write }: ChangingCall) => {
      const { id, version } = which(input)
      await write((db, change) => records.setDeleted(db, id, { deleted, version }, change))
    }
  if (calls.delete) serveChange(app, calls.delete, messages.removed, setDeleted(true))
  if (calls.restore) serveChange(app, calls.restore, messages.restored, setDeleted(false))

  function which(input: unknown) {
    const { [key]: id, version, ...fields } = input as Record<string, unknown>
    return { id: id as string, version: version as number | undefined, fields: fields as Fields }
  }
}
