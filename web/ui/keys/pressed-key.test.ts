import { expect, it } from 'vitest'
import { pressedKey } from './pressed-key.ts'

it.each([
  ['s', 'KeyS', false, 's'],
  ['S', 'KeyS', false, 's'],
  ['S', 'KeyS', true, 's'],
  ['ы', 'KeyS', false, 's'],
  ['т', 'KeyN', false, 'n'],
  ['Т', 'KeyN', true, 'n'],
  ['ν', 'KeyN', false, 'n'],
  // On Dvorak, the letter counts and not its place.
  ['o', 'KeyS', false, 'o'],
  ['.', 'Slash', false, '/'],
  [',', 'Slash', true, '?'],
  ['?', 'Slash', true, '?'],
  ['-', 'Slash', false, '-'],
  ['/', 'Digit7', true, '/'],
  ['.', 'Period', false, '.'],
  ['Enter', 'Enter', false, 'Enter'],
  [' ', 'Space', false, ' '],
])('the key %s at %s means %s', (key, code, shiftKey, meant) => {
  expect(pressedKey({ key, code, shiftKey })).toBe(meant)
})
