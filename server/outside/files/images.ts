import sharp from 'sharp'

const MOST_PIXELS = 4_000_000

/**
 * Decodes a PNG and encodes it anew without its metadata, no larger than `side` pixels on either side.
 * Gives null when the bytes are no whole PNG, or one of more than four million pixels.
 */
export async function cleanPng(bytes: Uint8Array, side: number): Promise<Uint8Array | null> {
  try {
    const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning' })
    if ((await image.metadata()).format !== 'png') return null
    return await image.resize(side, side, { fit: 'inside', withoutEnlargement: true }).png().toBuffer()
  } catch {
    return null
  }
}
