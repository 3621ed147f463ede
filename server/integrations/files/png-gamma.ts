import sharp, { type Sharp } from 'sharp'
import { chunksOf } from './png.ts'

/** Chunks that say more exactly how colours are meant. */
const exact = new Set(['sRGB', 'iCCP', 'cICP'])
/** In hundred-thousandths; written by programs that mean sRGB. */
const USUAL = 45_455
const NEARLY = 1000
const GAMMA_BYTES = 4

/** The gamma that a PNG declares, or null if its colours are those of sRGB or of a profile. */
export function gammaOf(png: Uint8Array): number | null {
  let gamma: number | null = null
  for (const { name, data } of chunksOf(png)) {
    if (name === 'IDAT') return gamma
    if (exact.has(name)) return null
    if (name === 'gAMA' && data.length === GAMMA_BYTES) {
      const said = new DataView(data.buffer, data.byteOffset).getUint32(0)
      gamma = said === 0 || Math.abs(said - USUAL) <= NEARLY ? null : said / 100_000
    }
  }
  return null
}

/** The same picture in sRGB colours, which everything else assumes; transparency stays. */
export async function inSrgb(image: Sharp, gamma: number): Promise<Sharp> {
  const { depth, channels } = await image.metadata()
  const deep = depth === 'ushort'
  const space = channels < 3 ? 'grey16' : 'rgb16'
  const raw = deep ? image.toColourspace(space).raw({ depth: 'ushort' }) : image.raw()
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

/** The sRGB byte for an amount of light from 0 to 1. */
const srgb = (light: number) =>
  Math.round(255 * (light <= 0.003_130_8 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))
