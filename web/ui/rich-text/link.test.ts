import { expect, it } from 'vitest'
import { linkAddress } from './link.ts'

it.each([
  ['https://a.example/b', 'https://a.example/b'],
  ['a.example', 'https://a.example'],
  ['a.example:8080/b', 'https://a.example:8080/b'],
  ['help@a.example', 'mailto:help@a.example'],
  ['mailto:help@a.example', 'mailto:help@a.example'],
  ['+1 (800) 555-0142', 'tel:+18005550142'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
])('takes %s for %s', (typed, address) => {
  expect(linkAddress(typed)).toBe(address)
})
