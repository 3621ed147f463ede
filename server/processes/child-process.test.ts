import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../testing/wait-for.ts'
import { keptProcesses, runInChildProcess } from './child-process.ts'

let place: string
let program: string
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'child-'))
  program = join(place, 'signalled.process.ts')
  const { href } = pathToFileURL(join(import.meta.dirname, 'child-process.ts'))
  await writeFile(
    program,
    `import { setImmediate } from 'node:timers/promises'
    import { answerParent } from '${href}'
    answerParent(async ({ signal }) => {
      process.kill(process.pid, signal)
      await setImmediate()
      return 'finished'
    })`,
  )
})
afterAll(() => rm(place, { recursive: true }))

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  'A helper process finishes its work when %s reaches the whole group, as the server does',
  async (signal) => {
    expect(await runInChildProcess(program, { signal }, {})).toBe('finished')
  },
)

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  'A helper process that %s ends while it loads is started anew',
  async (signal) => {
    const early = join(place, `early-${signal}.process.ts`)
    const { href } = pathToFileURL(join(import.meta.dirname, 'child-process.ts'))
    await writeFile(
      early,
      `import { existsSync, writeFileSync } from 'node:fs'
    import { answerParent } from '${href}'
    const mark = import.meta.filename + '.begun'
    if (!existsSync(mark)) {
      writeFileSync(mark, '')
      process.kill(process.pid, '${signal}')
      await new Promise((soon) => setTimeout(soon, 60_000))
    }
    answerParent(async () => 'finished')`,
    )
    expect(await runInChildProcess(early, {}, {})).toBe('finished')
  },
)

it('What Node tells of a watched process is not taken for its answer', async () => {
  const watched = join(place, 'watched.process.ts')
  const { href } = pathToFileURL(join(import.meta.dirname, 'child-process.ts'))
  await writeFile(
    watched,
    `import { answerParent } from '${href}'
    answerParent(async (_input, tell) => {
      tell(0.5)
      return 'finished'
    })`,
  )
  const parts: number[] = []
  const env = { WATCH_REPORT_DEPENDENCIES: '1' }
  expect(await runInChildProcess(watched, {}, { env, onProgress: (done) => parts.push(done) })).toBe('finished')
  expect(parts).toEqual([0.5])
})

it('A helper process that is ended again and again is given up', async () => {
  const never = join(place, 'never.process.ts')
  await writeFile(never, `process.kill(process.pid, 'SIGTERM'); await new Promise((soon) => setTimeout(soon, 60_000))`)
  await expect(runInChildProcess(never, {}, {})).rejects.toThrow('ended early (SIGTERM)')
})

it('A helper process can still be killed', async () => {
  await expect(runInChildProcess(program, { signal: 'SIGKILL' }, {})).rejects.toThrow('ended early (SIGKILL)')
})

describe('A kept process', () => {
  /** A program that answers with its process id, and exits on `die`; `idleSeconds` as given. */
  async function counting(idleSeconds: number) {
    const file = join(place, 'counting.process.ts')
    const { href } = pathToFileURL(join(import.meta.dirname, 'child-process.ts'))
    await writeFile(
      file,
      `import { answerParent } from '${href}'
      answerParent(async ({ act }) => {
        if (act === 'fail') throw new Error('not today')
        if (act === 'hang') await new Promise((soon) => setTimeout(soon, 60_000))
        if (act === 'die') process.exit(3)
        return process.pid
      })`,
    )
    return keptProcesses<{ act?: string }, number>(file, { idleSeconds })
  }

  it('answers one input after the other, and each has a process of its own while several are under way', async () => {
    const run = await counting(60)
    const first = await run({}, {})
    expect(await run({}, {})).toBe(first)
    const [one, other] = await Promise.all([run({}, {}), run({}, {})])
    expect(one).not.toBe(other)
    expect([one, other]).toContain(first)
  })

  it.each([
    ['fails', { act: 'fail' }, {}, 'not today'],
    ['ends', { act: 'die' }, {}, 'ended early (3)'],
    ['takes too long', { act: 'hang' }, { seconds: 0.05 }, 'took longer than 0.05 seconds'],
    ['is stopped', { act: 'hang' }, { signal: AbortSignal.abort(new Error('stopped')) }, 'stopped'],
  ])('that %s is replaced', async (_what, input, limits, message) => {
    const run = await counting(60)
    const first = await run({}, {})
    await expect(run(input, limits)).rejects.toThrow(message)
    expect(await run({}, {})).not.toBe(first)
  })

  it('that was killed while it waited is not asked again', async () => {
    const run = await counting(60)
    const first = await run({}, {})
    process.kill(first, 'SIGKILL')
    await waitFor(() => expect(() => process.kill(first, 0)).toThrow('ESRCH'))
    expect(await run({}, {})).not.toBe(first)
  })

  it('ends once it has had nothing to do for long', async () => {
    const run = await counting(0.05)
    const first = await run({}, {})
    await waitFor(() => expect(() => process.kill(first, 0)).toThrow('ESRCH'))
  })
})
