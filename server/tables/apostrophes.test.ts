import fc from 'fast-check'
import { expect, it } from 'vitest'
import { guarded, unguarded } from './apostrophes.ts'

it.each(['=1+1', '@sum', '\t=1', '\r', '-', '+', '-2+3', '--1', "+cmd|' /C calc'!A0", "'=1", "''-", "'-5"])(
  'gives %j an apostrophe',
  (text) => expect(guarded(text)).toBe(`'${text}`),
)
it.each([
  '',
  '-118.2',
  '+5',
  '-1,234.5',
  '1e5',
  '-2E+3',
  '+1 916',
  '+1 (916) 555-0100',
  '+49 30/123',
  "'x",
  '02138',
  'a=1',
])('leaves %j as it is', (text) => expect(guarded(text)).toBe(text))

it('is taken back for any text', () => {
  const likely = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', ' ', '1', '.', 'a') })
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), likely), (text) => {
      expect(unguarded(guarded(text))).toBe(text)
    }),
  )
})
