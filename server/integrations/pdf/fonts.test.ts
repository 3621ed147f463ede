import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fonts, inFonts } from './fonts.ts'

describe('the fonts of the PDFs', () => {
  it('are there, in each style', () => {
    for (const style of Object.values(fonts).flatMap((files) => Object.values(files)))
      expect([style, existsSync(style)]).toEqual([style, true])
  })

  it.each([
    ['Größe, Жук, © ™', [undefined]],
    ['主电源 switch', ['Chinese', undefined]],
    ['カタカナ、ひらがな。', ['Chinese']],
    ['주전원 스위치', ['Korean', undefined, 'Korean']],
    ['नमस्ते 12', ['Devanagari', undefined]],
    ['Off 👍🏽❤️', [undefined, 'Emoji']],
    ['#1', [undefined]],
    ['שלום', [undefined]],
  ])('are chosen by the letters: %s', (text, names) => {
    const runs = inFonts(text)
    expect(runs.map(({ font }) => font)).toEqual(names)
    expect(runs.map(({ text }) => text).join('')).toBe(text)
  })

  it('have letters with their marks as one', () => {
    expect(inFonts('u\u0308ber \u1112\u1161\u11ab')).toEqual([
      { text: '\u00fcber ' },
      { text: '\ud55c', font: 'Korean' },
    ])
  })

  it('print a narrow no-break space, which they lack, as a no-break space', () => {
    expect(inFonts('«\u202fœ\u202f»')).toEqual([{ text: '«\u00a0œ\u00a0»' }])
  })

  it('let lines of Thai end between words', () => {
    expect(inFonts('สวัสดีครับ')).toEqual([{ text: 'สวัสดี\u200bครับ', font: 'Thai' }])
  })
})
