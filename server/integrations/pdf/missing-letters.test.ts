import { expect, it } from 'vitest'
import { warningAbout } from './make-pdf.ts'

it.each([
  [[], undefined],
  [['漢'], 'The PDF shows boxes in place of characters that its font lacks (Chinese or Japanese): 漢'],
  [
    ['か', 'ש', 'م', 'ไ', 'क', '한', '😀', '☃', '𐎀'],
    'The PDF shows boxes in place of characters that its font lacks (Japanese, Hebrew, Arabic, Thai, Hindi, Korean, emoji, and other symbols): か ש م ไ क 한 😀 ☃ 𐎀',
  ],
  [
    '一丁丂七丄丅丆万丈三上下'.split(''),
    'The PDF shows boxes in place of characters that its font lacks (Chinese or Japanese): 一 丁 丂 七 丄 丅 丆 万 丈 三 and 2 more',
  ],
])('characters without a shape are named with their scripts: %s', (missing, sentence) => {
  expect(warningAbout(missing)).toBe(sentence)
})
