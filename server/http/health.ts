import type { Heartbeat } from '../live/heartbeat.ts'
import type { App } from './serve.ts'

type Readiness = {
  /** Whether the server is about to stop. */
  leaving: () => boolean
  /** Rejects when the database does not answer, or cannot be written. */
  database: () => Promise<unknown>
  /** The state of the backups; left out where none are scheduled. */
  backups?:
    | (() => Promise<{ last: string | null; problem: string | null; overdue: boolean; missing: number }>)
    | undefined
  /** The last sweep of files that no row names; undefined before the first. */
  lastSweep?: (() => { stopped: boolean; missing: string[] } | undefined) | undefined
  /** What this server knows of itself and of the others. */
  heartbeat?: Heartbeat | undefined
}
/** How many files the storage does not have that records need, as the last sweep or the newest backup found. */
export async function missingFiles({ backups, lastSweep }: Pick<Readiness, 'backups' | 'lastSweep'>) {
  const { missing = 0 } = (await backups?.()) ?? {}
  return Math.max(missing, lastSweep?.()?.missing.length ?? 0)
}

/**
 * Serves /healthz (the process answers) and /readyz (it can work, else 503; and the state of the backups and of the file sweep). Both are
 * public and reveal no details.
 */
export function serveHealth(app: App, { leaving, database, backups, lastSweep, heartbeat }: Readiness) {
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
    const missing = await missingFiles({ backups, lastSweep })
    const isPaused = heartbeat?.isPaused() ?? false
    const ready = answers && !leaving() && !isPaused
    reply.status(ready ? 200 : 503).header('cache-control', 'no-store')
    return {
      status: ready ? 'ready' : leaving() ? 'stopping' : isPaused ? 'being updated' : 'not ready',
      database: answers ? 'ok' : 'down',
      ...(heartbeat && {
        servers: heartbeat.servers(),
        ...(heartbeat.clockIsOff() && { clock: 'off', clock_offset_ms: heartbeat.offset() }),
        ...(heartbeat.hears() === false && { live: 'not receiving changes' }),
      }),
      ...(lastSweep?.()?.stopped && { files: 'sweep stopped' }),
      ...(missing > 0 && { missing_files: missing }),
      ...(state && { backup: { last: state.last, state: state.overdue ? 'overdue' : 'ok' } }),
    }
  })
}
