/** How a word of a rich text looks, or what stands in its place. */
export type Format = {
  /** The elements around it, the outermost first. */
  marks?: Mark[]
  /** Where a link leads. */
  href?: string
  /** The address of a picture, whose alternative text is the word. */
  picture?: string
  /** It is not a word but says how its line looks. */
  isLabel?: true
}
export type Mark = (typeof MARKS)[keyof typeof MARKS]
export type Word = { text: string; format?: Format }

const MARKS = {
  B: 'strong',
  STRONG: 'strong',
  I: 'em',
  EM: 'em',
  U: 'u',
  S: 's',
  SUB: 'sub',
  SUP: 'sup',
  MARK: 'mark',
  CODE: 'code',
  TH: 'strong',
} as const

const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, pre, blockquote, li, tr, hr, img, iframe, br'
/** The first paragraph of a list item or cell stands on the line of its bullet or bar. */
const CONTINUES = 'li > p:first-child, td > p:first-child, th > p:first-child'

/** Reads a rich text (HTML) as its readers see it: lines of words with their formats. It runs and loads nothing. */
export function richTextLines(html: string): Word[][] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const lines: Word[][] = [[]]
  const add = (...words: Word[]) => void lines.at(-1)?.push(...words)

  function read(node: Node, format: Format) {
    if (node instanceof Text) {
      for (const text of node.data.replace(/\s+/g, ' ').split(/( )/)) if (text) add(word(text, format))
    } else if (node instanceof Element) {
      if (node.matches(BLOCKS) && !node.matches(CONTINUES)) lines.push([])
      add(...before(node))
      const inside = formatIn(node, format)
      for (const child of node.childNodes) read(child, inside)
      if (node.matches('td, th')) add({ text: BAR })
      // What follows a block is on a separate line.
      if (node.matches(BLOCKS) && !node.matches(CONTINUES)) lines.push([])
    }
  }
  for (const child of body.childNodes) read(child, {})
  return lines.map(trimmed).filter((line) => line.some(({ format }) => !format?.isLabel))
}

const word = (text: string, format: Format): Word => (Object.keys(format).length ? { text, format } : { text })
const label = (text: string): Word => ({ text, format: { isLabel: true } })

function formatIn(element: Element, format: Format): Format {
  const mark = MARKS[element.tagName as keyof typeof MARKS]
  const href = element.tagName === 'A' ? element.getAttribute('href') : null
  return {
    ...format,
    ...(mark && !format.marks?.includes(mark) && { marks: [...(format.marks ?? []), mark] }),
    ...(href && { href }),
  }
}

/** Between the cells of a table. */
const BAR = ' | '
const ALIGNMENTS: Record<string, string> = { center: 'Centered', right: 'Right-aligned', justify: 'Justified' }

/** What stands before the words of an element, or instead of them. */
function before(element: Element): Word[] {
  const { tagName } = element
  const alignment = element instanceof HTMLElement ? ALIGNMENTS[element.style.textAlign] : undefined
  const aligned = alignment ? [label(alignment)] : []
  if (/^H[1-6]$/.test(tagName)) return [label(`Heading ${tagName[1]}`), ...aligned]
  if (tagName === 'BLOCKQUOTE') return [label('Quote')]
  if (tagName === 'PRE') return [label('Code')]
  if (tagName === 'LI') return [{ text: element.parentElement?.tagName === 'OL' ? '1. ' : '• ' }]
  if (tagName === 'HR') return [{ text: '———' }]
  if (tagName === 'IMG') {
    return [word(element.getAttribute('alt') ?? '', { picture: element.getAttribute('src') ?? '' })]
  }
  if (tagName === 'IFRAME') return [{ text: `[Video: ${element.getAttribute('src') ?? ''}]` }]
  return aligned
}

/** Without the blanks and bars at both ends, which separate nothing. */
function trimmed(line: Word[]) {
  const isBlank = ({ text, format }: Word) => (text === ' ' || text === BAR) && !format?.picture
  const first = line.findIndex((word) => !isBlank(word))
  const last = line.findLastIndex((word) => !isBlank(word))
  return first < 0 ? [] : line.slice(first, last + 1)
}
