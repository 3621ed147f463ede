import { expect, it } from 'vitest'
import { namesApart } from './names-apart.ts'

const at = (name: string, x: number, y: number) => ({ name, x, y })
const named = (all: { name: string }[]) => all.map(({ name }) => name)

it('writes no name over one before it, nor beyond the edge of the map', () => {
  const all = [
    at('Sacramento', 100, 100),
    at('Davis', 40, 104),
    at('Roseville', 150, 92),
    at('Folsom', 150, 130),
    at('Placerville', 340, 60),
  ]
  expect(named(namesApart(all, 400))).toEqual(['Sacramento', 'Davis', 'Folsom'])
  expect(named(namesApart(all, 600))).toEqual(['Sacramento', 'Davis', 'Folsom', 'Placerville'])
})
