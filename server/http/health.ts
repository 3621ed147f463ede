import type { Heartbeat } from '../live/heartbeat.ts'
import type { Watch } from '../watch/watch.ts'
import type { App } from './app-type.ts'

type Readiness = {
  /** Whether the server is about to stop. */
  leaving: () => boolean
  watch: Watch
  /** What this server knows about itself and the others. */
  heartbeat?: Heartbeat | undefined
}

/**
 * Serves /healthz (the process answers) and /readyz (it can work, else 503; with conditions an operator should know, by
 * name and severity). Both are public and reveal no details.
 */
export function serveHealth(app: App, { leaving, watch, heartbeat }: Readiness) {
  app.get('/healthz', () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const { facts, standing } = await watch.look()
    const { database, unfit, backups, missingFiles, sweep } = facts
    const isPaused = heartbeat?.isPaused() ?? false
    const canSave = database === 'ok' && !unfit.rights && !unfit.sequences
    const ready = canSave && !leaving() && !isPaused
    reply.status(ready ? 200 : 503).header('cache-control', 'no-store')
    return {
      status: ready ? 'ready' : leaving() ? 'stopping' : isPaused ? 'being updated' : 'not ready',
      database,
      conditions: standing.map(({ name, severity }) => ({ name, severity })),
      ...(heartbeat && {
        servers: heartbeat.servers(),
        ...(heartbeat.clockIsOff() && { clock: 'off', clock_offset_ms: heartbeat.offset() }),
        ...(heartbeat.hears() === false && { live: 'not receiving changes' }),
      }),
      ...(sweep?.stopped && { files: 'sweep stopped' }),
      ...(missingFiles > 0 && { missing_files: missingFiles }),
      ...(backups && { backup: { last: backups.last, state: stateOf(backups) } }),
    }
  })
}

const stateOf = ({ problem, overdue }: { problem: string | null; overdue: boolean }) =>
  problem ? 'failed' : overdue ? 'overdue' : 'ok'
