import { expect, it } from 'vitest'
import { freePort } from './free-port.ts'

it('gives no port twice, however many ask at once', async () => {
  // With 11,000 ports, chance alone would repeat about 16 of these.
  const ports = await Promise.all(Array.from({ length: 600 }, freePort))
  expect(new Set(ports).size).toBe(600)
})
