import { deflateSync } from 'node:zlib'
import sharp, { type JpegOptions } from 'sharp'
import { describe, expect, it } from 'vitest'
import { aPhoto, pngChunk } from '../../testing/pictures.ts'
import { decodeImage } from './decode-image.ts'
import { readPng } from './png.ts'

const limits = { formats: ['jpeg', 'png'] as const, width: 1600, height: 1600, maxBytes: 1_000_000 }
const END = Buffer.from([0xff, 0xd9])
const CUT = { fault: 'cut' }

const jpeg = (options: JpegOptions = {}) =>
  aPhoto()
    .jpeg({ quality: 60, ...options })
    .toBuffer()
const decode = (picture: Uint8Array) => decodeImage(picture, limits)
const taken = { bytes: expect.any(Uint8Array), format: expect.any(String) }
/** The same bytes with others inserted before `at`, which counts from the end if negative. */
const inserted = (bytes: Buffer, at: number, ...more: number[]) =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from(more), bytes.subarray(at)])
const markerIn = (bytes: Buffer, marker: number) => bytes.indexOf(Buffer.from([0xff, marker]))

const kinds: [string, JpegOptions][] = [
  ['a baseline JPEG', {}],
  ['one with all of its colours', { chromaSubsampling: '4:4:4' }],
  ['a progressive JPEG', { progressive: true }],
  ['one as mozjpeg makes it', { mozjpeg: true }],
]

describe.each(kinds)('of %s', (_kind, options) => {
  it('a missing end marker changes nothing', async () => {
    const whole = await jpeg(options)
    const answer = await decode(whole)
    expect(answer).toEqual(taken)
    expect(await decode(whole.subarray(0, -1))).toEqual(answer)
    expect(await decode(whole.subarray(0, -2))).toEqual(answer)
  })

  it('any other missing end is told', async () => {
    const whole = await jpeg(options)
    const firstScan = markerIn(whole, 0xda)
    const ends = Array.from({ length: 40 }, (_, step) => 3 + Math.floor((step * (whole.length - firstScan)) / 40))
    for (const missing of [...ends, 4, 5, 6])
      expect([missing, await decode(whole.subarray(0, -missing))]).toEqual([missing, CUT])
  })

  it('a missing end is told where an end marker has been put after it', async () => {
    const whole = await jpeg(options)
    for (const missing of [3, 4, 10, 40]) {
      expect([missing, await decode(Buffer.concat([whole.subarray(0, -missing), END]))]).toEqual([missing, CUT])
    }
  })

  it('stray bytes before a marker, after the picture and after its end change nothing', async () => {
    const whole = await jpeg(options)
    const answer = await decode(whole)
    for (const marker of [0xdb, 0xc4, 0xda]) {
      expect(await decode(inserted(whole, markerIn(whole, marker), 0, 1, 0xff, 0, 2))).toEqual(answer)
    }
    expect(await decode(inserted(whole, -2, 0, 0, 0))).toEqual(answer)
    expect(await decode(Buffer.concat([whole, Buffer.from('MotionPhoto_Data'), whole.subarray(0, 900)]))).toEqual(
      answer,
    )
  })
})

