import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { pngChunk } from '../../testing/pictures.ts'
import { decodeImage } from './decode-image.ts'

const limits = { formats: ['png'] as const, width: 100, height: 100, maxBytes: 100_000 }

const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

type Kind = { depth: 8 | 16; type: 0 | 2 | 3 | 4 | 6; gamma?: number; more?: [string, Buffer][] }
const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** A single-line PNG with these samples from 0 to 1 (for a palette: the greys of its colours). */
function png(samples: number[], { depth, type, gamma, more = [] }: Kind) {
  const width = type === 3 ? samples.length : samples.length / CHANNELS[type]
  const most = depth === 16 ? 65_535 : 255
  const line = type === 3 ? samples.map((_, place) => place) : samples.map((sample) => Math.round(sample * most))
  const bytes = line.flatMap((value) => (depth === 16 ? [value >> 8, value & 255] : [value]))
  const palette = samples.flatMap((sample) => Array<number>(3).fill(Math.round(sample * 255)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', Buffer.concat([number(width), number(1), Buffer.from([depth, type, 0, 0, 0])])),
    ...(gamma ? [pngChunk('gAMA', number(gamma))] : []),
    ...more.map(([name, data]) => pngChunk(name, data)),
    ...(type === 3 ? [pngChunk('PLTE', Buffer.from(palette)), pngChunk('tRNS', Buffer.from([255, 128]))] : []),
    pngChunk('IDAT', deflateSync(Buffer.from([0, ...bytes]))),
    pngChunk('IEND'),
  ])
}

/** The pixels of a picture as stored. */
async function kept(picture: Buffer) {
  const clean = await decodeImage(picture, limits)
  const { data, info } = await sharp('bytes' in clean ? clean.bytes : undefined)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: [...data], channels: info.channels }
}
// A linear half is 188 in sRGB.
const LINEAR = 100_000

it.each([8, 16] as const)('A PNG of %i bits that says another gamma is kept in the colours of sRGB', async (depth) => {
  expect((await kept(png([0, 0.5, 1], { depth, type: 2, gamma: LINEAR }))).pixels).toEqual([0, 188, 255])
  expect(
    (await kept(png([0, 0.5, 1], { depth, type: 0, gamma: LINEAR }))).pixels.filter((_, i) => i % 3 === 0),
  ).toEqual([0, 188, 255])
})

it.each([8, 16] as const)('What is transparent in a PNG of %i bits stays so', async (depth) => {
  expect((await kept(png([1, 0.5, 0, 0.5], { depth, type: 6, gamma: LINEAR }))).pixels).toEqual([255, 188, 0, 128])
  const { pixels, channels } = await kept(png([0.5, 0.25], { depth, type: 4, gamma: LINEAR }))
  expect([pixels[0], pixels[channels - 1]]).toEqual([188, 64])
})

it('A palette is converted with its transparency', async () => {
  const { pixels } = await kept(png([0, 0.5], { depth: 8, type: 3, gamma: LINEAR }))
  expect(pixels).toEqual([0, 0, 0, 255, 188, 188, 188, 128])
})

it('Pictures of the same content look the same whatever gamma they were encoded with', async () => {
  for (const gamma of [0.35, 0.55, 0.7, 1, 2.5]) {
    const light = 0.5 ** 2.2
    const picture = png([light ** gamma, 1, 0], { depth: 16, type: 2, gamma: gamma * 100_000 })
    expect([gamma, (await kept(picture)).pixels[0]]).toEqual([gamma, 128])
  }
})

it('The usual gamma, or a chunk that says more exactly what is meant, changes nothing', async () => {
  const plain = [0, 128, 255]
  const kind = { depth: 8, type: 2 } as const
  for (const more of [
    { gamma: 45_455 },
    { gamma: 45_000 },
    {},
    { gamma: LINEAR, more: [['sRGB', Buffer.from([0])]] as [string, Buffer][] },
    { gamma: 0 },
  ])
    expect((await kept(png([0, 128 / 255, 1], { ...kind, ...more }))).pixels).toEqual(plain)
})
