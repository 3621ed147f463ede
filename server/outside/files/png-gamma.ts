import sharp, { type Sharp } from 'sharp'

const PNG_HEAD = 8
/** Each chunk has four bytes for its length, its name and its checksum. */
const FIELD = 4
/** What says more exactly how colours are meant. */
const exact = new Set(['sRGB', 'iCCP', 'cICP'])
/** Written by programs that mean sRGB, in hundred-thousandths. */
const USUAL = 45_455
const NEARLY = 1000

/** The gamma that a PNG says it was encoded with, or null where its colours are those of sRGB or of a profile. */
export function gammaOf(png: Uint8Array): number | null {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  let gamma: number | null = null
  for (let at = PNG_HEAD; at + 3 * FIELD <= png.byteLength; ) {
    const length = view.getUint32(at)
    const name = String.fromCharCode(...png.subarray(at + FIELD, at + 2 * FIELD))
    if (name === 'IDAT' || exact.has(name)) return name === 'IDAT' ? gamma : null
    if (name === 'gAMA' && length === FIELD) {
      const said = view.getUint32(at + 2 * FIELD)
      gamma = said === 0 || Math.abs(said - USUAL) <= NEARLY ? null : said / 100_000
    }
    at += 3 * FIELD + length
  }
  return null
}

/** The same picture in the colours of sRGB, which is what all others take it for; what is transparent stays so. */
export async function inSrgb(image: Sharp, gamma: number): Promise<Sharp> {
  const { depth, channels } = await image.metadata()
  const deep = depth === 'ushort'
  const space = channels < 3 ? 'grey16' : 'rgb16'
  const raw = deep ? image.clone().toColourspace(space).raw({ depth: 'ushort' }) : image.clone().raw()
  const { data, info } = await raw.toBuffer({ resolveWithObject: true })
  const samples = deep ? new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2) : data
  const most = deep ? 65_535 : 255
  const shown = Uint8Array.from({ length: most + 1 }, (_, sample) => srgb((sample / most) ** (1 / gamma)))
  const alpha = info.channels % 2 === 0 ? info.channels - 1 : info.channels
  const converted = Uint8Array.from(samples, (sample, place) =>
    place % info.channels === alpha ? Math.round((sample * 255) / most) : (shown[sample] ?? 0),
  )
  return sharp(converted, { raw: { width: info.width, height: info.height, channels: info.channels } })
}

/** How sRGB writes an amount of light from 0 to 1, in a byte. */
const srgb = (light: number) =>
  Math.round(255 * (light <= 0.003_130_8 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))
