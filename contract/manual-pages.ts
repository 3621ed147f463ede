import { z } from 'zod'
import { editFields } from './edit-fields.ts'
import { endpoint } from './endpoint.ts'
import { choice, id, richText, webAddress } from './fields.ts'
import { jpegOrPngImage } from './file-fields.ts'
import { frenchState } from './french.ts'
import { column, recordKind } from './kind.ts'
import {
  laterEdits,
  laterEditsColumns,
  laterEditsFields,
  publishing,
  publishingColumns,
  publishingFields,
} from './publishing.ts'
import {
  done,
  edited,
  getOf,
  listInput,
  pageOf,
  record,
  reference,
  said,
  saved,
  which,
  withWarning,
} from './records.ts'

const messages = { manual: 'Please select Manual', topic: 'Please select Topic', subTopic: 'Please select Sub Topic' }

export const manualPageKind = recordKind({
  noun: ['manual page', 'manual pages'],
  name: 'Manual Page',
  key: 'manual_page_id',
  tag: 'Manual Pages',
  about: 'The pages of the manuals, and the pictures in them.',
  help: 'The pages of the owner’s manuals: one text for each manual, topic and sub topic.',
  columns: {
    manual_id: {
      ...column.reference('Manual', 'owners', 'manuals', {
        shownAs: 'name',
        isParent: true,
        hiddenWith: true,
        choose: messages.manual,
      }),
      copied: false,
    },
    topic_id: column.reference('Topic', 'owners', 'topics', {
      shownAs: 'topic',
      isParent: true,
      deletedWith: true,
      choose: messages.topic,
    }),
    subtopic_id: column.reference('Sub Topic', 'owners', 'sub_topics', {
      shownAs: 'subtopic',
      isParent: true,
      deletedWith: true,
      choose: messages.subTopic,
      shares: ['topic_id'],
    }),
    content: column.inFrench(column.keyedRichText('Content', 'owners', '<p>Look here first.</p>')),
    ...publishingColumns,
    ...laterEditsColumns,
  },
  title: ['topic_id', 'subtopic_id'],
  alsoFoundBy: ['name'],
  disambiguatedBy: ['manual_id'],
  unique: { columns: ['manual_id', 'topic_id', 'subtopic_id'], thing: 'Manual Page', field: 'subtopic_id' },
  bulk: ['delete', 'restore'],
  set: ['manual_id'],
  notSet: ['publish_at', 'unpublish_at', 'edits_at'],
})

export const PAGE_IMAGE_MEGABYTES = 10
/** The most pixels on each side of a stored picture. */
export const PAGE_IMAGE_SIDE = 1600
/** The refusal of an address that yields no picture. */
export const NO_PICTURE_THERE =
  'One picture was left out, because it could not be fetched from its server. Save it and insert it as a file.'

export const manualPageFields = z.object({
  manual_id: choice(messages.manual),
  topic_id: choice(messages.topic),
  subtopic_id: choice(messages.subTopic),
  content: richText,
  content_fr: richText,
  ...publishingFields,
  ...laterEditsFields,
})
/** A manual's page about one sub topic. The three names repeat those of the references, for lists. */
export const manualPage = record.extend({
  manual_id: reference.meta({ description: 'The manual that it belongs to.' }),
  name: z.string().meta({ description: 'What its manual is called: its RV type and model year.' }),
  topic_id: reference.meta({ description: 'The chapter.' }),
  topic: z.string().meta({ description: 'The name of the chapter.' }),
  subtopic_id: reference.meta({ description: 'The section.' }),
  subtopic: z.string().meta({ description: 'The name of the section.' }),
  content: z.string().meta({ description: 'The text of the page, as clean HTML.' }),
  content_fr: z.string(),
  ...frenchState,
  ...publishing,
  ...laterEdits,
  /** Whether it belongs to a model year in preparation, which owners do not see. */
  is_prepared: z.boolean(),
})
export type ManualPage = z.output<typeof manualPage>

const whichPage = which('manual_page_id')
// A page cannot move, so these fields need not be sent again.
const editedFields = manualPageFields.partial({ manual_id: true, topic_id: true, subtopic_id: true })

const stored = said.extend({ url: z.string(), data: z.object({ url: z.string() }) })

export const manualPages = {
  list: endpoint('admin/manuals_pages/list', listInput.extend({ manual_id: id.optional() }), pageOf(manualPage)),
  get: getOf('admin/manuals_pages/get', 'manual_page_id', manualPage),
  add: endpoint('admin/manuals_pages/add_page', manualPageFields, withWarning(saved(manualPage)), {
    change: 'add',
    once: true,
    richText: true,
  }),
  edit: endpoint(
    'admin/manuals_pages/edit_page',
    editFields(manualPageKind, editedFields),
    withWarning(edited(manualPage)),
    {
      change: 'edit',
      richText: true,
    },
  ),
  delete: endpoint('admin/manuals_pages/delete', whichPage, done, { change: 'delete' }),
  restore: endpoint('admin/manuals_pages/restore', whichPage, done, { change: 'restore' }),
  /** Stores a picture for a page's text and returns its address. */
  upload: endpoint(
    'admin/manuals_pages/upload',
    z.object({ image: jpegOrPngImage(PAGE_IMAGE_MEGABYTES * 1024) }),
    stored,
    { multipart: true, megabytes: PAGE_IMAGE_MEGABYTES, forEditor: true },
  ),
  /** Stores a copy of a picture from another server, such as one in a pasted text, and returns its address. */
  fetch: endpoint(
    'admin/manuals_pages/fetch_picture',
    z.object({ url: webAddress(NO_PICTURE_THERE, NO_PICTURE_THERE, 2000) }),
    stored,
    { forEditor: true },
  ),
}
