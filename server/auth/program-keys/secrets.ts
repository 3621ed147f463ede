import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { KEY_PREFIX } from '#contract/keys.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** More than 256 bits. */
const LENGTH = 44
const CHECKSUM_LENGTH = 6

/**
 * A new secret for a key: `rvk_`, 44 random characters, and six for their CRC-32 in base 62, so that scanners can
 * recognize it, as with GitHub tokens.
 */
export function newSecret() {
  const random = Array.from({ length: LENGTH }, randomDigit).join('')
  return `${KEY_PREFIX}${random}${checksum(random)}`
}

/** Whether a text can be a key's secret. */
export function isSecret(text: string) {
  const rest = text.slice(KEY_PREFIX.length)
  const random = rest.slice(0, LENGTH)
  return text.startsWith(KEY_PREFIX) && random.length === LENGTH && rest.slice(LENGTH) === checksum(random)
}

function randomDigit(): string {
  const [byte = 0] = randomBytes(1)
  // Bytes beyond the last full multiple of 62 would make the first digits more likely.
  return byte < 248 ? (DIGITS[byte % DIGITS.length] as string) : randomDigit()
}

function checksum(text: string) {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = `${DIGITS[rest % DIGITS.length]}${digits}`
    rest = Math.floor(rest / DIGITS.length)
  }
  return digits
}
