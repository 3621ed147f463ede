import { DEFAULT_THEME } from '@mantine/core'

/** The required size in pixels, type and maximum file size of an image. */
export type ImageFit = { width: number; height: number; type: 'image/png' | 'image/jpeg'; maxBytes: number }

/** A fitted image, with its original and the size of that in pixels. */
export type FittedImage = { before: File; width: number; height: number; after: File }

/** Decoding more pixels needs too much memory. */
const MAX_PIXELS = 100_000_000
const HEIC = 'This browser cannot read HEIC pictures. Please save it as JPEG first.'
const QUALITIES = [0.9, 0.8, 0.7, 0.55, 0.4]
const SMALLER = 0.8

/**
 * Crops an image around its center, resizes it and lowers the quality until it meets the size limit; only if no quality
 * does, it becomes smaller than required. Throws an Error with a message for the user when that fails, or when the
 * image is cut.
 */
export async function fitImage(before: File, fit: ImageFit): Promise<FittedImage> {
  const address = URL.createObjectURL(before)
  try {
    const image = new Image()
    image.src = address
    await image.decode().catch(async () => {
      throw new Error((await isHeic(before)) ? HEIC : 'This file cannot be read as a picture.')
    })
    const { naturalWidth: width, naturalHeight: height } = image
    if (width * height > MAX_PIXELS) throw new Error('This picture has too many pixels to be fitted here.')
    if (await isCut(before, image)) throw new Error('This picture is damaged. Part of it is missing.')
    const name = `${before.name.replace(/\.[^.]*$/, '')}.${fit.type === 'image/png' ? 'png' : 'jpg'}`
    const after = new File([await encodeWithin(image, fit)], name, { type: fit.type })
    return { before, width, height, after }
  } finally {
    URL.revokeObjectURL(address)
  }
}

async function encodeWithin(image: HTMLImageElement, fit: ImageFit): Promise<Blob> {
  for (let scale = 1; scale > 0.1; scale *= SMALLER) {
    const canvas = draw(image, Math.round(fit.width * scale), Math.round(fit.height * scale), fit.type)
    // PNG is lossless: there is no quality to lower.
    for (const quality of fit.type === 'image/png' ? [1] : QUALITIES) {
      const encoded = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, fit.type, quality))
      if (encoded && encoded.size <= fit.maxBytes) return encoded
    }
  }
  throw new Error('This picture could not be made to fit.')
}

function draw(image: HTMLImageElement, width: number, height: number, type: ImageFit['type']) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser cannot fit pictures.')
  if (type === 'image/jpeg') {
    // A JPEG has no transparency: without a background, transparent parts turn black.
    pen.fillStyle = DEFAULT_THEME.white
    pen.fillRect(0, 0, width, height)
  }
  pen.imageSmoothingQuality = 'high'
  const { naturalWidth, naturalHeight } = image
  const scale = Math.max(width / naturalWidth, height / naturalHeight)
  const [drawnWidth, drawnHeight] = [naturalWidth * scale, naturalHeight * scale]
  pen.drawImage(image, (width - drawnWidth) / 2, (height - drawnHeight) / 2, drawnWidth, drawnHeight)
  return canvas
}

/** By its bytes: files from phones are often named as if they were JPEG. */
async function isHeic(file: File) {
  const head = await file.slice(4, 12).text()
  return /^ftyp(he[iv][cmsx]|mif1|msf1)/.test(head)
}

/** Whether a browser has filled in what a picture lacks. Fitted, it would look whole to the server. */
async function isCut(file: File, image: HTMLImageElement) {
  if (file.type === 'image/png') return !new TextDecoder('latin1').decode(await file.arrayBuffer()).includes('IEND')
  if (file.type !== 'image/jpeg') return false
  // Only a JPEG has no transparent pixels of its own.
  const canvas = document.createElement('canvas')
  const { naturalWidth: width, naturalHeight: height } = image
  Object.assign(canvas, { width, height: 1 })
  const pen = canvas.getContext('2d')
  pen?.drawImage(image, 0, height - 1, width, 1, 0, 0, width, 1)
  return pen?.getImageData(0, 0, width, 1).data.some((value, place) => place % 4 === 3 && value < 255) ?? false
}
