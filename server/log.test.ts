import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openLog } from './log.ts'

type Line = { level: number; msg: string; reqId?: string; failure?: object; err?: { stack: string; disk?: string } }
let lines: Line[]
beforeEach(() => {
  lines = []
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

const openTestLog = () =>
  openLog('info', new Writable({ write: (line, _encoding, done) => (lines.push(JSON.parse(String(line))), done()) }))
const refused = () => Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' })

it('A failure that repeats itself is written once and then counted, each minute anew, until it has ended', () => {
  const log = openTestLog()
  for (let call = 0; call < 313; call++) log.child({ reqId: String(call) }).error({ err: refused() }, 'a call failed')
  expect(lines).toMatchObject([{ level: 50, msg: 'a call failed', reqId: '0', err: { stack: expect.any(String) } }])
  vi.advanceTimersByTime(60_000)
  log.error({ err: refused() }, 'a call failed')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({ level: 50, msg: 'a call failed: 312 more in the last minute' })
  expect(lines[1]?.failure).toEqual({ code: 'ECONNREFUSED', type: 'Error', message: 'connect refused' })
  vi.advanceTimersByTime(60_000)
  expect(lines[2]?.msg).toBe('a call failed: 1 more in the last minute')
  vi.advanceTimersByTime(60_000)
  log.error({ err: refused() }, 'a call failed')
  expect(lines.slice(3)).toMatchObject([{ msg: 'a call failed', err: { stack: expect.any(String) } }])
})

it('Failures in more than a thousand different words count as one', () => {
  const log = openTestLog()
  for (let call = 0; call < 1100; call++) log.error({ err: new Error(`no ${call}`) }, 'a call failed')
  expect(lines).toHaveLength(1001)
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(1001).map(({ msg }) => msg)).toEqual(['a call failed: 99 more in the last minute'])
})

it('Other failures, and what is no failure, are always written', () => {
  const log = openTestLog()
  log.error({ err: refused() }, 'a call failed')
  log.error({ err: new Error('a bug') }, 'a call failed')
  log.warn({ err: refused() }, 'the queue could not be read')
  for (let turn = 0; turn < 3; turn++) log.warn({ status: 401 }, 'a call was refused')
  log.info('started')
  expect(lines.map(({ msg }) => msg)).toEqual([
    'a call failed',
    'a call failed',
    'the queue could not be read',
    'a call was refused',
    'a call was refused',
    'a call was refused',
    'started',
  ])
})

it('A full disk is said with whose it is, in whatever line', () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  openTestLog().error({ err: full }, 'cleanup failed')
  openTestLog().error({ err: refused() }, 'cleanup failed')
  expect(lines.map(({ err }) => err?.disk)).toEqual(['the disk of DATA_DIR on this server is full', undefined])
})
