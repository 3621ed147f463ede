import { type Bytes, picturesInRtf } from './rtf-pictures.ts'
import { listsFromWord } from './word-lists.ts'

/** HTML from the clipboard as it can be parsed: each picture to upload is a mark, at its place. */
export type CleanPaste = {
  html: string
  /** The pictures to take along, in the order of their marks. */
  pictures: Picture[]
  /** How many pictures were left out, because neither their bytes nor an address came along. */
  left: number
}

/** A picture to take along: its bytes, or where it is on another server. */
export type Picture = File | { name: string; address: string }

/** Stands for a picture in a text until it is taken out: no text has a character for private use beside a number. */
const MARK = /\uE000(\d+)\uE000/g
const markOf = (place: number) => `\uE000${place}\uE000`

/**
 * Makes of pasted HTML, such as that of Word, Google Docs or a web page, what the editor's schema understands, without
 * running or loading anything of it. Lists of Word, which are paragraphs, become lists. Pictures whose bytes or address
 * came along are taken out; those of our own server (`isOwn`) stay. `rtf` is the same text as Word puts it beside.
 */
export function cleanPaste(html: string, isOwn: (src: string) => boolean, rtf = ''): CleanPaste {
  const template = document.createElement('template')
  template.innerHTML = html
  const { content } = template
  for (const unwanted of content.querySelectorAll('style, script, meta, link, title, xml, head')) unwanted.remove()
  for (const title of content.querySelectorAll('p.MsoTitle')) renamed(title, 'h1')
  listsFromWord(content)
  const pictures: Picture[] = []
  let left = 0
  const images = [...content.querySelectorAll('img')]
  const local = images.filter((image) => /^file:/i.test(image.getAttribute('src') ?? ''))
  const beside = local.length ? picturesInRtf(rtf) : []
  for (const image of images) {
    const src = image.getAttribute('src') ?? ''
    if (isOwn(src)) continue
    if (isPixel(image)) {
      image.remove()
      continue
    }
    const place = local.indexOf(image)
    const found = beside.length === local.length && place >= 0 ? beside[place] : pictureIn(src)
    const picture = found ? fileOf(found, pictures.length + 1) : /^https?:\/\//i.test(src) && elsewhere(src)
    if (picture) image.replaceWith(markOf(pictures.push(picture) - 1))
    else {
      image.remove()
      left += 1
    }
  }
  return { html: template.innerHTML, pictures, left }
}

/** The marks in a text: where each begins, its length, and the place of its picture. */
export const marksIn = (text: string) =>
  [...text.matchAll(MARK)].map(({ index, 0: mark, 1: place }) => ({
    index,
    length: mark.length,
    picture: Number(place),
  }))

/** What only counts visits. */
const isPixel = (image: Element) => ['width', 'height'].some((side) => Number(image.getAttribute(side) || 9) <= 1)

const elsewhere = (address: string) => {
  const url = URL.parse(address)
  return url && { name: `the picture from ${url.hostname}`, address }
}

const fileOf = ({ bytes, type }: Bytes, number: number) =>
  new File([bytes], `picture-${number}.${type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length)}`, { type })

/** The picture in a `data:` address. */
function pictureIn(src: string): Bytes | undefined {
  const [, type, encoded] = /^data:(image\/[a-z]+);base64,(.+)$/is.exec(src) ?? []
  if (!type || !encoded) return undefined
  try {
    return { bytes: Uint8Array.from(atob(encoded.replace(/\s/g, '')), (letter) => letter.charCodeAt(0)), type }
  } catch {
    return undefined
  }
}

/** Gives an element another name. */
export function renamed(element: Element, name: string) {
  const other = document.createElement(name)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}
