import type { MessageLink } from '#contract/message-fields.ts'
import type { Template } from '#contract/templates.ts'
import { listOf, selectRecords } from '../../records/list-of.ts'
import { toRecord } from '../../records/to-record.ts'

export const templateList = listOf('templates', {
  select: (db) => selectRecords(db, 'templates'),
  toWire: ({ link, ...row }): Template => ({
    ...toRecord(row),
    link: link === null ? null : (JSON.parse(link) as MessageLink),
  }),
})
