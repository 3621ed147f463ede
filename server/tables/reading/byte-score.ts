import type { Encoding } from '#contract/import-files.ts'

/** Single-byte encodings to choose from; of two that fit equally, the first. */
const CANDIDATES = ['windows-1252', 'macintosh'] as const satisfies Encoding[]

const COMMON = new Set('àâäáãåæçéèêëíìîïñóòôöõøœúùûüýÿßÀÂÄÁÃÅÆÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØŒÚÙÛÜÝ')
const PUNCTUATION = new Set('“”‘’„–—…•·°§«»€£©®™½¼¾²³µ¿¡')

/** The neighbour of a byte: no letter, a small one, a capital, or another byte above ASCII. */
const [NONE, SMALL, CAPITAL, HIGH] = [0, 1, 2, 3]
const KINDS = 4

const kindOf = (byte: number | undefined) => {
  if (byte === undefined) return NONE
  if (byte >= 0x80) return HIGH
  if (byte >= 0x61 && byte <= 0x7a) return SMALL
  return byte >= 0x41 && byte <= 0x5a ? CAPITAL : NONE
}

/** Counts bytes above ASCII by their neighbours, and says in which encoding they make the most sense. */
export function byteScore() {
  const counts = new Float64Array(128 * KINDS * KINDS)
  return {
    add(bytes: Uint8Array) {
      for (let place = 0; place < bytes.length; place++) {
        const byte = bytes[place] as number
        if (byte < 0x80) continue
        const at = ((byte - 0x80) * KINDS + kindOf(bytes[place - 1])) * KINDS + kindOf(bytes[place + 1])
        counts[at] = (counts[at] ?? 0) + 1
      }
    },
    best(): Encoding {
      const scores = CANDIDATES.map((encoding) => scoreOf(counts, encoding))
      return CANDIDATES[scores.indexOf(Math.max(...scores))] ?? CANDIDATES[0]
    },
  }
}

function scoreOf(counts: Float64Array, encoding: Encoding) {
  const signs = Array.from(
    new TextDecoder(encoding).decode(Uint8Array.from({ length: 128 }, (_, place) => place + 128)),
  )
  let score = 0
  for (const [at, count] of counts.entries()) {
    if (!count) continue
    const [sign = '', before, after] = [
      signs[Math.floor(at / KINDS / KINDS)],
      Math.floor(at / KINDS) % KINDS,
      at % KINDS,
    ]
    score += count * pointsOf(sign, before as number, after)
  }
  return score
}

function pointsOf(sign: string, before: number, after: number) {
  const isInWord = before !== NONE && after !== NONE
  if (/\p{Lu}/u.test(sign)) return before === SMALL ? -2 : COMMON.has(sign) ? 1 : 0
  if (/\p{L}/u.test(sign)) return COMMON.has(sign) && (before !== NONE || after !== NONE) ? 2 : -1
  if (/\p{Cc}/u.test(sign)) return -3
  if (!PUNCTUATION.has(sign)) return isInWord ? -2 : -1
  if (!isInWord) return '“”‘’'.includes(sign) ? 2 : 1
  // As in “don’t”; a dash can join two words.
  return sign === '’' ? 3 : '–—'.includes(sign) ? 2 : -2
}
