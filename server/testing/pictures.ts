import sharp from 'sharp'

type Picture = { width?: number; height?: number; format?: 'png' | 'jpeg'; name?: string }

/** A picture as a camera makes it, metadata included. */
export async function aPicture({ width = 100, height = width, format = 'png', name = `me.${format}` }: Picture = {}) {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#3a6' } })
    .toFormat(format)
    .withMetadata({ exif: { IFD0: { Copyright: 'somebody' } } })
    .toBuffer()
  return new File([new Uint8Array(bytes)], name, { type: `image/${format}` })
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
