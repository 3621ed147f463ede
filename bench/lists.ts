import { median, rateOf, type Target, timesOf } from './load.ts'
import type { Server } from './server.ts'

type Shape = { name: string; kind: 'page' | 'sort' | 'filter'; target: Target }
/**
 * The times of a call by one client in milliseconds, uncached and cached, and the calls per second of sixteen clients.
 */
export type ListFigures = Omit<Shape, 'target'> & { uncached: number; cached: number; rate: number; toBare: number }

const CLIENTS = 16
const TIME = 150

/** Every sort order, pages at both ends and in the middle, and filters with few and with many matches. */
function shapes({ call, headers, rare }: Server, rows: number) {
  const found: Shape[] = []
  const lists = [
    {
      name: 'users',
      rows,
      sorts: ['name', 'email', 'status'],
      few: { email: rare.email },
      many: { email: 'example.com' },
    },
    {
      name: 'rvs',
      rows: rows * 1.2,
      sorts: ['vin', 'serial_no', 'added_by', 'user_email', 'rv_type', 'year_name', 'model_name'],
      few: { vin: rare.vin },
      many: { added_by: 'anna' },
    },
  ]
  for (const { name: list, rows, sorts, few, many } of lists) {
    const add = (name: string, kind: Shape['kind'], input: object) => {
      const body = () => ({ page: 1, per_page: 10, ...input })
      found.push({ name: `${list}: ${name}`, kind, target: { url: call(`admin/${list}/list`), headers, body } })
    }
    add('first page', 'sort', {})
    add('last page', 'sort', { page: rows / 10 })
    add('page in the middle', 'page', { page: rows / 20 })
    for (const field of sorts) add(`sorted by ${field}`, 'sort', { sort: [{ field, order: 'asc' }] })
    for (const [share, filter] of [
      ['few', few],
      ['many', many],
    ] as const) {
      const [[field, value] = ['', '']] = Object.entries(filter)
      add(`part of ${field} that ${share} have`, 'filter', { filters: { [field]: { op: 'contains', value } } })
    }
  }
  return found
}

/** Measures each kind of list call, interleaved with the bare server. */
export async function measureLists(server: Server, rows: number, rounds: number) {
  const bare: Target = { url: `${server.bare}/query`, body: () => ({}) }
  const figures = shapes(server, rows).map((shape) => ({
    shape,
    uncached: new Array<number>(),
    cached: new Array<number>(),
    rates: new Array<number>(),
    bases: new Array<number>(),
  }))
  const bareTimes: number[] = []
  // The first run, which compiles code and reads from disk, is not counted.
  for (const { target } of shapes(server, rows)) await timesOf(target, TIME)
  for (let round = 0; round < rounds; round++) {
    for (const { shape, uncached, cached, rates, bases } of figures) {
      uncached.push(...(await timesOf(shape.target, TIME, () => server.ask('forget'))))
      cached.push(...(await timesOf(shape.target, TIME)))
      bareTimes.push(...(await timesOf(bare, TIME / 5)))
      bases.push(await rateOf(bare, CLIENTS, 1))
      rates.push(await rateOf(shape.target, CLIENTS, 1))
    }
  }
  const lists = figures.map(
    ({ shape: { name, kind }, uncached, cached, rates, bases }): ListFigures => ({
      name,
      kind,
      uncached: median(uncached),
      cached: median(cached),
      rate: median(rates),
      toBare: median(rates.map((rate, round) => rate / (bases[round] ?? Number.NaN))),
    }),
  )
  return { bare: median(bareTimes), lists }
}
