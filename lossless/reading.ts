/** A picture among letters. */
export const PICTURE = '\uFFFC'

/** What a reader finds in a text, in its order: one line for each block, picture and cell. */
export type Reading = string[]

/**
 * Reads HTML as a person would: `# ` before a heading, `1. ` or `• ` before an item, `|` before a cell with what it
 * covers, `[…]` for a picture with its words, and where each link leads.
 */
export function readingOf(body: Element): Reading {
  const lines: Reading = []
  let line = ''
  let mark = ''
  const end = () => {
    const text = line.replace(/[ \t\r\n]+/g, ' ').trim()
    if (text || mark.trim()) lines.push(`${mark}${text}`.trim())
    line = ''
    mark = ''
  }
  const read = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE)
      line += inCode(node) ? (node.textContent ?? '').replaceAll('\n', ' ') : node.textContent
    if (!(node instanceof Element)) return
    const name = node.tagName.toLowerCase()
    if (name === 'br') line += ' '
    else if (name === 'img') line += ` [${node.getAttribute('alt') ?? ''}] `
    else if (name === 'a') {
      node.childNodes.forEach(read)
      line += `(${node.getAttribute('href')})`
    } else if (BLOCKS.test(name)) {
      if (line.trim()) end()
      mark += markOf(node)
      node.childNodes.forEach(read)
      end()
    } else node.childNodes.forEach(read)
  }
  read(body)
  end()
  return lines
}

const BLOCKS = /^(body|div|p|h[1-4]|li|td|th|tr|pre|blockquote|table)$/
const inCode = ({ parentElement }: Node) => parentElement?.closest('pre') !== null

function markOf(block: Element) {
  const name = block.tagName.toLowerCase()
  if (name.startsWith('h')) return `${'#'.repeat(Number(name[1]))} `
  if (name === 'li') return `${numberOf(block) ?? '•'} `
  if (name !== 'td' && name !== 'th') return ''
  const spans = ['colspan', 'rowspan'].map((span) => Number(block.getAttribute(span) ?? 1))
  return `${name === 'th' ? '|| ' : '| '}${spans.some((span) => span > 1) ? `(${spans.join('x')}) ` : ''}`
}

/** The number of an item with its dot, as a browser shows it; undefined for one that has none. */
function numberOf(item: Element) {
  const list = item.parentElement
  if (list?.tagName !== 'OL') return undefined
  const number = Number(list.getAttribute('start') ?? 1) + [...list.children].indexOf(item)
  const type = list.getAttribute('type') ?? '1'
  if (type === '1' || number < 1) return `${number}.`
  const text = type.toLowerCase() === 'a' ? inLetters(number) : inNumerals(number)
  return `${type === type.toLowerCase() ? text : text.toUpperCase()}.`
}

const inLetters = (number: number): string => {
  const above = Math.floor((number - 1) / 26)
  return `${above ? inLetters(above) : ''}${String.fromCharCode(97 + ((number - 1) % 26))}`
}
const inNumerals = (number: number) =>
  ['m', 'cm', 'd', 'cd', 'c', 'xc', 'l', 'xl', 'x', 'ix', 'v', 'iv', 'i'].reduce(
    ({ left, text }, numeral, place) => {
      const value = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1][place] as number
      const times = Math.floor(left / value)
      return { left: left - times * value, text: text + numeral.repeat(times) }
    },
    { left: number, text: '' },
  ).text

/** Letters, numbers of lists and pictures of HTML in their order, as a PDF is compared: without spaces and marks. */
export function lettersOf(body: Element): string {
  const read = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
    if (!(node instanceof Element)) return ''
    if (node.tagName === 'IMG') return PICTURE
    const within = [...node.childNodes].map(read).join('')
    return node.tagName === 'LI' ? `${numberOf(node) ?? ''}${within}` : within
  }
  return compared(read(body))
}

/**
 * A text as it is compared with that of a PDF, whose fonts join letters, change the order of marks and have no colours
 * of skin.
 */
export const compared = (text: string) => text.normalize('NFKD').replace(/[\s\p{C}\p{M}\p{Emoji_Modifier}]/gu, '')
