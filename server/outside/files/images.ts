import sharp, { type Sharp } from 'sharp'
import { gammaOf, inSrgb } from './png-gamma.ts'

/** More than the pictures of common phones have, and small enough to decode in memory. */
const MAX_PIXELS = 16_000_000

/** How each format is encoded: the best quality first, then smaller ones. */
const encodings = {
  png: [(image: Sharp) => image.png(), (image: Sharp) => image.png({ palette: true })],
  jpeg: [85, 75, 60].map((quality) => (image: Sharp) => image.jpeg({ quality, mozjpeg: true })),
}
export type ImageFormat = keyof typeof encodings

export type ImageLimits = { formats: readonly ImageFormat[]; width: number; height: number; maxBytes: number }

/**
 * Decodes a picture and encodes it again without metadata, scaled down to fit `width` x `height` pixels and, if
 * possible, `maxBytes`. JPEG stays JPEG, PNG stays PNG. Resolves to null for bytes that are not a complete picture in
 * one of the `formats`, or that have more than 16 million pixels, which is checked before decoding.
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
    // The orientation is part of the metadata, so the pixels are rotated instead.
    const resized = image.autoOrient().resize(width, height, { fit: 'inside', withoutEnlargement: true })
    const gamma = format === 'png' ? gammaOf(bytes) : null
    const fitted = gamma === null ? resized : await inSrgb(resized, gamma)
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
