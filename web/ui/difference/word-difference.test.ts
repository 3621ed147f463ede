import { expect, it } from 'vitest'
import { lineDifference, wordDifference } from './word-difference.ts'

/** '[-removed-]' and '{+added+}', as in a printed correction. */
const marked = (pieces: ReturnType<typeof wordDifference>) =>
  pieces
    .map(({ text, kind }) => (kind === 'removed' ? `[-${text}-]` : kind === 'added' ? `{+${text}+}` : text))
    .join('')

it('a text is compared word by word', () => {
  expect(marked(wordDifference('Check the roof twice.', 'Check the whole roof once.'))).toBe(
    'Check the {+whole +}roof [-twice-]{+once+}.',
  )
  expect(marked(wordDifference('', 'New'))).toBe('{+New+}')
  expect(wordDifference('Same', 'Same')).toEqual([{ text: 'Same', kind: 'same' }])
})

it('texts that have nothing in common are shown whole, however long', () => {
  const words = (word: string) => Array.from({ length: 4000 }, (_, place) => `${word}${place}`).join(' ')
  expect(wordDifference(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})

it('of lines, those that differ are shown with their neighbours', () => {
  const lines = (...changed: string[]) => ['One', 'Two', 'Three', ...changed, 'Five', 'Six', 'Seven']
  const shown = lineDifference(lines('Look here first.'), lines('Look here.'))
  expect(shown.map(({ pieces, skipped }) => (skipped ? `${skipped} skipped` : marked(pieces)))).toEqual([
    '2 skipped',
    'Three',
    'Look here[- first-].',
    'Five',
    '2 skipped',
  ])
})

it('a line that another one was put before is found again', () => {
  const [line] = lineDifference(['Built to be taken out.'], ['Welcome aboard.', 'Built to be taken out, always.'])
  expect(marked(line?.pieces ?? [])).toBe('{+Welcome aboard.\n+}Built to be taken out{+, always+}.')
})
