import { describe, expect, it } from 'vitest'
import type { Outcome } from './call.ts'
import { History } from './history.ts'

const done = async (): Promise<Outcome<unknown>> => ({ known: true, output: {} })
const lost = async (): Promise<Outcome<unknown>> => ({ known: false, status: 0, body: null })

/** A year that was acknowledged, one that was not, and a number that was changed once for sure and once perhaps. */
async function aHistory() {
  const history = new History()
  await history.write('year 2001', 'there', done)
  await history.write('year 2002', 'there', lost)
  await history.write('number', '1', done)
  await history.write('number', '2', lost)
  return history
}

describe('a history', () => {
  it.each<[string, [string, string][]]>([
    [
      'without what was never answered',
      [
        ['year 2001', 'there'],
        ['number', '1'],
      ],
    ],
    [
      'with it',
      [
        ['year 2001', 'there'],
        ['year 2002', 'there'],
        ['number', '2'],
      ],
    ],
  ])('allows what is there %s', async (_which, found) => {
    expect((await aHistory()).problems(found)).toEqual([])
  })

  it.each<[string, [string, string][], string]>([
    ['a lost write', [['number', '1']], 'year 2001 is gone and not there'],
    [
      'a value from before',
      [
        ['year 2001', 'there'],
        ['number', '0'],
      ],
      'number is 0 and not 1 or 2',
    ],
    [
      'half of a change',
      [
        ['year 2001', 'half'],
        ['number', '1'],
      ],
      'year 2001 is half and not there',
    ],
    [
      'a thing that is there twice',
      [
        ['year 2001', 'there'],
        ['year 2001', 'there'],
        ['number', '1'],
      ],
      'year 2001 is there 2 times',
    ],
    [
      'a thing that nobody asked for',
      [
        ['year 2001', 'there'],
        ['number', '1'],
        ['year 1999', 'there'],
      ],
      'nobody asked for year 1999',
    ],
    ['nothing at all', [], 'year 2001 is gone and not there'],
  ])('refuses %s', async (_what, found, problem) => {
    expect((await aHistory()).problems(found)).toContain(problem)
  })

  it('refuses that an unanswered write comes and goes again', async () => {
    const history = await aHistory()
    const found = [
      ['year 2001', 'there'],
      ['year 2002', 'there'],
      ['number', '2'],
    ] as const
    history.settle(found)
    expect(history.problems(found)).toEqual([])
    expect(history.problems([found[0], ['number', '1']])).toEqual([
      'number is 1 and not 2',
      'year 2002 is gone and not there',
    ])
  })

  it('refuses that what was found missing turns up without being asked for again', async () => {
    const history = await aHistory()
    history.settle([
      ['year 2001', 'there'],
      ['number', '1'],
    ])
    expect(
      history.problems([
        ['year 2001', 'there'],
        ['year 2002', 'there'],
        ['number', '1'],
      ]),
    ).toEqual(['nobody asked for year 2002'])
  })

  it('refuses that a write is undone, even where the same value was written once before', async () => {
    const history = new History()
    for (const value of ['active', 'deleted', 'active', 'deleted']) await history.write('topic', value, done)
    expect(history.problems([['topic', 'active']])).toEqual(['topic is active and not deleted'])
  })

  it('looks at no later time than it is asked for', async () => {
    let time = 0
    const history = new History(() => ++time)
    await history.write('year 2001', 'there', done)
    await history.write('year 2002', 'there', done)
    expect(history.moments).toEqual([2, 4])
    expect(history.problems([], 1)).toEqual([])
    expect(history.problems([], 2)).toEqual(['year 2001 is gone and not there'])
    expect(history.problems([['year 2001', 'there']], 3)).toEqual([])
    expect(history.problems([['year 2001', 'there']], 4)).toEqual(['year 2002 is gone and not there'])
    expect([history.acknowledged(2), history.acknowledged()]).toEqual([1, 2])
  })
})
