import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { content } from './owner/content.ts'
import { answered } from './records.ts'

/** The kinds of records whose forms show what owners will see. */
export const previewTypes = ['app_images', 'menu_items', 'social_medias', 'cms_pages', 'manual_pages'] as const
export type PreviewType = (typeof previewTypes)[number]

/** A number that is still to be typed. */
const unfinished = z.int().nullable()

/** Records as the owners' calls have them; what a form lacks is null or empty. */
export const previewed = {
  app_images: content.sliderImages.output.shape.data.element.extend({ seq_no: unfinished }),
  menu_items: content.menuItems.output.shape.data.element.extend({ seq_no: unfinished, code: unfinished }),
  social_medias: content.socialMedias.output.shape.data.element,
  cms_pages: content.cmsPages.output.shape.data.element,
  manual_pages: content.manualPages.output.shape.data.element,
}
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
   * The record that owners would get if these fields of a form were saved: of a new record, or of the one whose `_id` is among
   * them, or its id by the name that the call of the edit has for it. Nothing is saved. Of kinds that the app shows as a list, `others` are those that owners get now, up to a hundred,
   * and `place` is the number of them that come before it.
   */
  preview: endpoint(
    'admin/preview',
    z.object({ record_type: z.enum(previewTypes), fields: z.record(z.string().max(60), z.unknown()) }),
    answered(anyPreviewed).extend({ others: z.array(anyPreviewed), place: z.int() }),
    { richText: true },
  ),
}
