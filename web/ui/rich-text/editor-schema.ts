import { Highlight } from '@tiptap/extension-highlight'
import { Image } from '@tiptap/extension-image'
import { Link } from '@tiptap/extension-link'
import { Subscript } from '@tiptap/extension-subscript'
import { Superscript } from '@tiptap/extension-superscript'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { StarterKit } from '@tiptap/starter-kit'
import { Video } from './video-node.ts'

const LINK_PROTOCOLS = ['http:', 'https:', 'mailto:', 'tel:']

/** Whether a link may lead there: to the web, to a mailbox, to a telephone. */
export const isLinkAddress = (address: string) =>
  LINK_PROTOCOLS.includes(URL.parse(address.replace(/[\t\r\n]/g, ''))?.protocol ?? '')

// Every link opens elsewhere and takes nothing along, whatever was pasted.
const SafeLink = Link.extend({
  addAttributes: () => ({ href: { default: null } }),
  renderHTML: ({ HTMLAttributes }) => [
    'a',
    { href: HTMLAttributes.href, target: '_blank', rel: 'noopener noreferrer nofollow' },
    0,
  ],
}).configure({ openOnClick: false, defaultProtocol: 'https', isAllowedUri: isLinkAddress })

const SafeImage = Image.extend({
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  // Typing ![](address) would bring in images from anywhere.
  addInputRules: () => [],
})

// Columns share the width: what is stored must also fit a phone.
const PlainTable = Table.extend({ renderHTML: () => ['table', ['tbody', 0]] })
const cellAttributes = () => ({
  colspan: { default: 1, parseHTML: (cell: HTMLElement) => spanOf(cell, 'colspan') },
  rowspan: { default: 1, parseHTML: (cell: HTMLElement) => spanOf(cell, 'rowspan') },
  colwidth: { default: null, parseHTML: () => null, rendered: false },
})
const spanOf = (cell: HTMLElement, attribute: string) =>
  Math.min(Math.max(Math.trunc(Number(cell.getAttribute(attribute))) || 1, 1), 99)

/** What rich text can consist of. The server's cleaning (server/rich-text) keeps exactly this; with `videos`, videos too. */
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

/** The stored form of what the editor holds: the empty lines at its end, which the editor adds itself, do not count. */
export const storedForm = (html: string) => html.replace(TRAILING_BLANKS, '')
