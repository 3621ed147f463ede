import { z } from 'zod'

/** A PNG picture of at most `maxKilobytes`. The browser checks the file's name; the server checks its bytes too. */
export const pngImage = (maxKilobytes: number) =>
  z
    .file({ error: imageMessages.notPng })
    .mime(['image/png'], { error: imageMessages.notPng, abort: true })
    .max(maxKilobytes * 1024, imageMessages.tooLarge(maxKilobytes))

/** A JPEG or PNG picture of at most `maxKilobytes`. */
export const jpegOrPngImage = (maxKilobytes: number) =>
  z
    .file({ error: imageMessages.notJpegOrPng })
    .mime(['image/jpeg', 'image/png'], { error: imageMessages.notJpegOrPng, abort: true })
    .max(maxKilobytes * 1024, imageMessages.tooLarge(maxKilobytes))

/** A PDF of at most `maxMegabytes`. The browser checks the file's name; the server opens it. */
export const pdfFile = (maxMegabytes: number) =>
  z
    .file({ error: pdfMessages.missing })
    .check(({ value: file, issues }) => {
      const most = maxMegabytes * 1024 * 1024
      if (file.type !== PDF) {
        issues.push({ code: 'invalid_value', values: [PDF], input: file, message: pdfMessages.notPdf(file) })
      } else if (file.size > most) {
        const message = pdfMessages.tooLarge(maxMegabytes)
        issues.push({ code: 'too_big', origin: 'file', maximum: most, input: file, message })
      }
    })
    // The description of the call would not name the type.
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
  tooLarge: (kilobytes: number) =>
    `File size should not be more than ${kilobytes % 1024 ? `${kilobytes} KB` : `${kilobytes / 1024} MB`}`,
}
