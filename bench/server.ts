import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The message that the measured process sends when it listens. */
export type Ready = {
  product: string
  bare: string
  token: string
  /** Search terms that few and many users and RVs match. */
  rare: { email: string; vin: string }
  /** Records to write to. */
  types: { cat_id: string; name: string }[]
}

export type Server = Ready & {
  call: (path: string) => string
  headers: Record<string, string>
  /** Asks the bare server for a figure. */
  ask: <Answer>(what: string) => Promise<Answer>
  stop: () => Promise<void>
}

/** Starts the measured process, product and baseline, on a filled database. */
export async function startServer(settings: Record<string, string>): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'measured.ts'), {
    env: { ...process.env, ...settings },
    execArgv: ['--expose-gc'],
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the measured process did not start')))
  const [ready] = (await Promise.race([once(child, 'message'), ended])) as [Ready]
  // From here on its exit is expected.
  ended.catch(() => {})
  return {
    ...ready,
    call: (path) => `${ready.product}/api/v1/${path}`,
    headers: { 'x-api-key': 'bench', token: ready.token, 'content-type': 'application/json' },
    async ask<Answer>(what: string) {
      const response = await fetch(`${ready.bare}/${what}`, { method: 'POST' })
      if (!response.ok) throw new Error(`${what}: ${await response.text()}`)
      return (await response.json()) as Answer
    },
    async stop() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
