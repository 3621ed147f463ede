import { z } from 'zod'
import { MOST_BULK_IDS } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { flag, id } from './fields.ts'
import { recordTypes } from './kinds.ts'
import { answered, listInput } from './records.ts'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The names of the formats, and the media types of their files. */
export const formatNames: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'XLSX' }
export const formatTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Where a ticket is redeemed below API_BASE; not a call, as a browser follows it as a link. */
export const DOWNLOADS = 'exports'

const someIds = z.array(id).max(MOST_BULK_IDS, 'Please select at most 1,000 records, or all that match.')

/** All records that a list would show; `page` and `per_page` are ignored. */
export const exportFields = listInput.extend({
  record_type: z.enum(recordTypes, 'Unknown record type.'),
  format: z.enum(exportFormats, 'Please choose CSV or XLSX.'),
  /** Fields of the list, in this order; by default `_id` and every field of the kind. */
  columns: z.array(z.string().max(60)).min(1, 'Please choose columns.').max(100).optional(),
  /** Only these records, or all except these. */
  ids: someIds.min(1, 'Please select records.').optional(),
  except: someIds.optional(),
  /** How particular lists are narrowed besides their filters. */
  status: flag.optional(),
  manual_id: id.optional(),
  user_id: id.optional(),
})
export type ExportFields = z.output<typeof exportFields>

export const exports = {
  /** Answers the file itself, in UTF-8 if it is CSV. If the connection ends early, the file is incomplete. */
  export: endpoint('admin/export', exportFields, z.string(), { file: Object.values(formatTypes) }),
  /** A path where a browser can download that file once, within five minutes, relative to the API's base address. */
  ticket: endpoint('admin/export/ticket', exportFields, answered(z.object({ path: z.string() }))),
}
