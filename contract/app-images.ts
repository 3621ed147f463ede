import { z } from 'zod'
import { seqNo, wholeNumber } from './fields.ts'
import { jpegOrPngImage } from './file-fields.ts'
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
    url_file: column.picture('Image', 'owners', 'url'),
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
  seq_no: seqNo,
  ...publishingFields,
})
/** On edit the picture may be left out and stays. */
export const appImageChanges = appImageFields.partial({ url: true })
export const appImage = record.extend({ url: z.string(), seq_no: z.int(), code: z.literal(SLIDER_CODE), ...publishing })
export type AppImage = z.output<typeof appImage>

/** Accepted from callers that send it; ignored. */
const code = { code: wholeNumber.optional() }
export const appImages = {
  ...recordCallsOf('admin/app_images', appImageKind, {
    fields: appImageFields.extend(code),
    changes: appImageChanges.extend(code),
    row: appImage,
    multipart: true,
  }),
}
