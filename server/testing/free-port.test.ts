import { expect, it } from 'vitest'
import { freePort } from './free-port.ts'

it('gives no port twice, however many ask at once', async () => {
  // Of 11,000 ports, chance alone would give about 16 of these twice.
  const ports = await Promise.all(Array.from({ length: 600 }, freePort))
  expect(new Set(ports).size).toBe(600)
})
