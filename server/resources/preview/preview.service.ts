import { z } from 'zod'
import { appImageFields, SLIDER_CODE } from '#contract/app-images.ts'
import { newCmsPage } from '#contract/cms-pages.ts'
import { id, RICH_TEXT_CHARACTERS } from '#contract/fields.ts'
import type { Language } from '#contract/french.ts'
import { kinds as described } from '#contract/kinds.ts'
import { manualPageFields } from '#contract/manual-pages.ts'
import { menuItemFields } from '#contract/menu-items.ts'
import { type Previewed, type PreviewType, previewed } from '#contract/preview.ts'
import type { RecordRow } from '#contract/records.ts'
import { socialMediaFields } from '#contract/social-medias.ts'
import { isoNow } from '../../clock.ts'
import { askPage, type List } from '../../db/lists/list-page.ts'
import { periodOf, publishedScope } from '../../db/lists/published.ts'
import { readCounts } from '../../db/lists/record-counts.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { inLanguage } from '../../records/in-french.ts'
import { appImageList } from '../app-images/app-images.repository.ts'
import { appImageRecords } from '../app-images/app-images.service.ts'
import { cmsPageRecords } from '../cms-pages/cms-pages.service.ts'
import { namesOfPlace } from '../manual-pages/manual-pages.repository.ts'
import { manualPageRecords } from '../manual-pages/manual-pages.service.ts'
import { menuItemList } from '../menu-items/menu-items.repository.ts'
import { menuItemRecords } from '../menu-items/menu-items.service.ts'
import type { Records } from '../records/records-of.ts'
import { withFiles } from '../records/with-files.ts'
import { socialMediaList } from '../social-medias/social-medias.repository.ts'
import { socialMediaRecords } from '../social-medias/social-medias.service.ts'

type Shape = Record<string, z.ZodType>
type Fields = Record<string, unknown>
/** A record of the office's list; a new one has no time yet. */
type Wire = Fields & { _id: string; created_at?: string; seq_no?: number | null }

type Kind = {
  records: Pick<Records<RecordRow, never, Deps>, 'find' | 'clean'>
  /** The fields of its form, and those that only a new record takes; without its picture and dates. */
  form: Shape
  fixed?: Shape
  /** The French of its fields, as far as a form has it. */
  french?: Shape
  /** A new, empty record. */
  empty: Fields
  /** The list in which the app shows it, beside others. */
  list?: List<never, RecordRow>
}

const { content, content_fr, manual_id, topic_id, subtopic_id } = manualPageFields.shape
const nowhere = { _id: '', name: '' }

const kinds: Record<PreviewType, Kind> = {
  app_images: {
    records: appImageRecords,
    form: { seq_no: appImageFields.shape.seq_no },
    // Only whether it is removed: a picture is not text.
    french: { url_fr: appImageFields.shape.url_fr },
    empty: { url: '', seq_no: null, code: SLIDER_CODE },
    list: appImageList,
  },
  menu_items: {
    records: menuItemRecords,
    form: { title: menuItemFields.shape.title, seq_no: menuItemFields.shape.seq_no },
    french: { title_fr: menuItemFields.shape.title_fr },
    empty: { title: '', seq_no: null, code: null, icon: null },
    list: menuItemList,
  },
  social_medias: {
    records: socialMediaRecords,
    form: { name: socialMediaFields.shape.name, url: socialMediaFields.shape.url },
    french: { url_fr: socialMediaFields.shape.url_fr },
    empty: { name: '', url: '', icon: '' },
    list: socialMediaList,
  },
  cms_pages: {
    records: cmsPageRecords,
    form: { title: newCmsPage.shape.title, content },
    french: { title_fr: newCmsPage.shape.title_fr, content_fr },
    fixed: { code: newCmsPage.shape.code },
    empty: { title: '', content: '', code: '' },
  },
  manual_pages: {
    records: manualPageRecords,
    form: { content },
    french: { content_fr },
    fixed: { manual_id, topic_id, subtopic_id },
    empty: { name: '', topic: '', subtopic: '', content: '' },
  },
}

/**
 * What owners would get in a language if these fields of a form were saved; see contract/preview.ts. Throws 404 and
 * 422.
 */
