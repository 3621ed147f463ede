import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 256 random bits as base64url, for headers and addresses. */
export const randomToken = () => randomBytes(32).toString('base64url')

/** SHA-256 of a text as hex. Good enough for random tokens, never for passwords. */
export const sha256 = (text: string) => hash('sha256', text)

/** HMAC-SHA-256 as hex, for short secrets: without the key a stolen hash cannot be brute-forced. */
export const keyedHash = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')

/** Six random digits. */
export const randomCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** Whether two texts are equal, in constant time. */
export function sameSecret(one: string, other: string) {
  return timingSafeEqual(Buffer.from(sha256(one)), Buffer.from(sha256(other)))
}

const letters = 'abcdefghijkmnopqrstuvwxyz'
const capitals = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const numbers = '23456789'
const specials = '@$!%*#?&'

/** A random password of 16 characters that meets the policy, without look-alike characters. */
export function randomPassword() {
  const pick = (from: string) => from[randomInt(from.length)] as string
  const picked = [pick(letters), pick(capitals), pick(numbers), pick(specials)]
  while (picked.length < 16) picked.push(pick(letters + capitals + numbers + specials))
  for (let last = picked.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[picked[last], picked[other]] = [picked[other] as string, picked[last] as string]
  }
  return picked.join('')
}