describe('a JPEG', () => {
  it("may have the parameters of Samsung's scans, with a missing end marker and stray bytes as well", async () => {
    const whole = await jpeg()
    const answer = await decode(whole)
    const odd = Buffer.from(whole)
    const scan = markerIn(odd, 0xda)
    // After the marker, the length, the number of components and two bytes for each.
    odd.set([0, 0, 0], scan + 2 + 2 + 1 + 6)
    expect(odd).not.toEqual(whole)
    for (const one of [odd, odd.subarray(0, -2), inserted(odd, scan, 1, 2, 3)])
      expect(await decode(one)).toEqual(answer)
    expect(await decode(odd.subarray(0, -40))).toEqual(CUT)
    expect(await decode(inserted(odd, scan, 1, 2, 3).subarray(0, -40))).toEqual(CUT)
  })

  it('is cut where it ends between its scans', async () => {
    const whole = await jpeg({ progressive: true })
    const scans: number[] = []
    for (let at = markerIn(whole, 0xda); at >= 0; at = whole.indexOf(Buffer.from([0xff, 0xda]), at + 2)) scans.push(at)
    expect(scans.length).toBeGreaterThan(5)
    for (const at of scans) expect(await decode(whole.subarray(0, at))).toEqual(CUT)
    expect(await decode(Buffer.concat([whole.subarray(0, scans[1]), END]))).toEqual(CUT)
  })

  it('whose data have changed is told from one that is cut', async () => {
    const whole = await jpeg({ optimiseCoding: false })
    const start = markerIn(whole, 0xda) + 30
    // No code begins with so many ones.
    for (let at = start; at < start + 40; at += 2) whole.set([0xff, 0x00], at)
    expect(await decode(whole)).toEqual({ fault: 'unreadable' })
  })

  it('keeps its orientation, whatever has been mended', async () => {
    const held = await aPhoto(30, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    for (const one of [held, held.subarray(0, -2), inserted(held, 2, 7, 7)]) {
      const answer = await decode(one)
      const { width, height, exif } = await sharp('bytes' in answer ? answer.bytes : undefined).metadata()
      expect([width, height, exif]).toEqual([20, 30, undefined])
    }
  })

  it('of a printing house is kept in the colours of screens', async () => {
    const answer = await decode(await aPhoto().toColourspace('cmyk').jpeg().toBuffer())
    const { space, channels } = await sharp('bytes' in answer ? answer.bytes : undefined).metadata()
    expect([space, channels]).toEqual(['srgb', 3])
  })
})

/** The chunks of a PNG after its signature. */
function split(png: Buffer) {
  const chunks: Buffer[] = []
  for (let at = 8; at < png.length; at += chunks.at(-1)?.length ?? 0) {
    chunks.push(png.subarray(at, at + 12 + png.readUInt32BE(at)))
  }
  return { signature: png.subarray(0, 8), head: chunks[0] as Buffer, rest: chunks.slice(1), all: chunks }
}
const png = (options = {}) => aPhoto().png(options).toBuffer()

describe.each([
  ['a PNG', {}],
  ['an interlaced PNG', { progressive: true }],
  ['a PNG with a palette', { palette: true }],
])('of %s', (_kind, options) => {
  it('a missing end chunk changes nothing, while any other missing end is told', async () => {
    const whole = await png(options)
    const answer = await decode(whole)
    expect(answer).toEqual(taken)
    for (const missing of [1, 6, 12]) expect(await decode(whole.subarray(0, -missing))).toEqual(answer)
    for (const share of [0.02, 0.1, 0.5, 0.9]) {
      expect([share, await decode(whole.subarray(0, -Math.ceil(whole.length * share)))]).toEqual([share, CUT])
    }
  })
})

describe('a PNG', () => {
  it('is cut where data is missing before its end chunk', async () => {
    const { signature, head } = split(await png())
    const data = pngChunk('IDAT', deflateSync(Buffer.alloc(1000)))
    expect(await decode(Buffer.concat([signature, head, data, pngChunk('IEND')]))).toEqual(CUT)
  })

  it('may have extras that are damaged', async () => {
    const whole = await png()
    const { signature, head, rest } = split(whole)
    const damaged = pngChunk('pHYs', Buffer.alloc(9))
    damaged.set([1, 2, 3, 4], damaged.length - 4)
    expect(await decode(Buffer.concat([signature, head, damaged, ...rest]))).toEqual(await decode(whole))
  })

  it('is read without texts, profiles as large as a picture and further frames', async () => {
    const whole = await png()
    const { signature, head, rest } = split(whole)
    const packed = deflateSync(Buffer.alloc(7_000_000, 'a'))
    const extras = [
      ...Array<Buffer>(50).fill(pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), packed]))),
      ...Array<Buffer>(50).fill(
        pngChunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0'), packed])),
      ),
      pngChunk('tEXt', Buffer.from('Comment\0text')),
      pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), Buffer.alloc(1024 * 1024)])),
      pngChunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])),
      pngChunk('fdAT', Buffer.alloc(100)),
    ]
    const bomb = Buffer.concat([signature, head, ...extras, ...rest])
    expect(readPng(bomb)).toEqual(readPng(whole))
    expect(await decode(bomb)).toEqual(await decode(whole))
  })

  it('keeps its orientation', async () => {
    const held = await aPhoto(30, 20).png().withMetadata({ orientation: 6 }).toBuffer()
    const answer = await decode(held)
    const { width, height } = await sharp('bytes' in answer ? answer.bytes : undefined).metadata()
    expect([width, height]).toEqual([20, 30])
  })

  it('of 16 bits and with transparency is kept as transparent as it was', async () => {
    const deep = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#f0808080' } })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    const answer = await decode(deep)
    const pixels = await sharp('bytes' in answer ? answer.bytes : undefined)
      .raw()
      .toBuffer()
    expect([...pixels.subarray(0, 4)]).toEqual([0xf0, 0x80, 0x80, 0x80])
  })
})

describe('the pixels of a picture', () => {
  /** A header that gives a picture's size, with hardly anything after it. */
  const pngOf = (width: number, height: number) => {
    const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
    head.writeUInt32BE(width, 0)
    head.writeUInt32BE(height, 4)
    const signature = Buffer.from('89504e470d0a1a0a', 'hex')
    return Buffer.concat([
      signature,
      pngChunk('IHDR', head),
      pngChunk('IDAT', deflateSync(Buffer.alloc(9))),
      pngChunk('IEND'),
    ])
  }

  it.each([
    [5616, 3744],
    [6000, 4000],
    [8000, 6250],
  ])('may be %i x %i', async (width, height) => {
    const large = await sharp({ create: { width, height, channels: 3, background: '#3a6' } })
      .jpeg()
      .toBuffer()
    expect(await decode(large)).toEqual(taken)
  })

  it.each([
    [8001, 6250],
    [2 ** 31 - 1, 2 ** 31 - 1],
    [100_000_000, 1],
  ])('are too many before they are decoded: %i x %i', async (width, height) => {
    expect(await decode(pngOf(width, height))).toEqual({ fault: 'pixels', width, height })
  })

  it('of a JPEG are counted as well', async () => {
    const large = await jpeg()
    const frame = markerIn(large, 0xc0)
    large.writeUInt16BE(50_000, frame + 5)
    large.writeUInt16BE(60_000, frame + 7)
    expect(await decode(large)).toEqual({ fault: 'pixels', width: 60_000, height: 50_000 })
  })
})

it.each([
  ['a text', Buffer.from('not a picture')],
  ['nothing', Buffer.alloc(0)],
  ['the first bytes of a JPEG', Buffer.from('ffd8ffe000104a46', 'hex')],
  ['the first bytes of a PNG and a text', Buffer.from('\x89PNG\r\n\x1a\nand so on and so forth', 'latin1')],
])('%s is no picture', async (_what, bytes) => {
  expect(await decode(bytes)).toEqual({ fault: 'kind' })
})

it('A picture of a kind that is not asked for is none of the kinds', async () => {
  expect(await decodeImage(await jpeg(), { ...limits, formats: ['png'] })).toEqual({ fault: 'kind' })
  expect(await decode(await aPhoto().webp().toBuffer())).toEqual({ fault: 'kind' })
})
