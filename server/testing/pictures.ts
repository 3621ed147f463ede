import { crc32 } from 'node:zlib'
import sharp from 'sharp'

type Picture = { width?: number; height?: number; format?: 'png' | 'jpeg'; name?: string }

/** A picture as a camera makes it, including metadata. */
export async function aPicture({ width = 100, height = width, format = 'png', name = `me.${format}` }: Picture = {}) {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#3a6' } })
    .toFormat(format)
    .withMetadata({ exif: { IFD0: { Copyright: 'somebody' } } })
    .toBuffer()
  return new File([new Uint8Array(bytes)], name, { type: `image/${format}` })
}

/** A picture with so many different pixels that little can be left out unnoticed. */
export const aPhoto = (width = 90, height = 70) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 25 } },
  })

/** A chunk of a PNG. */
export function pngChunk(name: string, data: Uint8Array = Buffer.alloc(0)) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A form as a browser sends it. */
export function formOf(fields: Record<string, string | number | File>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof File) form.append(name, value)
    else form.append(name, String(value))
  }
  return form
}
