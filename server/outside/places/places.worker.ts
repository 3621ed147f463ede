import { parentPort } from 'node:worker_threads'
import { buildPlaceIndex } from './place-index.ts'
import type { Question } from './places.ts'

const index = buildPlaceIndex()

parentPort?.on('message', ({ id, ask, about }: Question) => {
  // Each name goes with its own kind of input; the asking side pairs them.
  const answer = index[ask](about as never)
  parentPort?.postMessage({ id, answer })
})
