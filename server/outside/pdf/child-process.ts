import { fork } from 'node:child_process'
import { join } from 'node:path'

type Limits = { seconds: number; megabytes: number }
type Reply<Answer> = { answer?: Answer; problem?: string }

/**
 * Runs a program of this folder in a process of its own, with limits on time and memory, and resolves to its answer to
 * `input`. A file that makes the program crash leaves the server alone; a thread that runs out of memory can end the whole
 * process. Rejects when the program fails, takes too long or ends early.
 */
export function runInChildProcess<Input extends object, Answer>(program: string, input: Input, limits: Limits) {
  return new Promise<Answer>((resolve, reject) => {
    const child = fork(join(import.meta.dirname, program), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${limits.megabytes}`],
      // The server's settings hold secrets, so none are passed on. Windows starts no program without SystemRoot.
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
    child.once('message', (message) => {
      const { answer, problem } = message as Reply<Answer>
      end(() => (problem === undefined ? resolve(answer as Answer) : reject(new Error(problem))))
    })
    child.once('error', (error) => end(() => reject(error)))
    child.once('exit', (code, signal) => end(() => reject(new Error(`${program} ended early (${signal ?? code})`))))
    // If the process has died by now, its exit is reported above.
    child.send(input, () => {})
  })
}

/** The other side of runInChildProcess: answers the one message that the server sends to this process. */
export function answerParent<Input, Answer>(answer: (input: Input) => Promise<Answer>) {
  process.once('message', async (input) => {
    const reply: Reply<Answer> = await answer(input as Input).then(
      (answer) => ({ answer }),
      (error: Error) => ({ problem: error.message }),
    )
    process.send?.(reply)
  })
}
