const MARK = 0xff
const STUFFED = 0x00
const START = 0xd8
const END = 0xd9
const SCAN = 0xda
const APP0 = 0xe0
const APP15 = 0xef
const COMMENT = 0xfe
/** The number of coefficients in a block. */
const COEFFICIENTS = 64
/** The bytes of a marker and of the length after it. */
const HEAD = 4

/**
 * What a JPEG says about itself: its size, and whether its parts are there. `bytes` is a version that any decoder
 * accepts.
 */
export type Jpeg = { width: number; height: number; isCut: boolean; bytes: Uint8Array }

/**
 * Reads the markers of a JPEG and rewrites it without what decoders stumble on: stray bytes before a marker, the odd
 * parameters of Samsung's scans, a missing end marker, and anything after the end. `isCut` if it ends before its last
 * scan begins; only a decoder knows whether that scan is whole. Null for anything without a picture's header.
 */
export function readJpeg(jpeg: Uint8Array): Jpeg | null {
  const parts: Uint8Array[] = [Uint8Array.of(MARK, START)]
  let frame: Frame | undefined
  let hasEnd = false
  for (const { marker, segment, data } of segmentsOf(jpeg)) {
    hasEnd = marker === END
    if (hasEnd) break
    if (isFrame(marker)) frame ??= readFrame(marker, segment)
    if (isUnneeded(marker, segment)) continue
    parts.push(marker === SCAN && frame ? readScan(frame, segment) : segment, data)
  }
  if (!frame) return null
  parts.push(Uint8Array.of(MARK, END))
  return { width: frame.width, height: frame.height, isCut: !isComplete(frame, hasEnd), bytes: Buffer.concat(parts) }
}

type Segment = { marker: number; segment: Uint8Array; data: Uint8Array }

/** The segments of a JPEG, each with the picture data that follows it, up to the one where it is cut. */
function* segmentsOf(jpeg: Uint8Array): Generator<Segment> {
  for (let at = 2; ; ) {
    const start = nextMarker(jpeg, at)
    const marker = jpeg[start + 1]
    if (marker === undefined) return
    if (standsAlone(marker)) {
      at = start + 2
      if (marker === END) yield { marker, segment: jpeg.subarray(start, at), data: jpeg.subarray(at, at) }
      continue
    }
    const end = start + 2 + (((jpeg[start + 2] ?? 0) << 8) | (jpeg[start + 3] ?? 0))
    if (end > jpeg.length || end < start + HEAD) return
    at = marker === SCAN ? endOfScan(jpeg, end) : end
    yield { marker, segment: jpeg.subarray(start, end), data: jpeg.subarray(end, at) }
  }
}

/** Where the next marker begins, or the length of the file. */
function nextMarker(jpeg: Uint8Array, from: number) {
  for (let at = jpeg.indexOf(MARK, from); at >= 0; at = jpeg.indexOf(MARK, at + 1)) {
    if (jpeg[at + 1] !== STUFFED && jpeg[at + 1] !== MARK) return at
  }
  return jpeg.length
}

function endOfScan(jpeg: Uint8Array, from: number) {
  let at = nextMarker(jpeg, from)
  while (isRestart(jpeg[at + 1])) at = nextMarker(jpeg, at + 2)
  return at
}

const isRestart = (marker = 0) => marker >= 0xd0 && marker <= 0xd7
/** Some programs leave a second start marker behind. */
const standsAlone = (marker: number) => isRestart(marker) || marker === 0x01 || marker === START || marker === END

// Markers of code tables share this range.
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isProgressive = (marker: number) => [0xc2, 0xc6, 0xca, 0xce].includes(marker)

/** Irrelevant to pixels: comments, previews, camera notes. Some make decoders stumble. */
function isUnneeded(marker: number, segment: Uint8Array) {
  if (marker === COMMENT) return true
  if (marker < APP0 || marker > APP15) return false
  const name = Buffer.from(segment.subarray(HEAD, HEAD + 11)).toString('latin1')
  return !['JFIF\0\x01', 'Exif\0', 'ICC_PROFILE', 'Adobe'].some((needed) => name.startsWith(needed))
}

/** `precision` is, for each component, how many low bits of each coefficient are still missing. */
type Frame = { width: number; height: number; isProgressive: boolean; precision: Map<number, number[]> }
const NOTHING_YET = 99

function readFrame(marker: number, segment: Uint8Array): Frame | undefined {
  const view = Buffer.from(segment.buffer, segment.byteOffset, segment.byteLength)
  if (view.length < 10) return undefined
  const components = Array.from({ length: view[9] ?? 0 }, (_, place) => view[10 + 3 * place] ?? 0)
  return {
    height: view.readUInt16BE(5),
    width: view.readUInt16BE(7),
    isProgressive: isProgressive(marker),
    precision: new Map(components.map((id) => [id, Array<number>(COEFFICIENTS).fill(NOTHING_YET)])),
  }
}

/** Adds a scan to the frame. Returns its header, with the only parameters that a sequential one can have. */
function readScan({ isProgressive, precision }: Frame, segment: Uint8Array) {
  const head = Uint8Array.from(segment)
  const count = head[HEAD] ?? 0
  const parameters = HEAD + 1 + 2 * count
  if (head.length < parameters + 3) return segment
  if (!isProgressive) head.set([0, COEFFICIENTS - 1, 0], parameters)
  const [first = 0, last = 0, bits = 0] = head.subarray(parameters)
  for (let place = 0; place < count; place += 1) {
    precision.get(head[HEAD + 1 + 2 * place] ?? -1)?.fill(bits & 15, first, last + 1)
  }
  return head
}

/** Whether all coefficients are there; a file with an end marker may leave out low bits. */
const isComplete = ({ precision }: Frame, hasEnd: boolean) =>
  [...precision.values()].flat().every((missing) => missing === 0 || (hasEnd && missing !== NOTHING_YET))