export async function previewOf(deps: Deps, type: PreviewType, fields: Fields, language: Language = 'en') {
  const { records, form, french = {}, fixed, empty, list } = kinds[type]
  const twins = Object.fromEntries(Object.entries(french).filter(([name]) => fields[name] !== undefined))
  const sent = fields._id || fields[described[type].key]
  const stored = sent ? ((await records.find(deps.db, idIn(sent))) as Wire) : undefined
  const typed = await records.clean(deps, taken({ ...form, ...twins }, fields, empty))
  const chosen = stored || !fixed ? {} : taken(fixed, fields, empty)
  const wire: Wire = {
    ...(stored ?? { ...empty, _id: '', updated_at: isoNow() }),
    ...typed,
    ...(type === 'manual_pages' && !stored ? await placeOf(deps.db, chosen) : chosen),
  }
  const { others, place } = await among(deps.db, type, list, wire)
  const [data, ...seen] = await asOwnersGetThem(deps, type, [wire, ...others], language)
  return { data: data as Previewed, others: seen, place }
}

function idIn(sent: unknown) {
  const { data, error } = id.safeParse(sent)
  if (error) throw refused('fields', error.issues[0]?.message ?? '')
  return data
}

/** The fields as their form takes them; refused or missing ones are empty. Throws 422 for a text beyond its limit. */
const taken = (form: Shape, fields: Fields, empty: Fields) =>
  Object.fromEntries(
    Object.entries(form).map(([name, schema]) => {
      const { success, data, error } = z.safeParse(schema, fields[name])
      const isTooLong =
        (schema === content || schema === content_fr) && String(fields[name]).length > RICH_TEXT_CHARACTERS
      if (!success && isTooLong) throw refused(name, error.issues[0]?.message ?? '', 'too_long')
      return [name, success ? data : (empty[name] ?? (name === 'seq_no' ? null : ''))]
    }),
  )

/** The manual, topic and sub topic chosen for a new page, with their names. */
async function placeOf(db: Db, chosen: Fields) {
  const ids = chosen as Record<'manual_id' | 'topic_id' | 'subtopic_id', string>
  const names = await namesOfPlace(db, ids)
  const of = (_id: string, name: string) => (_id ? { _id, name } : nowhere)
  return {
    manual_id: of(ids.manual_id, names.name),
    topic_id: of(ids.topic_id, names.topic),
    subtopic_id: of(ids.subtopic_id, names.subtopic),
    ...names,
  }
}

/** Only what the owners' call says, with the files. */
async function asOwnersGetThem(
  deps: Deps,
  type: PreviewType,
  records: Fields[],
  language: Language,
): Promise<Previewed[]> {
  const read = await inLanguage(deps.db, type, records, language)
  return (await withFiles(deps, type, read)).map((record) => previewed[type].parse(record))
}

/** As many as anyone looks at. */
const MOST_OTHERS = 100
/** For a record yet to be added: the newest. */
const NOT_YET = '9999'

/** The others of a list that owners get now, and how many of them come before this one. */
async function among(
  db: Db,
  type: PreviewType,
  list: Kind['list'],
  record: Wire,
): Promise<{ others: Wire[]; place: number }> {
  if (!list) return { others: [], place: 0 }
  const input = { page: 1, per_page: MOST_OTHERS, is_deleted: false, filters: {} }
  const { stamp } = await readCounts(db, list.table, [])
  const { since } = await periodOf(db, [list.table], stamp)
  const { read } = await askPage(db, list, input, publishedScope(list, since))
  const others = ((await read()).data as object[] as Wire[]).filter(({ _id }) => _id !== record._id)
  const isFirst = type === 'social_medias' ? isNewer : isEarlier
  return { others, place: others.filter((other) => isFirst(other, record)).length }
}

const timeOf = ({ created_at = NOT_YET }: Wire) => created_at

/** The order of newestFirst. */
const isNewer = (one: Wire, other: Wire) =>
  timeOf(one) === timeOf(other) ? one._id > other._id : timeOf(one) > timeOf(other)

/** The order of inSequence; without a number it comes last. */
function isEarlier(one: Wire, other: Wire) {
  const [first, second] = [one, other].map(({ seq_no }) => seq_no ?? Number.MAX_SAFE_INTEGER) as [number, number]
  if (first !== second) return first < second
  return timeOf(one) === timeOf(other) ? one._id < other._id : timeOf(one) > timeOf(other)
}
