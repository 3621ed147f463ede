import sharp, { type Sharp } from 'sharp'

/** Enough for what phones take by default; decoded it fits well into memory. */
const MAX_PIXELS = 16_000_000

/** What each format is encoded as: the best first, then what takes fewer bytes. */
const encodings = {
  png: [(image: Sharp) => image.png(), (image: Sharp) => image.png({ palette: true })],
  jpeg: [85, 75, 60].map((quality) => (image: Sharp) => image.jpeg({ quality, mozjpeg: true })),
}
export type ImageFormat = keyof typeof encodings

export type ImageLimits = { formats: readonly ImageFormat[]; width: number; height: number; maxBytes: number }

/**
 * Decodes a picture and encodes it anew without its metadata, fitting into `width` x `height` pixels and, where that
 * can be done, into `maxBytes`. JPEG stays JPEG, PNG stays PNG. Gives null when the bytes are no whole picture in one
 * of the `formats`, or one of more than sixteen million pixels, which is known before it is decoded.
 */
export async function cleanImage(
  bytes: Uint8Array,
  { formats, width, height, maxBytes }: ImageLimits,
): Promise<{ bytes: Uint8Array; format: ImageFormat } | null> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning' })
    const found = (await image.metadata()).format
    const format = formats.find((format) => format === found)
    if (!format) return null
    // How the camera was held goes with the metadata, so the picture itself is turned.
    const fitted = image.autoOrient().resize(width, height, { fit: 'inside', withoutEnlargement: true })
    let encoded: Uint8Array = bytes
    for (const encode of encodings[format]) {
      encoded = await encode(fitted.clone()).toBuffer()
      if (encoded.byteLength <= maxBytes) break
    }
    return { bytes: encoded, format }
  } catch {
    return null
  }
}
