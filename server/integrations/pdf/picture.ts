import type { Alignment, Content } from 'pdfmake/interfaces.js'
import type { Element } from './html-nodes.ts'
import type { Marks, Room } from './room.ts'

/** A picture among text; `marks` has the link around it. */
export type PictureInText = { picture: Element; marks: Marks }

const POINTS_PER_PIXEL = 0.75
/** The share of a page's height that a picture may take: what stays with it needs some, too. */
const TALLEST = 0.83
const TALLEST_WITHIN = 0.6
/** In points, above each block and never below it: a gap that overflows a page adds an empty one. */
const GAP = 10

/** A picture's width and height in print, in points; undefined if it is not among `pictures`. */
export function printedSize({ picture }: PictureInText, { pictures, width, height, isWithin }: Room) {
  const known = pictures[picture.attribs.src ?? '']
  if (!known) return undefined
  const tallest = height * (isWithin ? TALLEST_WITHIN : TALLEST)
  const scale = Math.min(POINTS_PER_PIXEL, width / known.width, tallest / known.height)
  return { width: known.width * scale, height: known.height * scale }
}

/** A picture on a line of its own; left out if it is not among `pictures`. */
export function picture(inline: PictureInText, room: Room, alignment: Alignment = 'center'): Content[] {
  const size = printedSize(inline, room)
  if (!size) return []
  const { src = '', alt } = inline.picture.attribs
  const { link } = inline.marks
  return [{ image: src, ...size, alignment, marginTop: GAP, ...(alt && { alt }), ...(link && { link }) }]
}
