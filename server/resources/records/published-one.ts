import type { CallFields, CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { PublishedType } from '#contract/kinds.ts'
import { isPublished } from '../../db/lists/published.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import type { App } from '../../http/app-type.ts'
import { serve } from '../../http/serve.ts'
import { inLanguage } from '../../records/in-french.ts'
import { recordTables } from '../../records/record-tables.ts'
import type { Source } from './published.ts'
import { withFiles } from './with-files.ts'

/**
 * Answers the read of one published record of a kind by its id, as publishedToAll lists it: 404 for one that owners do
 * not see.
 */
export const publishedOne = <E extends Endpoint, Wire extends object>(
  app: App,
  deps: Source,
  endpoint: E,
  table: PublishedType,
  find: (db: Db, id: string) => Promise<Wire>,
  finish: (records: Wire[]) => Promise<object[]> = async (records) => records,
) =>
  serve(app, endpoint, async (input: CallFields<E>, { language }) => {
    const { db } = deps
    const id = (input as { _id: string })._id
    const rows = await inLanguage(db, table, [await find(db, id)], language)
    const { asked, noun } = recordTables[table]
    if (!(await isPublished(db, table, id))) throw notFound(`This ${asked ?? noun[0]}`)
    const [data] = await withFiles(deps, table, await finish(rows))
    return endpoint.output.parse({ message: 'Found', data }) as CallOutput<E>
  })
