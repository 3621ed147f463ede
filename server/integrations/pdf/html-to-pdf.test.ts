import { describe, expect, it } from 'vitest'
import { htmlToPdf } from './html-to-pdf.ts'

type Printed = { text: { text: string }[] }

const wordsOf = (paragraph: Printed) =>
  paragraph.text
    .map(({ text }) => text)
    .join('')
    .split(/[\s\u200b]+/)
const printed = (html: string) => htmlToPdf(html, {}).blocks.flatMap(({ content }) => content)
const paragraphs = (html: string) => printed(html) as unknown as Printed[]
const textOf = (html: string) =>
  paragraphs(html)
    .flatMap(({ text }) => text.map(({ text }) => text.replaceAll('\u200b', '')))
    .join('')

// pdfmake's work grows with the square of a word's letters and of a paragraph's words.
describe('text of any length', () => {
  const long = {
    'one word': 'a'.repeat(40_000),
    'one word in marks': '<em>a</em>b'.repeat(9000),
    'many words': 'a '.repeat(40_000),
    'words of one letter each': '漢'.repeat(40_000),
    'one word of accents': `a${'\u0301'.repeat(40_000)}`,
  }

  it.each(Object.entries(long))('is printed in short words and paragraphs, letter for letter: %s', (_name, html) => {
    const made = paragraphs(`<p>${html}</p>`)
    for (const paragraph of made) {
      const words = wordsOf(paragraph)
      expect(words.join('').length).toBeLessThan(10_500)
      expect(Math.max(...words.map(({ length }) => length))).toBeLessThanOrEqual(300)
    }
    expect(textOf(`<p>${html}</p>`)).toBe(html.replace(/<\/?em>/g, '').normalize('NFC'))
  })

  it('is not touched where it is as people write', () => {
    const html = `<p>Turn off the main breaker, ${'see https://example.com/manual '.repeat(20)}</p>`
    expect(paragraphs(html).map(({ text }) => text)).toEqual([[{ text: html.slice(3, -4) }]])
  })
})

describe('tables', () => {
  const row = (cells: number, attributes = '') => `<tr>${`<td${attributes}><p>a</p></td>`.repeat(cells)}</tr>`
  const print = (rows: string) => printed(`<table><tbody>${rows}</tbody></table>`) as { table?: unknown }[]

  it('keep their columns as long as these fit on the page', () => {
    expect(print(row(40))).toEqual([expect.objectContaining({ table: expect.anything() })])
  })

  it('that span more columns than there are cells to print become paragraphs', () => {
    const made = print(row(500, ' colspan="99"') + row(1).repeat(1000))
    expect([made.length, made.some(({ table }) => table)]).toEqual([1500, false])
  })
})
