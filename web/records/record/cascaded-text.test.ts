import { expect, it } from 'vitest'
import { cascadedText } from './cascaded-text.ts'

it.each([
  ['2 manual pages', undefined, 'delete', 'Also removed: 2 manual pages.'],
  ['2 manual pages', 0, 'restore', 'Also restored: 2 manual pages.'],
  ['1 sub topic', 1, 'restore', 'Also restored: 1 sub topic. Still Inactive because their manual is: 1 manual page.'],
  ['', 3, 'restore', 'Still Inactive because their manual is: 3 manual pages.'],
  ['', undefined, 'restore', ''],
] as const)('says what went along and what did not: %j, %j left after a %s', (along, left, kind, text) => {
  expect(cascadedText(along, left, kind)).toBe(text)
})
