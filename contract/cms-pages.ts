import { z } from 'zod'
import { editFields } from './edit-fields.ts'
import { endpoint } from './endpoint.ts'
import { optionalText, richText, text } from './fields.ts'
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
import { recordCallsOf } from './record-calls.ts'
import { edited, record, saved, withWarning } from './records.ts'
import { plainCode } from './rules.ts'

export const cmsPageKind = recordKind({
  noun: ['CMS page', 'CMS pages'],
  name: 'CMS Page',
  entity: 'CMS data',
  key: 'cms_page_id',
  tag: 'CMS Pages',
  about: 'Pages of text in the app, such as About.',
  help: 'The pages of text in the app, such as its terms and the privacy policy.',
  columns: {
    title: column.inFrench(column.keyed('Title', 'owners', 'About')),
    content: column.inFrench(column.richText('Content', 'owners', '<p>Built to be taken out.</p>', { videos: true })),
    code: column.keyed('Code', 'owners', 'about'),
    ...publishingColumns,
    ...laterEditsColumns,
  },
  title: ['title'],
  disambiguatedBy: [],
  unique: { columns: ['code'], thing: 'Code', field: 'code' },
  bulk: ['delete', 'restore'],
  set: [],
})

/** The codes the app looks for. */
export const cmsPageCodes = ['about', 'terms', 'privacy', 'help'] as const

/** The key the app finds a page by ('about', 'terms'). It never changes. Numbers are accepted as digits. */
const pageCode = z
  .union([z.string(), z.number()], { error: 'Code cannot be empty.' })
  .transform(String)
  .pipe(
    text('Code cannot be empty.', 50, plainCode).refine(
      (code) => /^[\w-]*$/.test(code),
      'Please use letters, digits, dashes and underscores only.',
    ),
  )

export const cmsPageFields = z.object({
  title: text('Title cannot be empty.', 100),
  title_fr: optionalText(100),
  content: richText,
  content_fr: richText,
  ...publishingFields,
  ...laterEditsFields,
})
export const newCmsPage = cmsPageFields.extend({ code: pageCode })
export const cmsPage = record.extend({
  title: z.string().meta({ description: 'The heading of the page.' }),
  title_fr: z.string(),
  ...frenchState,
  /** The addresses of its pictures are full ones. */
  content: z.string().meta({ description: 'The text of the page, as clean HTML.' }),
  content_fr: z.string(),
  code: z.string().meta({ description: 'A fixed name by which the app knows the page.' }),
  ...publishing,
  ...laterEdits,
})
export type CmsPage = z.output<typeof cmsPage>

export const cmsPages = {
  ...recordCallsOf('admin/cms_pages', cmsPageKind, { fields: newCmsPage, row: cmsPage }),
  add: endpoint('admin/cms_pages/add', newCmsPage, withWarning(saved(cmsPage)), {
    change: 'add',
    once: true,
    richText: true,
  }),
  // The code is sent back unchanged.
  edit: endpoint(
    'admin/cms_pages/edit',
    editFields(cmsPageKind, cmsPageFields.extend({ code: pageCode.optional() })),
    withWarning(edited(cmsPage)),
    { change: 'edit', richText: true },
  ),
}
