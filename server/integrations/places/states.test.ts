import { expect, it } from 'vitest'
import { readPostal } from './postal.ts'
import { keysOfStates, stateReader } from './states.ts'

const { states } = readPostal()
const read = stateReader(states)

it.each([
  ['Québec', 'QC'],
  ['QUE\u0301BEC', 'QC'],
  ['Washington, D.C.', 'DC'],
  ['washington dc', 'DC'],
  ['D.C.', 'DC'],
  ['DC', 'DC'],
  ['Washington', 'WA'],
  ['Newfoundland', 'NL'],
  ['Newfoundland & Labrador', 'NL'],
  ['Yukon Territory', 'YT'],
  ['PEI', 'PE'],
  ['P.E.I.', 'PE'],
  ['P. E. I.', 'PE'],
  ['Prince Edward Island', 'PE'],
  ['Île-du-Prince-Édouard', 'PE'],
  ['N.W.T.', 'NT'],
  ['Colombie-Britannique', 'BC'],
  [' new  york ', 'NY'],
  ['N. Carolina', 'NC'],
  ['W Virginia', 'WV'],
  ['B.C.', 'BC'],
  ['Ont.', 'ON'],
])('%s is %s', (text, code) => expect(read(text)).toBe(code))

it.each(['', ' ', 'Bavaria', 'Nevda', 'N', 'New', '__proto__', 'constructor'])('%j is no state', (text) =>
  expect(read(text)).toBeUndefined(),
)

it('no two states have the same name', () => {
  const all = Object.entries(states).flatMap((called) => [...keysOfStates(...called)])
  expect(all.filter((key, place) => all.indexOf(key) !== place)).toEqual([])
})
