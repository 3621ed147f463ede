import { afterEach, expect, it, vi } from 'vitest'
import { newTotpSecret, stepOf, totpCode, totpUri } from './totp.ts'

afterEach(() => vi.useRealTimers())

/** '12345678901234567890' in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

// RFC 6238, appendix B, SHA-1; the last six of its eight digits are the six-digit code.
it.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('the code at second %i is that of the RFC', (second, digits) => {
  vi.useFakeTimers({ toFake: ['Date'], now: second * 1000 })
  const step = Math.floor(second / 30)
  expect(totpCode(SECRET, step)).toBe(digits.slice(2))
  expect(stepOf(SECRET, digits.slice(2))).toBe(step)
})

it('a code counts half a minute before and after its time, and no longer', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 3_000_000_000_000 })
  const step = 100_000_000
  expect([-2, -1, 0, 1, 2].map((off) => stepOf(SECRET, totpCode(SECRET, step + off)))).toEqual([
    null,
    step - 1,
    step,
    step + 1,
    null,
  ])
  for (const wrong of ['', '1', '12345678', 'abcdef', '!!𐀀𐀀', '１２３４５６']) expect(stepOf(SECRET, wrong)).toBeNull()
})

it('a secret has 160 bits, and its address names the product and the account', () => {
  const secret = newTotpSecret()
  expect([secret.length, newTotpSecret() === secret]).toEqual([32, false])
  const uri = new URL(totpUri(secret, 'ada@example.com'))
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/RV Owner Back-Office:ada@example.com',
  ])
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'RV Owner Back-Office',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
