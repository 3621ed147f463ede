import type { z } from 'zod'
import { SLIDER_CODE } from '#contract/app-images.ts'
import type { ChangedRecord, DescribedChange } from '#contract/changes.ts'
import type { Column } from '#contract/column.ts'
import type { CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType, recordCalls, sampleOf } from '#contract/kinds.ts'
import type { RecordRow } from '#contract/records.ts'

/** What every record has. */
export const record: RecordRow = {
  _id: 'r1',
  is_deleted: false,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
  updated_by: 'Ada Lovelace',
  version: 1,
  srno: 1,
}

type Row<Type extends RecordType> = CallOutput<(typeof recordCalls)[Type]['get']>['data']

const described = (type: RecordType): RecordKind<Record<string, Column<RecordType>>> => kinds[type]
const idOf = (type: RecordType) =>
  type === 'sub_topics' ? 'sub-topic-1' : `${described(type).noun[0].toLowerCase().split(' ').at(-1)}-1`

/** What a record with the examples of its description is called. */
function nameOf(type: RecordType): string {
  const { title, columns } = described(type)
  const names = title.map((name) => {
    const { refersTo, example } = columns[name] ?? {}
    if (refersTo) return nameOf(refersTo)
    return typeof example === 'object' ? '' : example
  })
  return names.join(' - ')
}

/**
 * Makes records of a kind as its list shows them: with the examples of the description, referring to others that have
 * theirs. What the description does not know is null, 0, false or empty; `usual` is what a record has instead.
 */
export function rowsOf<Type extends RecordType>(type: Type, usual: Partial<Row<Type>> = {}) {
  const known: Record<string, unknown> = { ...record, _id: idOf(type), ...sampleOf(type) }
  for (const [column, { refersTo, wire = column, shownAs }] of Object.entries(described(type).columns)) {
    if (refersTo) known[wire] = { _id: idOf(refersTo), name: nameOf(refersTo) }
    if (refersTo && shownAs) known[shownAs] = nameOf(refersTo)
  }
  const { shape } = (recordCalls[type].get as Endpoint<z.ZodType, z.ZodObject<{ data: z.ZodObject }>>).output.shape.data
  const valueOf = (field: string, schema: z.ZodType) =>
    field in known ? known[field] : [null, 0, false, ''].find((value) => schema.safeParse(value).success)
  const row = Object.entries(shape as Record<string, z.ZodType>).map(([field, schema]) => [
    field,
    valueOf(field, schema),
  ])
  return (fields: Partial<Row<Type>> = {}) => ({ ...Object.fromEntries(row), ...usual, ...fields }) as Row<Type>
}

export const anRvType = rowsOf('rv_types', { model_count: 4 })
export const aYear = rowsOf('years', { model_count: 4 })
export const aModel = rowsOf('models', { seq_no: 3 })
export const aTopic = rowsOf('topics', { seq_no: 5, subtopic_count: 3 })
export const aSubTopic = rowsOf('sub_topics', { seq_no: 2 })
export const aManual = rowsOf('manuals', { name: 'Travel Trailer - 2027', page_count: 12, sub_topic_count: 15 })
export const aManualPage = rowsOf('manual_pages')

const addedBy = {
  user: { _id: 'admin-ada', name: 'Ada Lovelace' },
  added_by: 'Ada Lovelace',
  added_by_kind: 'admin' as const,
}

export const aChecklist = rowsOf('checklists', { ...addedBy })
export const aMaintenanceItem = rowsOf('maintenance_items', { ...addedBy, due_date: '2027-04-10' })
export const anAppImage = rowsOf('app_images', { url: 'http://localhost/files/sliders/1.jpg', code: SLIDER_CODE })
export const aMenuItem = rowsOf('menu_items', { code: 7, icon: 'http://localhost/files/menu-icons/1.png' })
export const aSocialMedia = rowsOf('social_medias', {
  _id: 'social-1',
  icon: 'http://localhost/files/social-icons/1.png',
})
export const aCmsPage = rowsOf('cms_pages')

const ada = { _id: 'admin-ada', name: 'Ada Lovelace', kind: 'admin' } as const

/** A change whose sentence, unless `parts` are given, is that of its maker and one text. */
export function aChange(fields: Partial<DescribedChange> = {}): DescribedChange {
  const { by = ada, title = 'Travel Trailer' } = fields
  const { sentence = `Ada Lovelace renamed RV type “Travel” to “${title}”` } = fields
  const actor = sentence.startsWith(by.name) ? by.name : ''
  const parts = [{ text: actor, is_actor: true as const }, { text: sentence.slice(actor.length) }]
  return { ...change, by, sentence, parts, ...fields }
}

const change: Omit<DescribedChange, 'by' | 'sentence' | 'parts'> = {
  _id: 'change-1',
  at: '2026-11-01T08:00:00.000Z',
  kind: 'edit',
  message: 'RV type updated successfully.',
  record_type: 'rv_types',
  title: 'Travel Trailer',
  record_count: 1,
  state: 'done',
  reason: null,
  expected_count: null,
  left_count: 0,
  undoes: null,
  undone_by: null,
  is_redo: false,
  can_undo: true,
  fold: null,
  folded_count: 0,
  details: [],
}

export const aChangedRecord = (fields: Partial<ChangedRecord> = {}): ChangedRecord => ({
  entry_id: 'entry-1',
  record_type: 'rv_types',
  record_id: 'type-1',
  title: 'Travel Trailer',
  kind: 'edit',
  version: 2,
  fields: [{ field: 'name', label: 'Name', type: 'text', from: 'Trailer', to: 'Travel Trailer' }],
  ...fields,
})

/** A file with arbitrary content. */
export const aFile = (name: string, type: string, bytes = 1000) => new File([new Uint8Array(bytes)], name, { type })

/** The answer of a list call: these rows as a page of `total`. */
export const pageOfRows = <Row>(data: Row[], total = data.length, current_page = 1) => ({
  message: 'Listed.',
  data,
  total,
  current_page,
})
