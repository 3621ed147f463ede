import type { App } from './serve.ts'

type Readiness = {
  /** Asks the database anything; rejects when it does not answer. */
  database: () => Promise<unknown>
  /** The state of the backups; left out where none are scheduled. */
  backups?: (() => Promise<{ last: string | null; problem: string | null; overdue: boolean }>) | undefined
  /** The last sweep of files that no row names; undefined before the first. */
  lastSweep?: (() => { stopped: boolean } | undefined) | undefined
}

/**
 * Serves /healthz (the process answers) and /readyz (it can work, else 503; and the state of the backups and of the file sweep). Both are
 * public and reveal no details.
 */
export function serveHealth(app: App, { database, backups, lastSweep }: Readiness) {
  app.get('/healthz', () => ({ status: 'ok' }))

  app.get('/readyz', async (request, reply) => {
    const answers = await database().then(
      () => true,
      (error: unknown) => {
        request.log.error({ err: error }, 'the database does not answer')
        return false
      },
    )
    const state = await backups?.()
    reply.status(answers ? 200 : 503).header('cache-control', 'no-store')
    return {
      status: answers ? 'ready' : 'not ready',
      database: answers ? 'ok' : 'down',
      ...(lastSweep?.()?.stopped && { files: 'sweep stopped' }),
      ...(state && { backup: { last: state.last, state: state.overdue ? 'overdue' : 'ok' } }),
    }
  })
}
