import { fitImage } from '#web/ui/image/fit-image.ts'

type Limits = { maxBytes: number; longestSide: number }

/**
 * Turns a picture into one that can be uploaded: whole, within these limits of pixels and bytes, and JPEG or PNG.
 * Rejects as fitImage does.
 */
export async function fitUpload(picture: File, { maxBytes, longestSide }: Limits): Promise<File> {
  const { width, height } = await sizeOf(picture)
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const { after } = await fitImage(picture, {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    // Only JPEG has no transparency.
    type: picture.type === 'image/jpeg' ? 'image/jpeg' : 'image/png',
    maxBytes,
  })
  return after
}

/** The size of a picture in pixels; of what cannot be read, fitImage says why. */
async function sizeOf(picture: File) {
  const address = URL.createObjectURL(picture)
  try {
    const image = new Image()
    image.src = address
    await image.decode().catch(() => {})
    return { width: image.naturalWidth || 1, height: image.naturalHeight || 1 }
  } finally {
    URL.revokeObjectURL(address)
  }
}
