import sharp, { type Sharp } from 'sharp'
import { IMAGE_MEGAPIXELS } from '#contract/file-fields.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import { gammaOf, inSrgb } from './png-gamma.ts'

// The decoder reports warnings when it releases a picture, which the cache would delay.
sharp.cache(false)

const MAX_PIXELS = IMAGE_MEGAPIXELS * 1_000_000

/** How each format is encoded: best quality first, then smaller ones. */
const encodings = {
  png: [(image: Sharp) => image.png(), (image: Sharp) => image.png({ palette: true })],
  jpeg: [85, 75, 60].map((quality) => (image: Sharp) => image.jpeg({ quality, mozjpeg: true })),
}
export type ImageFormat = keyof typeof encodings

export type ImageLimits = { formats: readonly ImageFormat[]; width: number; height: number; maxBytes: number }

/** Why a picture is refused: it has an unsupported format or too many pixels, or a part is missing or unreadable. */
export type ImageFault = { fault: 'kind' | 'cut' | 'unreadable' } | { fault: 'pixels'; width: number; height: number }

export type CleanImage = { bytes: Uint8Array; format: ImageFormat }

/**
 * Decodes a picture as leniently as a browser and encodes it again without metadata, scaled down to fit `width` x
 * `height` pixels and, if possible, `maxBytes`. JPEG stays JPEG, PNG stays PNG. Pixels are counted before decoding.
 */
export async function decodeImage(
  bytes: Uint8Array,
  { formats, width, height, maxBytes }: ImageLimits,
): Promise<CleanImage | ImageFault> {
  const found = find(bytes)
  if (!found || !formats.includes(found.format)) return { fault: 'kind' }
  if (found.width * found.height > MAX_PIXELS) return { fault: 'pixels', width: found.width, height: found.height }
  if (found.isCut) return { fault: 'cut' }
  const { format } = found
  const pixels = await shrink(found, width, height)
  if ('fault' in pixels) return pixels
  let encoded: Uint8Array = bytes
  for (const encode of encodings[format]) {
    encoded = await encode(pixels.clone()).toBuffer()
    if (encoded.byteLength <= maxBytes) break
  }
  return { bytes: encoded, format }
}

type Found = { format: ImageFormat; width: number; height: number; isCut: boolean; bytes: Uint8Array }

function find(bytes: Uint8Array): Found | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xd8) {
    const jpeg = readJpeg(bytes)
    return jpeg && { format: 'jpeg', ...jpeg }
  }
  if (first !== 0x89 || second !== 0x50) return null
  const png = readPng(bytes)
  return png && { format: 'png', isCut: false, ...png }
}

// What libjpeg and libpng say about data that ends too early, and about damaged data.
const MISSING = /premature end|instead of RST|not enough/i
const CHANGED = /bad (Huffman|arithmetic) code/i

/** Decodes a whole picture, upright and at most so large. */
async function shrink({ bytes, format }: Found, width: number, height: number): Promise<Sharp | ImageFault> {
  const said: string[] = []
  // A JPEG that lacks a part only causes a warning; a PNG is not decoded.
  const failOn = format === 'jpeg' ? 'none' : 'truncated'
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn })
    .on('warning', (warning: string) => said.push(warning))
    // The orientation is part of the metadata, so the pixels are rotated instead.
    .autoOrient()
    .resize(width, height, { fit: 'inside', withoutEnlargement: true })
  const gamma = format === 'png' ? gammaOf(bytes) : null
  const decoded = await (gamma === null ? toPixels(image) : inSrgb(image, gamma)).catch(() => null)
  if (said.some((warning) => MISSING.test(warning))) return { fault: 'cut' }
  if (!decoded || said.some((warning) => CHANGED.test(warning))) return { fault: 'unreadable' }
  return decoded
}

async function toPixels(image: Sharp) {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}
