import sanitizeHtml from 'sanitize-html'
import { linkInHtml } from '#contract/links.ts'
import type { CleanHtml } from '../db/schema.ts'
import { limitDepth } from './limit-depth.ts'
import { STAND_INS, standInFor, withLines } from './lines.ts'
import { videoFrame } from './video-frame.ts'

export type CleanOptions = {
  /** Where our own files are served; images from anywhere else are removed. */
  publicUrl: string
  /** Whether videos of YouTube and Vimeo may be embedded. */
  videos: boolean
}

type Attributes = Record<string, string>
/** Builds an element's attributes from those sent; null for a link, picture or video that is removed. */
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

/** The allowlist: exactly what the editor can produce. Other elements and all attributes not built here are removed. */
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
    const address = linkInHtml(href ?? '')
    return address ? { href: address, target: '_blank', rel: 'noopener noreferrer nofollow' } : null
  },
  img: ({ src, alt }, { publicUrl }) => {
    const address = ownFile(src, publicUrl)
    return address ? { src: address, alt: alt ?? '' } : null
  },
  iframe: ({ src }, { videos }) => (videos ? videoFrame(src) : null),
}

const sameAs: Record<string, string> = {
  b: 'strong',
  i: 'em',
  strike: 's',
  del: 's',
  h5: 'h4',
  h6: 'h4',
  menu: 'ul',
  dir: 'ul',
}

/** Elements whose content is not text for readers; it is removed with them. */
const unreadable =
  'script style textarea option select xmp noscript noembed noframes template title ' +
  'svg math object applet audio video canvas frameset'
const DEEPEST = 60
/** Anything deeper is not even read. */
const DEEPEST_READ = 500
const MAX_PASSES = 6

/**
 * Reduces HTML to what the editor could have produced: elements, attributes and addresses on an allowlist. Idempotent.
 * Removed blocks leave their lines. Addresses of our own files become paths, because the host may change.
 */
export function cleanHtml(html: string, options: CleanOptions): CleanHtml {
  const first = pass(limitDepth(html, DEEPEST_READ), options, STAND_INS)
  let clean = STAND_INS.some((name) => first.includes(`<${name}`)) ? withLines(first) : first
  // Removing something can change how the rest is parsed, so it is repeated until nothing changes.
  for (let passes = 1; passes < MAX_PASSES; passes++) {
    const again = pass(clean, options)
    if (again === clean) return clean as CleanHtml
    clean = again
  }
  return pass(clean.replace(/[<>]/g, ' '), options) as CleanHtml
}

function pass(html: string, options: CleanOptions, standIns: string[] = []) {
  const clean = sanitizeHtml(withoutControls(html), {
    allowedTags: [...Object.keys(elements), ...standIns],
    // All attributes are built below.
    allowedAttributes: false,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    nonTextTags: unreadable.split(' '),
    nestingLimit: DEEPEST,
    parseStyleAttributes: false,
    transformTags: {
      '*': (name, sent) => remake((standIns.length && standInFor(name)) || name, sent, options),
      // The content of an iframe is never shown, and some parsers read it as markup.
      iframe: (name, sent) => ({ ...remake(name, sent, options), text: '' }),
    },
    textFilter: (text) => withoutControls(text).replaceAll('\u00a0', '&nbsp;'),
  })
  // As browsers write void elements. At this point a > in text is escaped.
  return withoutBare(clean.replaceAll(' />', '>'))
}

/**
 * Removes the links, pictures and videos without an allowed address, but keeps the content of links. Giving them
 * another name in sanitize-html would make it close the next element at the same depth by that name.
 */
function withoutBare(html: string) {
  const isKept: boolean[] = []
  return html.replaceAll(/<img>|<iframe><\/iframe>|<(\/?)a( [^>]*)?>/g, (tag, closes?: string, attributes?: string) => {
    if (closes === undefined) return ''
    if (closes === '') isKept.push(attributes !== undefined)
    const keeps = closes === '' ? isKept.at(-1) : isKept.pop()
    return keeps ? tag : ''
  })
}

function remake(name: string, sent: Attributes, options: CleanOptions) {
  const tagName = sameAs[name] ?? name
  const rebuild = Object.hasOwn(elements, tagName) ? elements[tagName] : undefined
  // Unknown elements keep their name, because nonTextTags goes by it.
  if (!rebuild) return { tagName, attribs: {} }
  const attribs = rebuild(sent, options)
  return { tagName, attribs: attribs ?? {} }
}

/** Databases reject lone surrogates, and browsers do not show control characters. */
const withoutControls = (text: string) => text.toWellFormed().replace(/[\p{Cc}--[\t\n\r]]/gv, '')

const some = (...made: (false | '' | undefined | [name: string, value: string])[]) =>
  Object.fromEntries(made.filter((attribute) => Array.isArray(attribute)))

const span = (given: string | undefined) => (/^[1-9][0-9]?$/.test(given ?? '') ? String(given) : '1')

function ownFile(src: string | undefined, publicUrl: string) {
  const address = (src ?? '').trim()
  const path = address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : address
  return /^\/files(\/[a-z0-9][\w-]*(\.[\w-]+)*)+$/i.test(path) ? path : null
}
