const windows = new TextDecoder('windows-1252')
/** The bytes of Windows-1252 by their signs. */
const BYTES = new Map(
  Array.from(
    windows.decode(Uint8Array.from({ length: 128 }, (_, place) => place + 128)),
    (sign, place) => [sign, place + 128] as const,
  ),
)
const utf8 = new TextDecoder('utf-8', { fatal: true })
const ABOVE_ASCII = /[^\0-\x7f]{2,}/g
/** What people write in the languages of Europe; other signs come of it by chance. */
const LIKELY = /^[\u00a0-\u024f\u1e00-\u1eff\u2010-\u203a\u20ac\u2122]+$/

/**
 * A text of which a part was read as Windows-1252 although it is UTF-8, as it was meant: `É` for `Ã‰`. Undefined where
 * none was.
 */
export function asMeant(text: string): string | undefined {
  let isOther = false
  const meant = text.replace(ABOVE_ASCII, (part) => {
    const bytes = Array.from(part, (sign) => BYTES.get(sign))
    if (bytes.includes(undefined)) return part
    try {
      const read = utf8.decode(Uint8Array.from(bytes as number[]))
      if (!LIKELY.test(read)) return part
      isOther = true
      return read
    } catch {
      return part
    }
  })
  return isOther ? meant : undefined
}
