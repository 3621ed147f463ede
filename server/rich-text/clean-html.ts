import sanitizeHtml from 'sanitize-html'
import { richText } from '#contract/fields.ts'
import { refused } from '../errors.ts'
import { videoFrame } from './video-frame.ts'

export type CleanOptions = {
  /** Where our own files can be fetched; images from anywhere else go. */
  publicUrl: string
  /** Whether videos of YouTube and Vimeo may be embedded. */
  videos: boolean
}

type Attributes = Record<string, string>
/** Makes the attributes of an element anew from what was sent; null takes the element away and leaves what is in it. */
type Rebuild = (sent: Attributes, options: CleanOptions) => Attributes | null

const bare: Rebuild = () => ({})
const aligned: Rebuild = ({ style }) => {
  const align = /(?:^|;)\s*text-align\s*:\s*(left|center|right|justify)\s*(?:;|$)/i.exec(style ?? '')?.[1]
  return some(align && ['style', `text-align: ${align.toLowerCase()};`])
}
const numbered: Rebuild = ({ start, type }) =>
  some(
    /^[0-9]{1,6}$/.test(start ?? '') && Number(start) !== 1 && ['start', String(Number(start))],
    /^[aAiI]$/.test(type ?? '') && ['type', String(type)],
  )
const inLanguage: Rebuild = (sent) =>
  some(/^language-[\w+#-]{1,30}$/.test(sent.class ?? '') && ['class', String(sent.class)])
const spanning: Rebuild = ({ colspan, rowspan }) => ({ colspan: span(colspan), rowspan: span(rowspan) })

/** All that the editor can make, and no more. What is not listed here goes; so does every attribute not made here. */
const elements: Record<string, Rebuild> = {
  p: aligned,
  h1: aligned,
  h2: aligned,
  h3: aligned,
  h4: aligned,
  blockquote: bare,
  pre: bare,
  hr: bare,
  br: bare,
  ul: bare,
  ol: numbered,
  li: bare,
  strong: bare,
  em: bare,
  u: bare,
  s: bare,
  code: inLanguage,
  sub: bare,
  sup: bare,
  mark: bare,
  table: bare,
  tbody: bare,
  tr: bare,
  th: spanning,
  td: spanning,
  a: ({ href }) => {
    const address = linkAddress(href)
    return address ? { href: address, target: '_blank', rel: 'noopener noreferrer nofollow' } : null
  },
  img: ({ src, alt }, { publicUrl }) => {
    const address = ownFile(src, publicUrl)
    return address ? { src: address, alt: alt ?? '' } : null
  },
  iframe: ({ src }, { videos }) => (videos ? videoFrame(src) : null),
}

const sameAs: Record<string, string> = { b: 'strong', i: 'em', strike: 's', del: 's', h5: 'h4', h6: 'h4' }

/** Elements whose content is no text to be read: it goes with them. */
const unreadable =
  'script style textarea option select xmp noscript noembed noframes template title ' +
  'svg math object applet audio video canvas frameset'
const linkProtocols = ['http:', 'https:', 'mailto:', 'tel:']
/** No element of HTML: what is called so goes. */
const GONE = 'gone'
const DEEPEST = 60
const MAX_PASSES = 6

/**
 * HTML as the editor would have made it: elements, attributes and addresses of a closed list, everything else gone.
 * Cleaning what was cleaned changes nothing. Addresses of our own files lose their host, so that it may change.
 */
export function cleanHtml(html: string, options: CleanOptions) {
  let clean = pass(html, options)
  // What is taken away can change how the rest is read, so it is read again until nothing changes.
  for (let passes = 1; passes < MAX_PASSES; passes++) {
    const again = pass(clean, options)
    if (again === clean) return clean
    clean = again
  }
  return pass(clean.replace(/[<>]/g, ' '), options)
}

/**
 * Cleans the rich text that a call has sent in `field`. Throws 422 when what is left is longer than may be sent: with all
 * that cleaning writes out, nobody could save it again.
 */
export function cleanField(field: string, html: string, options: CleanOptions) {
  const clean = cleanHtml(html, options)
  const { error } = richText.safeParse(withFileAddresses(clean, options.publicUrl))
  if (error) throw refused(field, error.issues[0]?.message ?? '')
  return clean
}

/** Cleaned HTML as it travels: with the whole addresses of our own files. */
export const withFileAddresses = (html: string, publicUrl: string) =>
  html.replace(/(<img src=")(?=\/files\/)/g, (start) => start + publicUrl)

function pass(html: string, options: CleanOptions) {
  const clean = sanitizeHtml(withoutControls(html), {
    allowedTags: Object.keys(elements),
    // They are all made below.
    allowedAttributes: false,
    allowedSchemes: linkProtocols.map((protocol) => protocol.slice(0, -1)),
    nonTextTags: unreadable.split(' '),
    nestingLimit: DEEPEST,
    parseStyleAttributes: false,
    transformTags: {
      '*': (name, sent) => remake(name, sent, options),
      // The text of a frame is never shown, and is read as markup by some.
      iframe: (name, sent) => ({ ...remake(name, sent, options), text: '' }),
    },
    textFilter: (text) => withoutControls(text).replaceAll('\u00a0', '&nbsp;'),
  })
  // As browsers write it. A > that is text is escaped by now.
  return clean.replaceAll(' />', '>')
}

function remake(name: string, sent: Attributes, options: CleanOptions) {
  const tagName = sameAs[name] ?? name
  const rebuild = Object.hasOwn(elements, tagName) ? elements[tagName] : undefined
  // What is not in the list keeps its name, by which its content is known to be unreadable or not.
  if (!rebuild) return { tagName, attribs: {} }
  const attribs = rebuild(sent, options)
  return attribs ? { tagName, attribs } : { tagName: GONE, attribs: {} }
}

/** No database keeps halves of surrogate pairs, nor shows a browser control characters. */
const withoutControls = (text: string) => text.toWellFormed().replace(/[\p{Cc}--[\t\n\r]]/gv, '')

const some = (...made: (false | '' | undefined | [name: string, value: string])[]) =>
  Object.fromEntries(made.filter((attribute) => Array.isArray(attribute)))

const span = (given: string | undefined) => (/^[1-9][0-9]?$/.test(given ?? '') ? String(given) : '1')

function linkAddress(href: string | undefined) {
  const address = (href ?? '').replace(/[\t\r\n]/g, '').trim()
  const protocol = URL.parse(address)?.protocol
  return protocol && linkProtocols.includes(protocol) ? address.replaceAll(' ', '%20') : null
}

function ownFile(src: string | undefined, publicUrl: string) {
  const address = (src ?? '').trim()
  const path = address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : address
  return /^\/files(\/[a-z0-9][\w-]*(\.[\w-]+)*)+$/i.test(path) ? path : null
}
