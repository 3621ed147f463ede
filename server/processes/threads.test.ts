import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { threadPool } from './threads.ts'

let folder: string
let pool: ReturnType<typeof threadPool>
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const open = (path: string, seconds = 60) => {
  pool = threadPool(path, { threads: 1, idleTimeout: Number.POSITIVE_INFINITY, seconds })
  return pool
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'threads-'))
})
afterEach(() => pool.destroy())
afterAll(() => rmSync(folder, { recursive: true }))

describe('a pool of threads', () => {
  it('starts no thread before it is asked, and runs TypeScript', async () => {
    open(file('double.worker.ts', 'export const double = (value: number): number => 2 * value'))
    expect(pool.count()).toBe(0)
    expect(await pool.run(21, { name: 'double' })).toBe(42)
    expect(pool.count()).toBe(1)
  })

  it('rejects a call whose file cannot be loaded, instead of letting it wait', async () => {
    open(file('broken.worker.ts', "throw new Error('cannot be loaded')"))
    await expect(pool.run(1, { name: 'any' })).rejects.toThrow('Terminating worker thread')
    await expect(pool.run(1, { name: 'any' })).rejects.toThrow('Terminating worker thread')
  })

  it('rejects only the call that ends its thread, and starts another one', async () => {
    open(file('ending.worker.ts', "export const run = (end: boolean) => (end ? process.exit(3) : 'fine')"))
    const [ended, fine] = await Promise.allSettled([pool.run(true, { name: 'run' }), pool.run(false, { name: 'run' })])
    expect(ended.status).toBe('rejected')
    expect(fine).toEqual({ status: 'fulfilled', value: 'fine' })
  })

  it('rejects what still runs when it is destroyed', async () => {
    open(file('long.worker.ts', 'export const wait = () => new Promise((later) => setTimeout(later, 60_000))'))
    const [waiting] = await Promise.allSettled([pool.run(undefined, { name: 'wait' }), pool.destroy()])
    expect(waiting).toMatchObject({ status: 'rejected', reason: { message: 'Terminating worker thread' } })
  })

  it('ends a call that takes too long, and goes on with the next', async () => {
    open(file('endless.worker.ts', 'export const run = (forEver: boolean) => { while (forEver); return "fine" }'), 2)
    await expect(pool.run(true, { name: 'run' })).rejects.toThrow('run took longer than 2 seconds')
    expect(await pool.run(false, { name: 'run' })).toBe('fine')
  })
})
