import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../errors.ts'
import type { PlaceIndex } from './place-index.ts'

/** What is asked of the thread that holds the index. */
export type Question = { id: number; ask: keyof PlaceIndex; about: unknown }
type Answered<Ask extends keyof PlaceIndex> = ReturnType<PlaceIndex[Ask]>

/** Looks places up. */
export type Places = {
  [Ask in keyof PlaceIndex]: (about: Parameters<PlaceIndex[Ask]>[0]) => Promise<Answered<Ask>>
} & { stop: () => Promise<void> }

const MINUTES_IDLE = 10

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void }

/**
 * The place index on a thread of its own: started by the first question, stopped after ten minutes without one, so that
 * neither the start of the server nor its other calls wait for it. Its questions throw 503 when it breaks.
 */
export function placesOnThread(): Places {
  let thread: { worker: Worker; waiting: Map<number, Waiting> } | undefined
  let last = 0
  let idle: NodeJS.Timeout | undefined

  function start() {
    const worker = new Worker(join(import.meta.dirname, 'places.worker.ts'))
    const waiting = new Map<number, Waiting>()
    worker.unref()
    worker.on('message', ({ id, answer }: { id: number; answer: never }) => {
      waiting.get(id)?.resolve(answer)
      waiting.delete(id)
    })
    const fail = () => {
      if (thread?.worker === worker) thread = undefined
      for (const { reject } of waiting.values()) reject(new AppError(503, 'Places cannot be looked up just now.'))
    }
    worker.once('error', fail)
    worker.once('exit', fail)
    return { worker, waiting }
  }

  async function stop() {
    clearTimeout(idle)
    await thread?.worker.terminate()
  }

  function ask<Ask extends keyof PlaceIndex>(ask: Ask, about: unknown): Promise<Answered<Ask>> {
    thread ??= start()
    const { worker, waiting } = thread
    const id = ++last
    clearTimeout(idle)
    idle = setTimeout(stop, MINUTES_IDLE * 60_000)
    idle.unref()
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, ask, about } satisfies Question)
    })
  }

  return {
    search: (text) => ask('search', text),
    at: (coordinates) => ask('at', coordinates),
    within: (box) => ask('within', box),
    stop,
  }
}
