import { styleOf } from './markup.ts'

/** How letters look in Word's symbol fonts, which it uses mainly for `-->` and `:-)`. */
const signsOf = (pairs: string): Record<string, string> =>
  Object.fromEntries(pairs.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]))
const SIGNS: Record<string, Record<string, string>> = {
  wingdings: signsOf('J☺ K😐 L☹ à→ ß← á↑ â↓ ó⇔ è➔ ð⇨ Ø➢ ü✓ û✗ þ☑ ý☒ ¨☐ o☐ q❑ §▪ l● n■ u◆ v❖'),
  symbol: signsOf('®→ ¬← \u00AD↑ ¯↓ Þ⇒ Ü⇐ Û⇔ ·• ³≥ £≤ ´× ¸÷ ¹≠ »≈ aα bβ DΔ WΩ mμ pπ'),
}

/** Replaces letters in a symbol font with the characters that they show. */
export function symbolsFromWord(content: DocumentFragment) {
  for (const span of content.querySelectorAll('span[style*="mso-symbol-font-family"]')) {
    const font = styleOf(span, 'mso-symbol-font-family').replaceAll('"', '').toLowerCase()
    const signs = SIGNS[font]
    if (!signs || span.children.length) continue
    span.textContent = (span.textContent ?? '').replace(/./gu, (letter) => {
      // Word writes some of them in the private-use area of symbol fonts.
      const code = letter.charCodeAt(0)
      const plain = code >= 0xf020 && code <= 0xf0ff ? String.fromCharCode(code - 0xf000) : letter
      return signs[plain] ?? letter
    })
  }
}
