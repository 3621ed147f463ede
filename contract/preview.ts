import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { language } from './french.ts'
import { content } from './owner/content.ts'
import { answered } from './records.ts'

/** A number that may not be typed yet. */
const unfinished = z.int().nullable()

/** Records as the owners' calls return them; what a form lacks is null or empty. */
export const previewed = {
  app_images: content.sliderImages.output.shape.data.element.extend({ seq_no: unfinished }),
  menu_items: content.menuItems.output.shape.data.element.extend({ seq_no: unfinished, code: unfinished }),
  social_medias: content.socialMedias.output.shape.data.element,
  cms_pages: content.cmsPages.output.shape.data.element,
  manual_pages: content.manualPages.output.shape.data.element,
}
/** The kinds of records whose forms preview what owners will see. */
export type PreviewType = keyof typeof previewed
export const previewTypes = Object.keys(previewed) as [PreviewType, ...PreviewType[]]
export type Previewed<Type extends PreviewType = PreviewType> = z.output<(typeof previewed)[Type]>

const anyPreviewed = z.union([
  previewed.manual_pages,
  previewed.cms_pages,
  previewed.social_medias,
  previewed.menu_items,
  previewed.app_images,
])

export const preview = {
  /**
   * The record owners would get if these fields of a form were saved: a new record, or the one named by `_id` or by the
   * id field of the edit call. Nothing is saved. For kinds the app shows as a list, `others` are those owners get now,
   * up to a hundred, and `place` is how many of them come before it. With `language` the answer is in that language;
   * French that is not among these fields is the stored one.
   */
  preview: endpoint(
    'admin/preview',
    z.object({
      record_type: z.enum(previewTypes),
      fields: z.record(z.string().max(60), z.unknown()),
      language: language.optional(),
    }),
    answered(anyPreviewed).extend({ others: z.array(anyPreviewed), place: z.int() }),
    { richText: true },
  ),
}
