/** A picture as its bytes and its media type. */
export type Bytes = { bytes: Uint8Array<ArrayBuffer>; type: string }

/** A picture or shape in an RTF text. */
export type RtfPicture = {
  /** None if it is a drawing, or in a format that browsers do not show. */
  picture: Bytes | undefined
  /** Whether it is a drawing, not a picture. */
  isDrawn: boolean
  /** The number and name of its shape, and its alternative text. */
  number: string | undefined
  name: string
  alt: string
  /** Its size in pixels; 0 if unknown. */
  width: number
  height: number
}

/** A brace, a control word with its number and the blank that ends it, an escaped character, or hexadecimal digits. */
const TOKEN = /[{}]|\\([a-z]+)(-?\d+)? ?|\\[^a-z]|[\da-f]+/gi

/** Groups of pictures that repeat others for old readers, are bullets, or are not in the text. */
const ASIDE = /^(nonshppict|listpicture|listtext|shprslt|shptxt|background|do|(header|footer)[lrf]?)$/

type Group = { depth: number; start: number; type?: string; digits: string[]; found?: RtfPicture | undefined }

/**
 * The pictures and shapes, in order, of the RTF that Word puts next to HTML. The digits of a picture are in its own
 * group; the groups around and within it describe it:
 * https://www.biblioscape.com/rtf15_spec.htm#Heading49.
 */
export function picturesInRtf(rtf: string): RtfPicture[] {
  const pictures: RtfPicture[] = []
  let depth = 0
  let aside = 0
  let picture: Group | undefined
  let shape: Group | undefined
  let start = 0
  for (const { 0: token, 1: word, index } of rtf.matchAll(TOKEN)) {
    if (token === '{') {
      depth += 1
      start = index
    } else if (token === '}') {
      if (picture?.depth === depth) {
        const found = pictureOf(picture, rtf.slice(picture.start, index))
        if (shape) shape.found ??= found
        else pictures.push(found)
        picture = undefined
      }
      if (shape?.depth === depth) {
        pictures.push(shapeOf(shape, rtf.slice(shape.start, index)))
        shape = undefined
      }
      if (aside === depth) aside = 0
      depth -= 1
    } else if (aside) continue
    else if (word && ASIDE.test(word)) aside = depth
    else if ((word === 'shp' || word === 'shpgrp') && !shape) {
      shape = { depth, start, digits: [], ...(word === 'shpgrp' && { type: word }) }
    } else if (word === 'pict') picture = { depth, start, digits: [] }
    else if (picture?.depth === depth) {
      if (word === 'pngblip' || word === 'jpegblip') picture.type = `image/${word.slice(0, -'blip'.length)}`
      else if (!token.startsWith('\\')) picture.digits.push(token)
    }
  }
  return pictures
}

function pictureOf({ type, digits }: Group, text: string): RtfPicture {
  const size = (side: 'w' | 'h', scale: 'x' | 'y') =>
    ((numberAfter(`pic${side}goal`, text) ?? 0) * (numberAfter(`picscale${scale}`, text) ?? 100)) / 100 / TWIPS
  return {
    picture: type ? { bytes: bytesOf(digits.join('')), type } : undefined,
    isDrawn: false,
    ...namesIn(text),
    width: size('w', 'x'),
    height: size('h', 'y'),
  }
}

/** A shape in front of the text or next to it: a picture if it contains one. */
function shapeOf({ type, found }: Group, text: string): RtfPicture {
  const side = (from: string, to: string) => ((numberAfter(to, text) ?? 0) - (numberAfter(from, text) ?? 0)) / TWIPS
  const own = { ...namesIn(text), width: side('shpleft', 'shpright'), height: side('shptop', 'shpbottom') }
  const isGroup = type === 'shpgrp'
  return { ...own, picture: isGroup ? undefined : found?.picture, isDrawn: isGroup || !found }
}

const TWIPS = 15

const numberAfter = (word: string, text: string) => {
  const [, digits] = new RegExp(`\\\\${word}(-?\\d+)`).exec(text) ?? []
  return digits === undefined ? undefined : Number(digits)
}

const namesIn = (text: string) => ({
  number: /\\shplid(\d+)/.exec(text)?.[1],
  name: property('wzName', text),
  alt: property('wzDescription', text),
})

const property = (name: string, text: string) =>
  decoded(new RegExp(`\\{\\\\sn ${name}\\}\\s*\\{\\\\sv ([^{}]*)\\}`).exec(text)?.[1] ?? '')

/** Letters that RTF writes as numbers. */
const decoded = (text: string) =>
  text
    .replace(/\\u(-?\d+) ?(\\'[\da-f]{2}|\?)?/gi, (_, code) => String.fromCharCode((Number(code) + 0x10000) % 0x10000))
    .replace(/\\'([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/[\r\n]/g, '')
    .trim()

const bytesOf = (digits: string) =>
  Uint8Array.from({ length: digits.length >> 1 }, (_, place) =>
    Number.parseInt(digits.slice(2 * place, 2 * place + 2), 16),
  )
