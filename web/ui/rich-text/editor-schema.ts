import { Highlight } from '@tiptap/extension-highlight'
import { Image } from '@tiptap/extension-image'
import { Link } from '@tiptap/extension-link'
import { Subscript } from '@tiptap/extension-subscript'
import { Superscript } from '@tiptap/extension-superscript'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { StarterKit } from '@tiptap/starter-kit'
import { Video } from './video-node.ts'

const UNSEEN = /[\s\\\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/v
const SHOWS_ITS_HOST = /^(https?:\/\/[^\s/?#@]+([/?#]|$)|mailto:|tel:)/i

/**
 * Whether a URL is allowed as a link: http, https, mailto or tel, and nothing in it hides where it leads. The server
 * keeps the same ones (contract/links.ts).
 */
export function isLinkAddress(address: string) {
  const encoded = address
    .replace(/[\t\r\n]/g, '')
    .trim()
    .replaceAll(' ', '%20')
  return SHOWS_ITS_HOST.test(encoded) && !UNSEEN.test(encoded) && URL.canParse(encoded)
}

const linkTo = (href: string) => ({ href, target: '_blank', rel: 'noopener noreferrer nofollow' })

// Every link opens in a new tab without referrer, whatever attributes were pasted.
const SafeLink = Link.extend({
  addAttributes: () => ({ href: { default: null } }),
  renderHTML: ({ HTMLAttributes }) => ['a', linkTo(HTMLAttributes.href), 0],
}).configure({ openOnClick: false, defaultProtocol: 'https', isAllowedUri: isLinkAddress })

function linkAround(image: HTMLElement) {
  const href = image.closest('a[href]')?.getAttribute('href')
  return href && isLinkAddress(href) ? href : null
}

const SafeImage = Image.extend({
  addAttributes: () => ({
    src: { default: null },
    alt: { default: '' },
    // A picture is a block and cannot carry marks, so the link around it is an attribute.
    href: { default: null, parseHTML: linkAround },
  }),
  renderHTML({ HTMLAttributes: { href, ...picture } }) {
    return href ? ['a', linkTo(String(href)), ['img', picture]] : ['img', picture]
  },
  // Otherwise typing ![](url) inserts images from any server.
  addInputRules: () => [],
})

// No column widths: tables must also fit on phones.
const PlainTable = Table.extend({ renderHTML: () => ['table', ['tbody', 0]] })
const cellAttributes = () => ({
  colspan: { default: 1, parseHTML: (cell: HTMLElement) => spanOf(cell, 'colspan') },
  rowspan: { default: 1, parseHTML: (cell: HTMLElement) => spanOf(cell, 'rowspan') },
  colwidth: { default: null, parseHTML: () => null, rendered: false },
})
const spanOf = (cell: HTMLElement, attribute: string) =>
  Math.min(Math.max(Math.trunc(Number(cell.getAttribute(attribute))) || 1, 1), 99)

/** The editor's schema, with `videos` optionally. The server's sanitizer (server/rich-text) allows exactly the same. */
export const richTextSchema = ({ videos }: { videos: boolean }) => [
  StarterKit.configure({ heading: { levels: [1, 2, 3, 4] }, link: false }),
  SafeLink,
  SafeImage,
  PlainTable,
  TableRow,
  TableHeader.extend({ addAttributes: cellAttributes }),
  TableCell.extend({ addAttributes: cellAttributes }),
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  Highlight,
  Subscript,
  Superscript,
  ...(videos ? [Video] : []),
]

const TRAILING_BLANKS = /(?:<p><\/p>)+$/

/** The HTML to store: without the empty paragraphs that the editor adds at the end. */
export const toStoredHtml = (html: string) => html.replace(TRAILING_BLANKS, '')
