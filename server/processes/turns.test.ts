import { afterEach, expect, it, vi } from 'vitest'
import { inTurns } from './turns.ts'

afterEach(() => vi.useRealTimers())

/** Tasks that run until they are told to end. */
function works() {
  const running: (() => void)[] = []
  const begin = () => new Promise<string>((end) => running.push(() => end('done')))
  return { running, begin }
}

it('So many works run at once, so many wait, and all others are turned away with when to come again', async () => {
  const inTurn = inTurns({ atOnce: 2, waiting: 3 })
  const { running, begin } = works()
  const all = Promise.allSettled(Array.from({ length: 7 }, () => inTurn(begin)))
  await new Promise(setImmediate)
  expect(running).toHaveLength(2)
  while (running.length) {
    running.shift()?.()
    await new Promise(setImmediate)
    expect(running.length).toBeLessThanOrEqual(2)
  }
  const answers = await all
  expect(answers.slice(0, 5)).toEqual(Array(5).fill({ status: 'fulfilled', value: 'done' }))
  const refused = { status: 'rejected', reason: expect.objectContaining({ status: 503, retryAfter: 2 }) }
  expect(answers.slice(5)).toEqual([refused, refused])
})

it('A work that fails gives its turn to the next one', async () => {
  const inTurn = inTurns({ atOnce: 1, waiting: 1 })
  const failing = inTurn(() => Promise.reject(new Error('broken')))
  const next = inTurn(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

it('A work that has waited for too long is not begun', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const inTurn = inTurns({ atOnce: 1, waiting: 5, seconds: 20 })
  const { running, begin } = works()
  const all = Promise.allSettled([inTurn(begin), inTurn(begin)])
  await new Promise(setImmediate)
  vi.advanceTimersByTime(20_001)
  running.shift()?.()
  expect(await all).toMatchObject([{ value: 'done' }, { reason: { status: 503 } }])
  expect(running).toEqual([])
})
