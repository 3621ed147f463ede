import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runInChildProcess } from './child-process.ts'

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

it('A helper process can still be killed', async () => {
  await expect(runInChildProcess(program, { signal: 'SIGKILL' }, {})).rejects.toThrow('ended early (SIGKILL)')
})
