import { expect, it } from 'vitest'
import { inRandomOrder } from './random-order.ts'

const file = (name: string, moduleId: string, groupOrder = 0) => ({
  moduleId,
  project: { name, config: { sequence: { groupOrder } } },
})
const files = [
  ...Array.from({ length: 20 }, (_, place) => file('web', `web/${place}`)),
  ...Array.from({ length: 20 }, (_, place) => file('server', `server/${place}`)),
  file('faults', 'faults/0', 1),
]
const orderOf = (seed: number, all = files) => inRandomOrder(all, seed).map(({ moduleId }) => moduleId)

it('is the same for a seed, in whatever order the files were found, and another one for another seed', () => {
  expect(orderOf(1)).toEqual(orderOf(1, files.toReversed()))
  expect(orderOf(1)).not.toEqual(orderOf(2))
  expect(orderOf(1).toSorted()).toEqual(orderOf(2).toSorted())
})

it('keeps the files of a project together, and its groups in order', () => {
  const projects = inRandomOrder(files, 3).map(({ project }) => project.name)
  expect(projects).toEqual([...Array(20).fill('server'), ...Array(20).fill('web'), 'faults'])
})

it('begins with the files that take minutes', () => {
  const faults = [file('faults', '/faults/due.test.ts', 1), file('faults', '/faults/a.test.ts', 1)]
  for (const seed of Array(20).keys()) expect(orderOf(seed, faults)[0]).toBe('/faults/due.test.ts')
})
