import { Parser } from 'htmlparser2'

/** What can be wrong in a text: its pictures and its links; or nothing is in it at all. */
export type TextParts = {
  isEmpty: boolean
  pictures: { src: string; alt: string }[]
  links: { href: string; text: string }[]
}

/** What else than words makes a page worth reading. */
const SHOWN = new Set(['img', 'table', 'iframe'])

/** Takes rich text apart. */
export function partsOfText(html: string): TextParts {
  const parts: TextParts = { isEmpty: true, pictures: [], links: [] }
  let open: TextParts['links'][number] | undefined
  const parser = new Parser({
    onopentag(name, { src = '', alt = '', href }) {
      if (SHOWN.has(name)) parts.isEmpty = false
      if (name === 'img') parts.pictures.push({ src, alt })
      if (name === 'a' && href !== undefined) {
        open = { href, text: '' }
        parts.links.push(open)
      }
    },
    ontext(text) {
      if (text.trim()) parts.isEmpty = false
      if (open) open.text += text
    },
    onclosetag(name) {
      if (name === 'a') open = undefined
    },
  })
  parser.end(html)
  return parts
}
