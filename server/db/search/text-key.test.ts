import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { containsText, foldText, lettersOf, textKey } from './text-key.ts'

/** Visible characters, each of one or more code points. */
const characters = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    fc.constantFrom(
      'Σ',
      'ς',
      'σ',
      'ß',
      'ẞ',
      'İ',
      'ı',
      '¯',
      '₂',
      'é',
      'e\u0301',
      'ﬁ',
      'ŉ',
      '’',
      '–',
      '“',
      ' ',
      '\u00a0',
      '\n',
      '각',
    ),
  ),
  { maxLength: 12 },
)

describe('a text as it is compared', () => {
  it('holds itself and every part of it, whatever it says', () => {
    fc.assert(
      fc.property(characters, fc.nat(12), fc.nat(12), (text, from, length) => {
        expect(containsText(text.join(''), text.slice(from, from + length).join(''))).toBe(true)
      }),
    )
  })

  it('stays the same when compared again, also in capitals or small letters', () => {
    fc.assert(
      fc.property(characters, (text) => {
        const key = textKey(text.join(''))
        expect([textKey(key), textKey(key.toUpperCase()), foldText(lettersOf(key))]).toEqual([key, key, lettersOf(key)])
      }),
    )
  })

  it.each([
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Straße', 'STRASSE'],
    ['Café', 'CAFE\u0301'],
    ['  Class\u00a0A\n', 'class a'],
    ['Owner’s', "Owner's"],
    ['“Fifth‑Wheel” – 5′', '"fifth-wheel" - 5\''],
  ])('takes %j and %j for the same', (one, other) => expect(textKey(one)).toBe(textKey(other)))

  it.each([
    ['CO₂ tanks', 'CO2 tanks'],
    ['½ inch', '1⁄2 inch'],
    ['Resume', 'Résumé'],
    ['¯', ''],
  ])('takes %j and %j for different texts', (one, other) => expect(textKey(one)).not.toBe(textKey(other)))

  it.each([
    ['Quebec', 'Québec'],
    ['CREME BRULEE', 'Crème brûlée'],
    ['Lodz', 'Łódź'],
    ['Aeroskobing', 'Ærøskøbing'],
    ['Oeuvre', 'Œuvre'],
    ['Γαλα', 'Γάλα'],
  ])('%j finds %j and the other way round, and the two stay different names', (one, other) => {
    expect([containsText(one, other), containsText(other, one)]).toEqual([true, true])
    expect(textKey(one)).not.toBe(textKey(other))
    expect(lettersOf(textKey(one))).toBe(lettersOf(textKey(other)))
  })

  it('is different for different texts of the same letters', () => {
    const letters = fc.array(fc.constantFrom('e', 'é', 'è', 'ê', 'ł', 'l', 'ae', 'æ', ' '), { maxLength: 6 })
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        const [a, b] = [one, other].map((text) => text.join('').trim().replaceAll(/ +/g, ' '))
        expect(textKey(one.join('')) === textKey(other.join(''))).toBe(a === b)
      }),
    )
  })

  it('holds a word and a blank where another word or nothing follows', () => {
    expect(['Class A', 'class', 'Classic'].filter((text) => containsText(text, 'Class '))).toEqual(['Class A', 'class'])
  })
})
