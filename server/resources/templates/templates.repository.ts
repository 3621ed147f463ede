import type { MessageLink } from '#contract/message-fields.ts'
import type { Template } from '#contract/templates.ts'
import { type List, newestFirst, type RowOf } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { recordColumns } from '../../records/activity.ts'
import { listedColumns, ownColumns } from '../../records/own-columns.ts'
import { toRecord } from '../../records/undo/to-record.ts'

const selectTemplates = (db: Db) =>
  db.selectFrom('templates').select(recordColumns('templates')).select(ownColumns('templates'))

type Row = RowOf<typeof selectTemplates>

const toTemplate = ({ link, ...row }: Row): Template => ({
  ...toRecord(row),
  link: link === null ? null : (JSON.parse(link) as MessageLink),
})

export const templateList: List<Row, Template, 'templates'> = {
  table: 'templates',
  select: selectTemplates,
  toWire: toTemplate,
  reads: ['admins'],
  columns: listedColumns('templates'),
  order: newestFirst('templates'),
}
