import { type ChildProcess, fork } from 'node:child_process'
import { basename } from 'node:path'

/** How a program is started. `env` is its environment, empty by default: the server's settings contain secrets. */
type Start = { megabytes?: number; env?: NodeJS.ProcessEnv }
type Limits = {
  seconds?: number
  signal?: AbortSignal
  /** Called with how much of the work is done, from 0 to 1, if the program reports it. */
  onProgress?: ((done: number) => void) | undefined
}
/** The process took longer, or needed more memory, than its limits allow. */
export class OverLimit extends Error {}

/** How V8 ends a process that runs out of memory. */
const OUT_OF_MEMORY = 'SIGABRT'

/** What a terminal or service manager sends to the whole group; `answerParent` ignores them. */
const SENT_TO_ALL = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** One stop may reach a process several times: from npm, a terminal and a service manager. */
const MOST_STARTS = 4

type Reply<Answer> =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'problem'; problem: string; service?: string | undefined }
  | { kind: 'done'; done: number }

/** A signal to the whole group ended the process before it began to work. */
class EndedWithTheGroup extends Error {}

/** How many tasks a kept process does before it is replaced: by then, a library has leaked little. */
const MOST_TASKS = 100

/**
 * Runs the program in `file` (an absolute path) in a separate process, with limits on time and memory, and resolves to
 * its answer to `input`. A file that makes the program crash does not affect the server; a thread that runs out of
 * memory can end the whole process. A process that a signal to the whole group ends while it is still loading is
 * started again. Rejects if the program fails, ends early or is stopped by the signal, and with OverLimit if it takes
 * too long or too much memory.
 */
export async function runInChildProcess<Input extends object, Answer>(
  file: string,
  input: Input,
  { megabytes, env, ...limits }: Start & Limits,
) {
  return keptProcesses<Input, Answer>(file, { megabytes, env, idleSeconds: 0 })(input, limits)
}

/**
 * Runs a program as runInChildProcess does, in a process that is kept for the next input until it has had none for
 * `idleSeconds`: starting one takes longer than most of its work. Each process handles one input at a time. One that
 * fails in any way is ended, as is one that has had many inputs. Kept processes do not keep the server running, and end
 * with it.
 */
export function keptProcesses<Input extends object, Answer>(
  file: string,
  { idleSeconds, ...start }: Start & { idleSeconds: number },
) {
  const idle: Process[] = []

  function keep(process: Process) {
    const { child } = process
    const leave = () => {
      clearTimeout(timer)
      child.off('exit', leave)
      idle.splice(idle.indexOf(process), 1)
    }
    const timer = setTimeout(() => {
      leave()
      child.kill('SIGKILL')
    }, idleSeconds * 1000).unref()
    child.once('exit', leave)
    child.unref()
    child.channel?.unref()
    idle.push(Object.assign(process, { leave }))
  }

  function take() {
    const process = idle.at(-1)
    if (!process) return { child: startProcess(file, start), tasks: 0 }
    process.leave?.()
    process.child.ref()
    process.child.channel?.ref()
    return process
  }

  return async (input: Input, limits: Limits): Promise<Answer> => {
    for (let tried = 1; ; tried++) {
      const process = take()
      try {
        const answer = await ask<Input, Answer>(process.child, basename(file), input, limits)
        process.tasks += 1
        if (idleSeconds && process.tasks < MOST_TASKS) keep(process)
        else process.child.kill('SIGKILL')
        return answer
      } catch (error) {
        process.child.kill('SIGKILL')
        if (!(error instanceof EndedWithTheGroup) || tried === MOST_STARTS) throw error
      }
    }
  }
}

/** `leave` removes it from those waiting for an input. */
type Process = { child: ChildProcess; tasks: number; leave?: () => void }

function startProcess(file: string, { megabytes, env = {} }: Start) {
  const child = fork(file, {
    serialization: 'advanced',
    execArgv: megabytes === undefined ? [] : [`--max-old-space-size=${megabytes}`],
    // Windows starts no program without SystemRoot.
    env: process.env.SystemRoot ? { ...env, SystemRoot: process.env.SystemRoot } : env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // While it is idle, nothing else listens for an error, which would then end the server.
  return child.on('error', () => {})
}

/** Passes an input to a process, and resolves to its answer. */
function ask<Input extends object, Answer>(child: ChildProcess, program: string, input: Input, limits: Limits) {
  const { seconds, signal, onProgress } = limits
  return new Promise<Answer>((resolve, reject) => {
    let reason: Error | undefined
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      child.off('message', hear).off('error', fail).off('exit', gone)
      settle()
    }
    // Rejects once the process is gone, so that it writes nothing more afterwards.
    const stop = (because: Error) => {
      reason = because
      child.kill('SIGKILL')
    }
    const abort = () => stop(signal?.reason)
    const timer =
      seconds && setTimeout(() => stop(new OverLimit(`${program} took longer than ${seconds} seconds`)), seconds * 1000)
    const hear = (message: unknown) => {
      const reply = message as Partial<Reply<Answer>>
      if (reply.kind === 'done') onProgress?.(reply.done as number)
      // Under `node --watch`, processes also tell their parent which files they loaded.
      else if (reply.kind === 'answer') end(() => resolve(reply.answer as Answer))
      else if (reply.kind === 'problem')
        end(() => reject(Object.assign(new Error(reply.problem), reply.service && { service: reply.service })))
    }
    const fail = (error: Error) => end(() => reject(error))
    const gone = (code: number | null, signal: NodeJS.Signals | null) => {
      const withTheGroup = SENT_TO_ALL.some((name) => name === signal)
      const Early = withTheGroup ? EndedWithTheGroup : signal === OUT_OF_MEMORY ? OverLimit : Error
      end(() => reject(reason ?? new Early(`${program} ended early (${signal ?? code})`)))
    }
    child.on('message', hear).once('error', fail).once('exit', gone)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    // If the process has died by now, its exit is reported above.
    child.send(input, () => {})
  })
}

/**
 * The other side of runInChildProcess: answers what the server sends to this process, one input at a time. A terminal
 * or service manager stops the whole group; the server then finishes what it has begun, and ends this process itself.
 * `tell` reports how much of the work is done.
 */
export function answerParent<Input, Answer>(answer: (input: Input, tell: (done: number) => void) => Promise<Answer>) {
  for (const signal of SENT_TO_ALL) process.on(signal, () => {})
  process.once('disconnect', () => process.exit())
  process.on('message', async (input) => {
    const send = (reply: Reply<Answer>) => void process.send?.(reply)
    await answer(input as Input, (done) => send({ kind: 'done', done })).then(
      (answer) => send({ kind: 'answer', answer }),
      ({ message, service }: Error & { service?: string }) => send({ kind: 'problem', problem: message, service }),
    )
  })
}
