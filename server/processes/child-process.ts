import { fork } from 'node:child_process'
import { basename } from 'node:path'

/** `env` is what the program finds in its environment, by default nothing: the server's settings hold secrets. */
type Limits = {
  seconds?: number
  megabytes?: number
  signal?: AbortSignal
  env?: NodeJS.ProcessEnv
  /** Called with how much of the work is done, from 0 to 1, where the program reports it. */
  onProgress?: ((done: number) => void) | undefined
}
/** The process took longer, or needed more memory, than its limits allow. */
export class OverLimit extends Error {}

/** How V8 ends a process that is out of memory. */
const OUT_OF_MEMORY = 'SIGABRT'

/** What a terminal or a service manager sends to the whole group; `answerParent` ignores them. */
const SENT_TO_ALL = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** One stop may reach a process several times: from npm, a terminal and a service manager. */
const MOST_STARTS = 4

type Reply<Answer> =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'problem'; problem: string }
  | { kind: 'done'; done: number }

/** A signal to the whole group has ended the process before it began to work. */
class EndedWithTheGroup extends Error {}

/**
 * Runs the program in `file` (an absolute path) in a process of its own, with limits on time and memory, and resolves to
 * its answer to `input`. A file that makes the program crash leaves the server alone; a thread that runs out of memory
 * can end the whole process. A process that a signal to the whole group ends while it is still loading is started
 * again. Rejects when the program fails, ends early or is stopped by the signal, and with OverLimit when it takes too
 * long or too much memory.
 */
export async function runInChildProcess<Input extends object, Answer>(file: string, input: Input, limits: Limits) {
  for (let start = 1; ; start++) {
    try {
      return await runOnce<Input, Answer>(file, input, limits)
    } catch (error) {
      if (!(error instanceof EndedWithTheGroup) || start === MOST_STARTS) throw error
    }
  }
}

function runOnce<Input extends object, Answer>(file: string, input: Input, limits: Limits) {
  const { seconds, megabytes, signal, env = {}, onProgress } = limits
  const program = basename(file)
  return new Promise<Answer>((resolve, reject) => {
    const child = fork(file, {
      serialization: 'advanced',
      execArgv: megabytes === undefined ? [] : [`--max-old-space-size=${megabytes}`],
      // Windows starts no program without SystemRoot.
      env: process.env.SystemRoot ? { ...env, SystemRoot: process.env.SystemRoot } : env,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    let reason: Error | undefined
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      settle()
      child.kill('SIGKILL')
    }
    // Rejects once the process is gone, so that it writes nothing more afterwards.
    const stop = (because: Error) => {
      reason = because
      child.kill('SIGKILL')
    }
    const abort = () => stop(signal?.reason)
    const timer =
      seconds && setTimeout(() => stop(new OverLimit(`${program} took longer than ${seconds} seconds`)), seconds * 1000)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    child.on('message', (message) => {
      const reply = message as Partial<Reply<Answer>>
      if (reply.kind === 'done') onProgress?.(reply.done as number)
      // Under `node --watch`, processes also tell their parent which files they have loaded.
      else if (reply.kind === 'answer') end(() => resolve(reply.answer as Answer))
      else if (reply.kind === 'problem') end(() => reject(new Error(reply.problem)))
    })
    child.once('error', (error) => end(() => reject(error)))
    child.once('exit', (code, signal) => {
      const withTheGroup = SENT_TO_ALL.some((name) => name === signal)
      const Early = withTheGroup ? EndedWithTheGroup : signal === OUT_OF_MEMORY ? OverLimit : Error
      end(() => reject(reason ?? new Early(`${program} ended early (${signal ?? code})`)))
    })
    // If the process has died by now, its exit is reported above.
    child.send(input, () => {})
  })
}

/**
 * The other side of runInChildProcess: answers the one message that the server sends to this process. A terminal or a
 * service manager stops the whole group; the server then finishes what it has begun, and ends this process itself.
 * `tell` passes on how much of the work is done.
 */
export function answerParent<Input, Answer>(answer: (input: Input, tell: (done: number) => void) => Promise<Answer>) {
  for (const signal of SENT_TO_ALL) process.on(signal, () => {})
  process.once('disconnect', () => process.exit())
  process.once('message', async (input) => {
    const send = (reply: Reply<Answer>) => void process.send?.(reply)
    await answer(input as Input, (done) => send({ kind: 'done', done })).then(
      (answer) => send({ kind: 'answer', answer }),
      (error: Error) => send({ kind: 'problem', problem: error.message }),
    )
  })
}
