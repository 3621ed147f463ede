import { fork } from 'node:child_process'
import { join } from 'node:path'

type Limits = { seconds: number; megabytes: number }
type Said<Answer> = { answer?: Answer; problem?: string }

/**
 * Has a program of this folder answer `input` in a process of its own, with an upper time and an upper memory: what a
 * file brings to its end there, by whatever means, leaves the server alone. (A thread that runs out of memory may take
 * the whole process with it.) Rejects when there is no answer.
 */
export function askApart<Input extends object, Answer>(program: string, input: Input, limits: Limits) {
  return new Promise<Answer>((resolve, reject) => {
    const child = fork(join(import.meta.dirname, program), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${limits.megabytes}`],
      // Nothing that is set for the server is its business; Windows starts no program without this one.
      env: process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      child.kill('SIGKILL')
    }
    const timer = setTimeout(
      () => end(() => reject(new Error(`${program} took longer than ${limits.seconds} seconds`))),
      limits.seconds * 1000,
    )
    child.once('message', (said) => {
      const { answer, problem } = said as Said<Answer>
      end(() => (problem === undefined ? resolve(answer as Answer) : reject(new Error(problem))))
    })
    child.once('error', (error) => end(() => reject(error)))
    child.once('exit', (code, signal) => end(() => reject(new Error(`${program} ended early (${signal ?? code})`))))
    // A process that has died meanwhile is told of by its exit.
    child.send(input, () => {})
  })
}

/** The other side: gives the answer to what the server asks this process, once. */
export function answerApart<Input, Answer>(answer: (input: Input) => Promise<Answer>) {
  process.once('message', async (input) => {
    const said: Said<Answer> = await answer(input as Input).then(
      (answer) => ({ answer }),
      (error: Error) => ({ problem: error.message }),
    )
    process.send?.(said)
  })
}
