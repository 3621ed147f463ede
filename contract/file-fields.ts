import { z } from 'zod'

/** The largest accepted picture: more than common phones and cameras produce. */
export const IMAGE_MEGAPIXELS = 50

/** A PNG picture of at most `maxKilobytes`. The browser checks the file's name; the server also checks its bytes. */
export const pngImage = (maxKilobytes: number) => image(['image/png'], imageMessages.notPng, maxKilobytes)

/** A JPEG or PNG picture of at most `maxKilobytes`. */
export const jpegOrPngImage = (maxKilobytes: number) =>
  image(['image/jpeg', 'image/png'], imageMessages.notJpegOrPng, maxKilobytes)

/** The same, but optional: an empty text removes the current picture. */
export const optionalImage = (picture: ReturnType<typeof image>) =>
  z.preprocess((sent: File | '' | null) => (sent === '' ? null : sent), picture.nullable()).optional()

const image = (types: string[], notSuch: string, maxKilobytes: number) =>
  z
    .file({ error: notSuch })
    .check(({ value: file, issues }) => {
      const type = typeOf(file)
      // A browser knows no type for a name without an extension; the server detects the type itself.
      if (types.includes(type) || !type) return
      const message = [notSuch, adviceOn(type, types.includes('image/jpeg') ? 'JPEG' : 'PNG')].filter(Boolean).join(' ')
      issues.push({ code: 'invalid_value', values: types, input: file, message, continue: false })
    })
    .max(maxKilobytes * 1024, imageMessages.tooLarge(maxKilobytes))
    // Otherwise the call's description would not name the types.
    .meta({ anyOf: types.map((contentMediaType) => ({ contentMediaType })) })

/** An animated PNG shows its first picture where others are still, and many browsers do not know HEIC. */
function typeOf({ type, name }: File) {
  if (type === 'image/apng') return 'image/png'
  return type || (/\.hei[cf]$/i.test(name) ? 'image/heic' : '')
}

const otherKinds: Record<string, string> = {
  'image/heic': 'HEIC',
  'image/heif': 'HEIC',
  'image/heic-sequence': 'HEIC',
  'image/heif-sequence': 'HEIC',
  'image/avif': 'AVIF',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'image/tiff': 'TIFF',
  'image/bmp': 'BMP',
}

/** What an unsupported picture is, and how to save it as a supported one; undefined for other files. */
function adviceOn(type: string, wanted: 'JPEG' | 'PNG') {
  const kind = otherKinds[type]
  if (kind === 'HEIC') return imageMessages.heic(wanted)
  return (
    kind &&
    `This is ${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind} picture. Open it in a picture program and save it as ${wanted}.`
  )
}

/** A PDF of at most `maxMegabytes`. The browser checks the file's name; the server opens it. */
export const pdfFile = (maxMegabytes: number) =>
  z
    .file({ error: pdfMessages.missing })
    .check(({ value: file, issues }) => {
      const most = maxMegabytes * 1024 * 1024
      // As above, a browser may not know the type.
      if (file.type && file.type !== PDF) {
        issues.push({ code: 'invalid_value', values: [PDF], input: file, message: pdfMessages.notPdf(file) })
      } else if (file.size > most) {
        const message = pdfMessages.tooLarge(maxMegabytes)
        issues.push({ code: 'too_big', origin: 'file', maximum: most, input: file, message })
      }
    })
    // Otherwise the call's description would not name the type.
    .meta({ contentMediaType: PDF })

const PDF = 'application/pdf'

export const pdfMessages = {
  missing: 'Please choose a PDF file.',
  notPdf: ({ name }: File) => `${name} is not a pdf file`,
  locked: ({ name }: File) => `${name} is locked by a password. Please upload a file that opens without one.`,
  tooLarge: (megabytes: number) => `File size should not be more than ${megabytes} MB`,
}

export const imageMessages = {
  notPng: 'Upload valid image. Only PNG are allowed.',
  notJpegOrPng: 'Upload valid image. Only JPG, JPEG or PNG are allowed.',
  cut: 'This picture is damaged. Part of it is missing.',
  unreadable: 'This picture is damaged. Part of it cannot be read.',
  heic: (wanted: 'JPEG' | 'PNG') =>
    `This is a HEIC picture. To save it as ${wanted}: on an iPhone, hold it in Files and choose Quick Actions, Convert Image; on a Mac, choose File, Export in Preview; on Windows, choose Save as in Photos.`,
  tooManyPixels: ({ width, height }: { width: number; height: number }) =>
    `This picture has too many pixels: ${width}x${height}. At most ${IMAGE_MEGAPIXELS} megapixels are allowed.`,
  tooSlow: 'This picture takes too long to read. Open it in a picture program, save it again and upload that file.',
  tooLarge: (kilobytes: number) =>
    `File size should not be more than ${kilobytes % 1024 ? `${kilobytes} KB` : `${kilobytes / 1024} MB`}`,
}
