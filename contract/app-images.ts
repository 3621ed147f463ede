import { z } from 'zod'
import { placeInOrder, seqNo, wholeNumber } from './fields.ts'
import { jpegOrPngImage, optionalImage } from './file-fields.ts'
import { column, recordKind } from './kind.ts'
import { publishing, publishingColumns, publishingFields } from './publishing.ts'
import { recordCallsOf } from './record-calls.ts'
import { record } from './records.ts'

export const appImageKind = recordKind({
  noun: ['slider image', 'slider images'],
  name: 'Slider Image',
  entity: 'Image',
  key: 'app_image_id',
  tag: 'Slider Images',
  about: 'The pictures that the app shows at its start.',
  help: 'The pictures that owners swipe through at the start of the app, in the order of their sequence numbers.',
  columns: {
    url_file: column.inFrench(column.picture('Image', 'owners', 'url')),
    seq_no: column.number('Sequence No.', 'owners'),
    ...publishingColumns,
  },
  title: ['seq_no'],
  titlePrefix: 'slider image',
  disambiguatedBy: [],
  sequence: {},
  bulk: ['delete', 'restore'],
  set: [],
})

export const SLIDER_KILOBYTES = 300
/** The `code` of every slider image. */
export const SLIDER_CODE = 3

/** Slider images are called app images on the wire. */
export const appImageFields = z.object({
  url: jpegOrPngImage(SLIDER_KILOBYTES),
  url_fr: optionalImage(jpegOrPngImage(SLIDER_KILOBYTES)),
  seq_no: seqNo,
  ...publishingFields,
})
/** An edit may leave the picture out to keep it. */
export const appImageChanges = appImageFields.partial({ url: true })
export const appImage = record.extend({
  url: z.string().meta({ description: 'The address of the picture.' }),
  /** The picture for readers of French, or null. */
  url_fr: z.string().nullable(),
  seq_no: placeInOrder,
  code: z.literal(SLIDER_CODE).meta({ description: 'A fixed name by which the app knows the place of the picture.' }),
  ...publishing,
})
export type AppImage = z.output<typeof appImage>

/** Accepted but ignored. */
const code = { code: wholeNumber.optional() }
export const appImages = {
  ...recordCallsOf('admin/app_images', appImageKind, {
    fields: appImageFields.extend(code),
    changes: appImageChanges.extend(code),
    row: appImage,
    multipart: true,
  }),
}
