import type { LeftOut } from './left-out.ts'
import { matched } from './match-pictures.ts'
import { type Bytes, picturesInRtf } from './rtf-pictures.ts'
import { type Shape, shapeIdsOf } from './word-shapes.ts'

/** A picture to take along: its bytes, or where it is on another server. */
export type Picture = File | { name: string; address: string }

/** A picture with its alternative text. */
export type DescribedPicture = { picture: Picture; alt: string }

/** Stands for a picture in a text until it is taken out: no text has a private-use character next to a number. */
const MARK = /\uE000(\d+)\uE000/g
const markOf = (place: number) => `\uE000${place}\uE000`

/** The marks in a text: where each starts, its length, and the index of its picture. */
export const marksIn = (text: string) =>
  [...text.matchAll(MARK)].map(({ index, 0: mark, 1: place }) => ({
    index,
    length: mark.length,
    picture: Number(place),
  }))

type Sources = {
  /** Whether an address is one of our own server, where the picture stays. */
  isOwn: (src: string) => boolean
  /** The same text as RTF, which Word puts next to the HTML. */
  rtf: string
  shapes: ReadonlyMap<string, Shape>
}

/**
 * Takes out of a text the pictures whose bytes or address came with it, and leaves a mark for each. Returns them in the
 * order of their marks, and counts those that are left out.
 */
export function takePictures(content: DocumentFragment, { isOwn, rtf, shapes }: Sources) {
  const pictures: DescribedPicture[] = []
  const leftOut: Pick<LeftOut, 'missing' | 'drawings'> = { missing: 0, drawings: 0 }
  for (const image of content.querySelectorAll('img')) if (isSign(image)) image.replaceWith(image.alt)
  const images = [...content.querySelectorAll('img')].filter((image) => !isOwn(srcOf(image)))
  const local = images.filter((image) => /^file:/i.test(srcOf(image)))
  const beside = matched(local, shapes, local.length ? picturesInRtf(rtf) : [])
  for (const image of images) {
    const shape = shapes.get(shapeIdsOf(image)[0] ?? '')
    const same = beside.get(image)
    const bytes = same ? same.picture : pictureIn(srcOf(image))
    const picture = bytes ? fileOf(bytes, pictures.length + 1) : elsewhere(srcOf(image))
    if (isPixel(image)) image.remove()
    else if (picture) {
      image.replaceWith(markOf(pictures.push({ picture, alt: altOf(image, shape, same?.alt) }) - 1))
    } else {
      image.remove()
      leftOut[shape?.isPicture === false || (same && !same.picture) ? 'drawings' : 'missing'] += 1
    }
  }
  return { pictures, leftOut }
}

const srcOf = (image: Element) => image.getAttribute('src') ?? ''

const altOf = (image: Element, shape: Shape | undefined, alt = '') =>
  (image.getAttribute('alt') || shape?.alt || alt).replace(/\s+/g, ' ').trim()

/** Pictures that only count visits. */
const isPixel = (image: Element) => ['width', 'height'].some((side) => Number(image.getAttribute(side) || 9) <= 1)

/** Whether a picture stands for a character that can be typed, such as an emoji in mail programs and blogs. */
const isSign = (image: HTMLImageElement) => /^\p{RGI_Emoji}+$/v.test(image.alt)

function elsewhere(address: string) {
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null
  return url && { name: `the picture from ${url.hostname}`, address }
}

const fileOf = ({ bytes, type }: Bytes, number: number) =>
  new File([bytes], `picture-${number}.${type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length)}`, { type })

/** The picture in a `data:` address. */
function pictureIn(src: string): Bytes | undefined {
  const [, type, encoded] = /^data:(image\/[a-z]+)(?:;[^;,]+)*;base64,(.+)$/is.exec(src) ?? []
  if (!type || !encoded) return undefined
  try {
    return { bytes: Uint8Array.from(atob(encoded.replace(/\s/g, '')), (letter) => letter.charCodeAt(0)), type }
  } catch {
    return undefined
  }
}
