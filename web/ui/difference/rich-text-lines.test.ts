import { expect, it } from 'vitest'
import { richTextLines } from './rich-text-lines.ts'
import { type Piece, richLineDifference } from './word-difference.ts'

/** '[-removed-]' and '{+added+}', as in a printed correction, with what a format is. */
const shown = ({ text, kind, format }: Piece) => {
  const { marks = [], href, picture, isLabel } = format ?? {}
  const words = isLabel ? `(${text})` : [...marks, text, href, picture].filter((part) => part !== undefined).join(':')
  return kind === 'removed' ? `[-${words}-]` : kind === 'added' ? `{+${words}+}` : isLabel ? '' : words
}
const difference = (from: string, to: string) =>
  richLineDifference(richTextLines(from), richTextLines(to)).map(({ pieces, skipped }) =>
    skipped ? `${skipped} skipped` : pieces.map(shown).join(''),
  )

it('a word that only looks different now is shown as it looked and as it looks', () => {
  expect(difference('<p>Check the roof twice.</p>', '<p>Check the <strong>roof</strong> twice.</p>')).toEqual([
    'Check the [-roof-]{+strong:roof+} twice.',
  ])
})

it('a link that leads elsewhere shows both addresses', () => {
  const link = (href: string) => `<p>See <a href="${href}">the guide</a>.</p>`
  expect(difference(link('https://example.com/a'), link('https://example.com/b'))).toEqual([
    'See [-the guide:https://example.com/a-]{+the guide:https://example.com/b+}.',
  ])
})

it('a picture that was replaced is shown before and after', () => {
  const picture = (src: string) => `<p>Look:</p><img src="${src}" alt="A winch"><p>Done.</p>`
  expect(difference(picture('/files/a.png'), picture('/files/b.png'))).toEqual([
    'Look:',
    '[-A winch:/files/a.png-]{+A winch:/files/b.png+}',
    'Done.',
  ])
})

it('a line that becomes a heading or is centred says so', () => {
  expect(difference('<p>Roof</p>', '<h2 style="text-align: center">Roof</h2>')).toEqual([
    '{+(Heading 2)+}{+(Centered)+}Roof',
  ])
})

it('words are compared as words, in lists and tables too', () => {
  const cells = (text: string) => `<table><tbody><tr><td><p>Tank</p></td><td><p>${text}</p></td></tr></tbody></table>`
  expect(difference('<ul><li><p>One</p></li></ul>', '<ul><li><p>One more</p></li></ul>')).toEqual(['• One{+ more+}'])
  expect(difference(cells('20 l'), cells('25 l'))).toEqual(['Tank | [-20-]{+25+} l'])
})

it('what no reader sees is no difference', () => {
  expect(difference('<p>Roof</p>', '<p> Roof </p><p></p>')).toEqual(['Roof'])
})
