import { Piscina } from 'piscina'
import { OverLimit } from './child-process.ts'

type Options = {
  /** How many threads there are at most. */
  threads: number
  /** After how many idle milliseconds a thread ends; Infinity keeps it until the pool is destroyed. */
  idleTimeout: number
  /** How long a call may take, including its wait for a thread. */
  seconds: number
  /** The file's `workerData` of node:worker_threads. */
  data?: unknown
}

/**
 * A pool of threads that run the functions exported by `file`, an absolute path. The first call starts a thread, and
 * more are started while all are busy. An error rejects only the call that threw it. Idle threads do not keep the
 * process alive; `destroy` ends all of them and rejects what they were running. A call that takes too long ends its
 * thread, and rejects with OverLimit.
 */
export function threadPool(file: string, { threads, idleTimeout, seconds, data }: Options) {
  const pool = new Piscina({ filename: file, minThreads: 0, maxThreads: threads, idleTimeout, workerData: data })
  // A thread that cannot load its file takes no calls, so the waiting ones are rejected here.
  pool.on('error', () => void pool.destroy())
  pool.on('workerDestroy', () => setImmediate(serveQueue))

  // With minThreads 0, piscina replaces a thread that died only at the next call, and queued calls would wait until
  // then. A call that is aborted immediately makes it start a thread.
  function serveQueue() {
    if (pool.queueSize === 0 || pool.threads.length > 0) return
    const nothing = new AbortController()
    pool.run(undefined, { signal: nothing.signal }).catch(() => {})
    nothing.abort()
  }
  return {
    /** Runs the file's function `name` with `about`. */
    async run<Answer>(about: unknown, { name }: { name: string }): Promise<Answer> {
      const signal = AbortSignal.timeout(seconds * 1000)
      try {
        return await pool.run(about, { name, signal })
      } catch (error) {
        throw signal.aborted ? new OverLimit(`${name} took longer than ${seconds} seconds`) : error
      }
    },
    destroy: () => pool.destroy(),
    /** How many threads there are now. */
    count: () => pool.threads.length,
  }
}

/** Rethrows as a plain Error: instances of other classes lose their content on the way to another thread. */
export function rethrowForThread(error: unknown): never {
  throw new Error(error instanceof Error ? error.message : String(error))
}
