import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { waitFor } from '../testing/wait-for.ts'
import { countJobs } from './count-jobs.ts'
import { again, enqueue, enqueueAgain, type JobContext, type JobHandlers, runNextJob, wakeWorker } from './jobs.ts'
import { takeBackLeases } from './lease.ts'
import { startJobs } from './start-jobs.ts'

let db: Db
const log = { error: vi.fn(), info: vi.fn() }
beforeEach(async () => {
  db = await openTestDatabase()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await db.destroy()
})

/** A handler that has begun once `begun` resolves, and ends with `finish`. */
function hanging() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: end, resolve: finish } = Promise.withResolvers<void>()
  const hang = () => {
    begin()
    return end
  }
  return { hang, begun, finish }
}

const start = (jobs: JobHandlers) => startJobs(db, { jobs, due: {} }, log)
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

describe('jobs', () => {
  it('are carried out in order, once, and then gone', async () => {
    const done: unknown[] = []
    const handlers = { say: async ({ word }: { word: string }) => void done.push(word) }
    await enqueue(db, 'say', { word: 'one' })
    later(1)
    await enqueue(db, 'say', { word: 'two' })
    while (await runNextJob(db, handlers, log));
    expect(done).toEqual(['one', 'two'])
    expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  it('do not exist when the transaction that wants them fails', async () => {
    const failing = inTransaction(db, async (db) => {
      await enqueue(db, 'say', {})
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await runNextJob(db, { say: async () => {} }, log)).toBe(false)
  })

  it('that fail are tried again after growing pauses, and rest after half a day', async () => {
    const handlers = { fail: () => Promise.reject(new Error('the mail server is down')) }
    await enqueue(db, 'fail', {})
    expect(await runNextJob(db, handlers, log)).toBe(true)
    expect(await runNextJob(db, handlers, log)).toBe(false)
    for (let attempt = 2; attempt <= 60; attempt++) {
      later(5000)
      expect(await runNextJob(db, handlers, log)).toBe(true)
    }
    later(1_000_000)
    expect(await runNextJob(db, handlers, log)).toBe(false)
    expect(await db.selectFrom('jobs').select(['attempts', 'last_error']).execute()).toEqual([
      { attempts: 60, last_error: 'the mail server is down' },
    ])
  })

  it('of a process that died are taken up by the next one', async () => {
    await enqueue(db, 'hang', {})
    void runNextJob(db, { hang: () => new Promise(() => {}) }, log)
    await waitFor(async () =>
      expect(await db.selectFrom('jobs').select('attempts').execute()).toEqual([{ attempts: 1 }]),
    )
    expect(await runNextJob(db, { hang: async () => {} }, log)).toBe(false)
    later(61)
    let taken = false
    await runNextJob(db, { hang: async () => void (taken = true) }, log)
    expect(taken).toBe(true)
  })

  it('belong to who has taken them over, whatever the first one still does', async () => {
    await enqueue(db, 'write', {})
    const ends: ((fails: boolean) => void)[] = []
    const write = async (_payload: object, { write }: JobContext) => {
      const fails = await new Promise<boolean>((resolve) => ends.push(resolve))
      if (fails) throw new Error('no')
      await write(db, (db) => db.insertInto('secrets').values({ name: 'written', value: 'x' }).execute())
    }
    const running: Promise<boolean>[] = []
    for (const place of [1, 2, 3]) {
      running.push(runNextJob(db, { write }, log))
      await waitFor(() => expect(ends).toHaveLength(place))
      later(61)
    }
    const held = await db.selectFrom('jobs').selectAll().execute()
    ends[0]?.(false)
    ends[1]?.(true)
    await Promise.all(running.slice(0, 2))
    expect(await db.selectFrom('jobs').selectAll().execute()).toEqual(held)
    expect(await db.selectFrom('secrets').select('name').execute()).toEqual([])
    ends[2]?.(false)
    await running[2]
    expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('secrets').select('name').execute()).toEqual([{ name: 'written' }])
  })

  it('keep their lease for as long as they take', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    await enqueue(db, 'hang', {})
    const { hang, begun, finish } = hanging()
    const running = runNextJob(db, { hang }, log)
    await begun
    const leasedFor = async () => {
      const { run_at } = await db.selectFrom('jobs').select('run_at').executeTakeFirstOrThrow()
      return Date.parse(run_at) - Date.now()
    }
    for (let renewal = 0; renewal < 9; renewal++) {
      await vi.advanceTimersByTimeAsync(20_000)
      // The timers are fake, the database is not: the renewal must reach it first.
      while ((await leasedFor()) < 60_000) await setImmediate()
      expect(await runNextJob(db, { hang: async () => {} }, log)).toBe(false)
    }
    finish()
    expect(await running).toBe(true)
    expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  it('of a process that was killed are run at once by the server that is alone after it', async () => {
    await enqueue(db, 'hang', {})
    const { hang, begun, finish } = hanging()
    const killed = runNextJob(db, { hang }, log).catch(() => {})
    await begun
    const next = { hang: vi.fn(async () => {}) }
    expect(await runNextJob(db, next, log)).toBe(false)
    await takeBackLeases(db)
    expect(await runNextJob(db, next, log)).toBe(true)
    expect(next.hang).toHaveBeenCalledOnce()
    finish()
    await killed
  })

  it('know when they are tried for the last time', async () => {
    const tries: boolean[] = []
    const fail = async (_payload: object, { isLast }: { isLast: boolean }) => {
      tries.push(isLast)
      throw new Error('no')
    }
    await enqueue(db, 'fail', {})
    while (await runNextJob(db, { fail }, log)) later(5000)
    expect(tries).toEqual([...Array(59).fill(false), true])
  })

  it('are looked for at once when asked, and stopping waits for the one that runs', async () => {
    vi.useRealTimers()
    let done = false
    const jobs = start({ slow: () => new Promise((end) => setTimeout(() => end(void (done = true)), 30)) })
    await enqueue(db, 'slow', {})
    wakeWorker()
    await new Promise((soon) => setTimeout(soon, 10))
    await jobs.stop()
    expect(done).toBe(true)
  })

  it('are looked for once more, however often they are asked for while one runs', async () => {
    vi.useRealTimers()
    const { hang, begun, finish } = hanging()
    const jobs = start({ hang })
    await enqueue(db, 'hang', {})
    wakeWorker()
    await begun
    const transactions = vi.spyOn(db, 'transaction')
    for (let asked = 0; asked < 3000; asked++) wakeWorker()
    finish()
    await waitFor(async () => expect(await db.selectFrom('jobs').select('id').execute()).toEqual([]))
    await jobs.stop()
    expect(transactions.mock.calls.length).toBeLessThan(5)
  })

  it('that nobody knows how to do stay where they are', async () => {
    await enqueue(db, 'of a newer version', {})
    expect(await runNextJob(db, { say: async () => {} }, log)).toBe(false)
    expect(await db.selectFrom('jobs').select('kind').execute()).toEqual([{ kind: 'of a newer version' }])
  })

  it('of one kind do not wait for those of another', async () => {
    vi.useRealTimers()
    const done: string[] = []
    const { hang, begun, finish } = hanging()
    const jobs = start({ hang, say: async ({ word }: { word: string }) => void done.push(word) })
    await enqueue(db, 'hang', {})
    await enqueue(db, 'say', { word: 'one' })
    wakeWorker()
    await waitFor(() => expect(done).toEqual(['one']))
    await begun
    finish()
    await jobs.stop()
  })

  it('that are done again and again are done by one, at their times and an hour after a start, also after a failure and a wrong clock', async () => {
    const done: string[] = []
    let fails = false
    const sweep = (who: string) =>
      again(86_400_000, async () => {
        done.push(who)
        if (fails) throw new Error('no broom')
      })
    const [one, other] = [{ sweep: sweep('one') }, { sweep: sweep('other') }]
    await enqueueAgain(db, { ...one, say: async () => {} })
    await enqueueAgain(db, other)
    expect(await runNextJob(db, one, log)).toBe(false)
    later(3600)
    await Promise.all([runNextJob(db, one, log), runNextJob(db, other, log)])
    expect(done).toHaveLength(1)
    later(86_300)
    expect(await runNextJob(db, other, log)).toBe(false)
    fails = true
    later(101)
    expect(await runNextJob(db, other, log)).toBe(true)
    later(70_000)
    expect(await runNextJob(db, one, log)).toBe(false)
    await enqueueAgain(db, one)
    expect(await runNextJob(db, one, log)).toBe(false)
    fails = false
    later(3600)
    expect(await runNextJob(db, one, log)).toBe(true)
    later(400 * 86_400)
    expect(await runNextJob(db, one, log)).toBe(true)
    later(-400 * 86_400)
    expect(await runNextJob(db, one, log)).toBe(true)
    expect(done).toHaveLength(5)
    expect(await countJobs(db)).toEqual({ waiting: 0, failing: 0, given_up: 0 })
  })

  it('that recur more often than once an hour run within their period after a start', async () => {
    const done: string[] = []
    const jobs = { look: again(10_000, async () => void done.push('looked')) }
    await enqueueAgain(db, jobs)
    expect(await runNextJob(db, jobs, log)).toBe(false)
    later(10)
    expect(await runNextJob(db, jobs, log)).toBe(true)
    later(9)
    expect(await runNextJob(db, jobs, log)).toBe(false)
    await enqueueAgain(db, jobs)
    later(1)
    expect(await runNextJob(db, jobs, log)).toBe(true)
    expect(done).toHaveLength(2)
  })

  it('put off by a clock that was far ahead are done when it is right again', async () => {
    const done: unknown[] = []
    vi.setSystemTime(Date.now() + 400 * 86_400_000)
    await enqueue(db, 'say', {})
    await runNextJob(db, { say: () => Promise.reject(new Error('not now')) }, log)
    vi.setSystemTime(Date.now() - 400 * 86_400_000)
    expect(await runNextJob(db, { say: async () => void done.push('said') }, log)).toBe(true)
    expect(done).toEqual(['said'])
  })
})
