/** A picture as its bytes and its media type. */
export type Bytes = { bytes: Uint8Array<ArrayBuffer>; type: string }

/** A brace, a control word with its number and the blank that ends it, an escaped character, or hexadecimal digits. */
const TOKEN = /[{}]|\\([a-z]+)(-?\d+)? ?|\\[^a-z]|[\da-f]+/gi

/** Groups of pictures that stand in the text again for old readers, or are bullets. */
const ASIDE = new Set(['nonshppict', 'listpicture'])

/**
 * The pictures of a text in RTF, in its order, those that browsers do not show left out. The digits of a picture stand
 * in its group itself; the groups within it say more of it: https://www.biblioscape.com/rtf15_spec.htm#Heading49.
 */
export function picturesInRtf(rtf: string): Bytes[] {
  const pictures: Bytes[] = []
  let depth = 0
  let aside = 0
  let at: { depth: number; type?: string; digits: string[] } | undefined
  for (const [token, word] of rtf.matchAll(TOKEN)) {
    if (token === '{') depth += 1
    else if (token === '}') {
      if (at?.depth === depth) {
        if (at.type) pictures.push({ bytes: bytesOf(at.digits.join('')), type: at.type })
        at = undefined
      }
      if (aside === depth) aside = 0
      depth -= 1
    } else if (aside) continue
    else if (word && ASIDE.has(word)) aside = depth
    else if (word === 'pict') at = { depth, digits: [] }
    else if (at?.depth === depth) {
      if (word === 'pngblip' || word === 'jpegblip') at.type = `image/${word.slice(0, -'blip'.length)}`
      else if (!token.startsWith('\\')) at.digits.push(token)
    }
  }
  return pictures
}

const bytesOf = (digits: string) =>
  Uint8Array.from({ length: digits.length >> 1 }, (_, place) =>
    Number.parseInt(digits.slice(2 * place, 2 * place + 2), 16),
  )
