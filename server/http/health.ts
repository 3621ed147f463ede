import type { App } from './serve.ts'

type Readiness = {
  /** Whether the database answers. */
  database: () => Promise<unknown>
  /** How the backups stand; nothing where none are scheduled. */
  backups?: (() => Promise<{ last: string | null; problem: string | null; overdue: boolean }>) | undefined
}

/**
 * Two addresses for those who watch the server: /healthz says that the process answers, /readyz whether it can do its
 * work (503 when not) and how the backups stand, in words that give nothing away.
 */
export function serveHealth(app: App, { database, backups }: Readiness) {
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
      ...(state && { backup: { last: state.last, state: state.overdue ? 'overdue' : 'ok' } }),
    }
  })
}
