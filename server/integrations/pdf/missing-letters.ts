const MOST_NAMED = 10

/** Scripts by the name that people know. The first that fits counts. */
const scripts: [name: string, letters: RegExp][] = [
  ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Korean', /\p{Script=Hangul}/u],
  ['Chinese or Japanese', /\p{Script_Extensions=Han}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Hindi', /\p{Script=Devanagari}/u],
  ['emoji', /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/u],
]

/** A sentence about characters that a PDF shows as boxes; undefined where there are none. */
export function warningAbout(missing: string[]): string | undefined {
  if (!missing.length) return undefined
  const names = missing.map((letter) => scripts.find(([, letters]) => letters.test(letter))?.[0] ?? 'other symbols')
  const found = new Intl.ListFormat('en', { type: 'conjunction' }).format(new Set(names))
  const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : ''
  const letters = `${missing.slice(0, MOST_NAMED).join(' ')}${more}`
  return `The PDF shows boxes in place of characters that its font lacks (${found}): ${letters}`
}
