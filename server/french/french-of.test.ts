import { describe, expect, it } from 'vitest'
import { phrases } from './answers.ts'
import { frenchOf, sentenceIn, sentences } from './french-of.ts'

describe('the French of a sentence', () => {
  it.each([
    ['Please sign in.', 'Veuillez vous connecter.'],
    ['Please use at most 1,000 characters.', 'Veuillez utiliser au plus 1\u00a0000 caractères.'],
    [
      'Too many attempts. Please wait half an hour and try again.',
      'Trop de tentatives. Veuillez attendre une demi-heure avant de réessayer.',
    ],
    [
      'You have 50 RVs, the maximum. Please contact support to have some removed.',
      'Vous avez 50 VR, le maximum. Veuillez communiquer avec le soutien pour en faire supprimer.',
    ],
    [
      'You have made a lot of changes. Please try again in 7 minutes.',
      'Vous avez fait beaucoup de modifications. Veuillez réessayer dans 7 minutes.',
    ],
    ['This must be ios, android, or web.', 'Ceci doit être ios, android ou web.'],
    // A value in a place is not a pattern.
    ['There is no parameter $& {0} $1.', 'Il n’y a pas de paramètre $& {0} $1.'],
  ])('%s', (english, french) => {
    expect(frenchOf(english)).toBe(french)
  })

  it('is not made up', () => {
    expect(frenchOf('Nobody has ever said this.')).toBeUndefined()
    expect(sentenceIn('fr', 'Nobody has ever said this.')).toBe('Nobody has ever said this.')
    expect(sentenceIn('en', 'Please sign in.')).toBe('Please sign in.')
  })

  it.each([
    ['sentences', sentences],
    ['phrases', phrases],
  ])('says each of the %s once, with all that stands in it, as it is written in Canada', (_what, pairs) => {
    const english = pairs.map(([one]) => one)
    expect(english).toEqual([...new Set(english)])
    for (const [one, french] of pairs) {
      expect([one, french.match(/\{\d\}/g)?.toSorted() ?? []]).toEqual([one, one.match(/\{\d\}/g)?.toSorted() ?? []])
      // Typographic apostrophes; no space before ; ! and ?; guillemets with no-break spaces.
      expect(french).not.toMatch(/'| [;!?]|« | »/)
    }
  })
})
