import type { Word } from './rich-text-lines.ts'
import { type Line, lineDifference, richLineDifference } from './word-difference.ts'

/** Two texts to compare, as lines: of words with their formats, or plain. */
export type Compared = { rich: [from: Word[][], to: Word[][]] } | { plain: [from: string[], to: string[]] }

/** The lines of two texts that differ, with their neighbours. */
export const compare = (texts: Compared): Line[] =>
  'rich' in texts ? richLineDifference(...texts.rich) : lineDifference(...texts.plain)

let worker: Worker | undefined
let last = 0
const waiting = new Map<number, (lines: Line[]) => void>()

/** The same in a worker, so that the page goes on meanwhile. */
export function compareApart(texts: Compared): Promise<Line[]> {
  if (typeof Worker === 'undefined') return Promise.resolve(compare(texts))
  worker ??= startWorker()
  const id = ++last
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    worker?.postMessage({ id, texts })
  })
}

function startWorker() {
  const started = new Worker(new URL('./difference.worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<{ id: number; lines: Line[] }>) => {
    waiting.get(data.id)?.(data.lines)
    waiting.delete(data.id)
  })
  return started
}
