import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { TellStep } from '../db/migrate.ts'
import type { Settings } from '../settings/settings.ts'

/** Where calls are answered while a database is being upgraded. */
export type Upgrading = Pick<Settings, 'host' | 'port'>

/**
 * Keeps the port open while a database is being upgraded: from the first step passed to `tell`, all calls are answered
 * with 503 and that step, on a thread, as an SQLite step may keep this one busy for minutes. `end` releases the port.
 */
export function answerWhileUpgrading({ host, port }: Upgrading) {
  let worker: Worker | undefined
  const tell: TellStep = ({ migration, left }) => {
    worker ??= new Worker(join(import.meta.dirname, 'upgrading.worker.ts'), { workerData: { host, port } })
    worker.postMessage(`${migration}${left > 1 ? `, ${left - 1} more to come` : ''}`)
  }
  async function end() {
    if (!worker) return
    const gone = once(worker, 'exit')
    worker.postMessage(null)
    worker = undefined
    await gone
  }
  return { tell, end }
}
