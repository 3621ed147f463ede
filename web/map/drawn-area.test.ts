import { expect, it } from 'vitest'
import { areaBetween } from './drawn-area.ts'

const view = { south: 30, west: -125, north: 50, east: -65 }
const round = (area: ReturnType<typeof areaBetween>) =>
  Object.fromEntries(Object.entries(area).map(([edge, degrees]) => [edge, Number(degrees.toFixed(4))]))

it('is the whole view from corner to corner, whichever way it is drawn', () => {
  const [a, b] = [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ]
  expect(round(areaBetween(view, a, b))).toEqual(view)
  expect(round(areaBetween(view, b, a))).toEqual(view)
})

it('has the latitudes at which Mercator draws them', () => {
  // Half way between 30 and 50 degrees on such a map is north of 40.
  const { south, west, east } = areaBetween(view, { x: 0.25, y: 0 }, { x: 0.5, y: 0.5 })
  expect([south.toFixed(2), west, east]).toEqual(['40.75', -110, -95])
})

it('is found by dealers on a map that was moved around the world', () => {
  const around = { ...view, west: -125 + 720, east: -65 + 720 }
  expect(round(areaBetween(around, { x: 0, y: 0 }, { x: 1, y: 1 }))).toEqual(view)
})
