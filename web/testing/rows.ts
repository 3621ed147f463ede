import { type AppImage, SLIDER_CODE } from '#contract/app-images.ts'
import type { ChangedRecord, DescribedChange } from '#contract/changes.ts'
import type { Checklist } from '#contract/checklists.ts'
import type { CmsPage } from '#contract/cms-pages.ts'
import type { MaintenanceItem } from '#contract/maintenance-items.ts'
import type { ManualPage } from '#contract/manual-pages.ts'
import type { Manual } from '#contract/manuals.ts'
import type { MenuItem } from '#contract/menu-items.ts'
import type { Model } from '#contract/models.ts'
import type { RecordRow } from '#contract/records.ts'
import type { RvType } from '#contract/rv-types.ts'
import type { SocialMedia } from '#contract/social-medias.ts'
import type { SubTopic } from '#contract/sub-topics.ts'
import type { Topic } from '#contract/topics.ts'
import type { Year } from '#contract/years.ts'

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

export const anRvType = (fields: Partial<RvType> = {}): RvType => ({
  ...record,
  _id: 'type-1',
  name: 'Travel Trailer',
  seq_no: 1,
  model_count: 4,
  ...fields,
})

export const aYear = (fields: Partial<Year> = {}): Year => ({
  ...record,
  _id: 'year-1',
  name: '2027',
  model_count: 4,
  ...fields,
})

export const aModel = (fields: Partial<Model> = {}): Model => ({
  ...record,
  _id: 'model-1',
  cat_id: { _id: 'type-1', name: 'Travel Trailer' },
  year_id: { _id: 'year-1', name: '2027' },
  rv_type: 'Travel Trailer',
  year_name: '2027',
  name: '2285',
  seq_no: 3,
  description: 'Bunks for two at the rear.',
  ...fields,
})

export const aTopic = (fields: Partial<Topic> = {}): Topic => ({
  ...record,
  _id: 'topic-1',
  name: 'Electrical',
  seq_no: 5,
  subtopic_count: 3,
  deleted_subtopic_count: 0,
  page_count: 0,
  deleted_page_count: 0,
  ...fields,
})

export const aSubTopic = (fields: Partial<SubTopic> = {}): SubTopic => ({
  ...record,
  _id: 'sub-topic-1',
  topic_id: { _id: 'topic-1', name: 'Electrical' },
  topic_name: 'Electrical',
  name: 'Fuses and Breakers',
  seq_no: 2,
  page_count: 0,
  deleted_page_count: 0,
  ...fields,
})

export const aManual = (fields: Partial<Manual> = {}): Manual => ({
  ...record,
  _id: 'manual-1',
  name: 'Travel Trailer - 2027',
  category: { _id: 'type-1', name: 'Travel Trailer' },
  rv_type: 'Travel Trailer',
  year: { _id: 'year-1', name: '2027' },
  year_name: '2027',
  pdf_url: null,
  pdf_made_at: null,
  pdf_outdated: false,
  page_count: 12,
  sub_topic_count: 15,
  ...fields,
})

export const aManualPage = (fields: Partial<ManualPage> = {}): ManualPage => ({
  ...record,
  _id: 'page-1',
  manual_id: { _id: 'manual-1', name: 'Travel Trailer - 2027' },
  name: 'Travel Trailer - 2027',
  topic_id: { _id: 'topic-1', name: 'Electrical' },
  topic: 'Electrical',
  subtopic_id: { _id: 'sub-topic-1', name: 'Fuses and Breakers' },
  subtopic: 'Fuses and Breakers',
  content: '<p>Look here first.</p>',
  ...fields,
})

const addedBy = {
  user: { _id: 'admin-ada', name: 'Ada Lovelace' },
  added_by: 'Ada Lovelace',
  added_by_kind: 'admin' as const,
}

export const aChecklist = (fields: Partial<Checklist> = {}): Checklist => ({
  ...record,
  ...addedBy,
  _id: 'checklist-1',
  name: 'Departure',
  note: 'Walk around the trailer once more.',
  ...fields,
})

export const aMaintenanceItem = (fields: Partial<MaintenanceItem> = {}): MaintenanceItem => ({
  ...record,
  ...addedBy,
  _id: 'item-1',
  reminder_name: 'Inspect the roof',
  item_name: 'Roof sealant',
  due_date: '2027-04-10',
  note: 'Look for cracks around vents and skylights.',
  ...fields,
})
export const anAppImage = (fields: Partial<AppImage> = {}): AppImage => ({
  ...record,
  _id: 'image-1',
  url: 'http://localhost/files/sliders/1.jpg',
  seq_no: 1,
  code: SLIDER_CODE,
  ...fields,
})

export const aMenuItem = (fields: Partial<MenuItem> = {}): MenuItem => ({
  ...record,
  _id: 'menu-1',
  title: 'My RV',
  seq_no: 1,
  code: 7,
  icon: 'http://localhost/files/menu-icons/1.png',
  ...fields,
})

export const aSocialMedia = (fields: Partial<SocialMedia> = {}): SocialMedia => ({
  ...record,
  _id: 'social-1',
  name: 'Facebook',
  url: 'https://www.facebook.com/cedarhollowrv',
  icon: 'http://localhost/files/social-icons/1.png',
  ...fields,
})

export const aCmsPage = (fields: Partial<CmsPage> = {}): CmsPage => ({
  ...record,
  _id: 'page-1',
  title: 'About',
  content: '<p>Built to be taken out.</p>',
  code: 'about',
  ...fields,
})

const ada = { _id: 'admin-ada', name: 'Ada Lovelace', kind: 'admin' } as const

/** A change whose sentence, unless `parts` are given, is that of its maker and one text. */
export function aChange(fields: Partial<DescribedChange> = {}): DescribedChange {
  const { by = ada, title = 'Travel Trailer' } = fields
  const { sentence = `Ada Lovelace renamed RV type Travel to ${title}` } = fields
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
