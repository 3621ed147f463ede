const SIGNATURE = 8
/** A chunk has four bytes each for length, name and checksum. */
const FIELD = 4
/** Chunks that pixels, colours and orientation depend on; texts can unpack to gigabytes. */
const needed = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'eXIf'])
/** Bytes in a chunk other than pixels: more than any colour profile has. */
const LARGEST = 1024 * 1024

type Chunk = { name: string; data: Uint8Array; whole: Uint8Array }

/** The chunks of a PNG; if the file is cut, the last one is shorter than declared. */
export function* chunksOf(png: Uint8Array): Generator<Chunk> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  for (let at = SIGNATURE; at + 2 * FIELD <= png.length; ) {
    const length = view.getUint32(at)
    const start = at + 2 * FIELD
    const name = String.fromCharCode(...png.subarray(at + FIELD, start))
    const end = start + length + FIELD
    yield { name, data: png.subarray(start, start + length), whole: png.subarray(at, end) }
    if (name === 'IEND') return
    at = end
  }
}

/** What a PNG says about itself. `bytes` is the same picture without texts, further frames and other extras. */
export type Png = { width: number; height: number; bytes: Uint8Array }

/** Reads the chunks of a PNG and keeps those its pixels depend on. Null for anything without a picture's header. */
export function readPng(png: Uint8Array): Png | null {
  const size = sizeOf(png)
  if (!size) return null
  const parts = [png.subarray(0, SIGNATURE)]
  const once = new Set<string>()
  for (const { name, data, whole } of chunksOf(png)) {
    if (!needed.has(name) || (name !== 'IDAT' && (once.has(name) || data.length > LARGEST))) continue
    once.add(name)
    parts.push(whole)
  }
  return { ...size, bytes: Buffer.concat(parts) }
}

/** The width and height, which must be in the first chunk. */
function sizeOf(png: Uint8Array) {
  const [head] = chunksOf(png)
  if (head?.name !== 'IHDR' || head.data.length !== 13) return null
  const view = new DataView(head.data.buffer, head.data.byteOffset, head.data.byteLength)
  return { width: view.getUint32(0), height: view.getUint32(FIELD) }
}
