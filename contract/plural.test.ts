import { expect, it } from 'vitest'
import { counted, plural } from './plural.ts'

it('a number is said with the word that fits it', () => {
  expect([0, 1, 2, 1204].map((count) => counted(count, 'model'))).toEqual([
    '0 models',
    '1 model',
    '2 models',
    '1,204 models',
  ])
  expect([1, 2].map((count) => counted(count, 'delivery', 'deliveries'))).toEqual(['1 delivery', '2 deliveries'])
  expect([0, 1, 2].map((count) => plural(count, 'is', 'are'))).toEqual(['are', 'is', 'are'])
})
