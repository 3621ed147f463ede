import type { Content, ContentText } from 'pdfmake/interfaces.js'
import { breakText, type PlainText } from './break-text.ts'
import { inFonts } from './fonts.ts'
import { type ChildNode, type Element, isElement } from './html-nodes.ts'
import { type PictureInText, picture } from './picture.ts'
import { type Marks, type Room, TYPE } from './room.ts'

const LINK = '#1f5f8b'

export type Inline = PlainText | PictureInText

export const isPicture = (inline: Inline): inline is PictureInText => 'picture' in inline

const marks: Record<string, (element: Element) => Marks> = {
  strong: () => ({ bold: true }),
  em: () => ({ italics: true }),
  u: () => ({ decoration: 'underline' }),
  s: () => ({ decoration: 'lineThrough' }),
  code: () => ({ background: '#f0f2f1' }),
  mark: () => ({ background: '#fff1b8' }),
  sub: () => ({ sub: true }),
  sup: () => ({ sup: true }),
  a: ({ attribs }) => ({ link: attribs.href ?? '', color: LINK, decoration: 'underline' }),
}

/** What an element adds to the formatting around it. */
export const marked = (outer: Marks, element: Element): Marks => ({ ...outer, ...marks[element.name]?.(element) })

/** One paragraph's nodes as pieces of text, each in one font and formatting, and pictures. */
export function inlines(nodes: ChildNode[], outer: Marks, isCode = false): Inline[] {
  return nodes.flatMap((node): Inline[] => {
    if (node.type === 'text') {
      const text = isCode ? node.data : node.data.replace(/[ \t\r\n]+/g, ' ')
      return inFonts(text).map((run) => ({ ...run, ...outer }))
    }
    if (!isElement(node)) return []
    if (node.name === 'img') return [{ picture: node, marks: outer }]
    if (node.name === 'br') return [{ text: '\n' }]
    // Code already has a background.
    if (isCode && node.name === 'code') return inlines(node.children, outer, isCode)
    return inlines(node.children, marked(outer, node), isCode)
  })
}

/**
 * Prints one paragraph's nodes. A picture gets a line of its own, at its place among the text; `size` of the text in
 * points.
 */
export function texts(nodes: ChildNode[], style: Partial<ContentText>, room: Room, size = TYPE): Content[] {
  return groups(inlines(nodes, room.marks, room.isCode)).flatMap((group): Content[] => {
    if (!Array.isArray(group)) return picture(group, room, style.alignment)
    if (!group.some(({ text }) => text.trim())) return []
    const fontSize = size * room.scale
    return breakText(group, room.width / fontSize).map((text) => ({
      text,
      ...style,
      ...(fontSize !== TYPE && { fontSize }),
    }))
  })
}

/** Text that belongs together, and the pictures in between. */
function groups(all: Inline[]): (PlainText[] | PictureInText)[] {
  const made: (PlainText[] | PictureInText)[] = []
  for (const one of all) {
    const last = made.at(-1)
    if (isPicture(one)) made.push(one)
    else if (Array.isArray(last)) last.push(one)
    else made.push([one])
  }
  return made
}
