import { rollovers } from '#contract/rollovers.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve, serveChange } from '../../http/serve.ts'
import { LARGE_CHANGE } from '../changes/running-change.ts'
import { planRollover } from './plan.service.ts'
import { listRollovers } from './rollovers.repository.ts'
import { discardRollover, goLive, prepareRollover } from './rollovers.service.ts'
import { changedSince, takeOver } from './since.service.ts'

/** Answers the calls of contract/rollovers.ts. The services know a change's outcome, and say so. */
export function rolloverRoutes(app: App, { db, largeChange = LARGE_CHANGE }: Pick<Deps, 'db' | 'largeChange'>) {
  serve(app, rollovers.list, async () => ({ message: 'Rollovers', data: await listRollovers(db) }))

  serve(app, rollovers.plan, async (plan) => ({ message: 'Plan', data: await planRollover(db, plan) }))

  serve(app, rollovers.since, async ({ rollover_id }) => ({
    message: 'Changed since',
    data: await changedSince(db, rollover_id),
  }))

  serveChange(app, rollovers.prepare, '', (fields, { write }) =>
    write(async (db, change) => {
      const data = await prepareRollover(db, fields, change, largeChange.moreThan)
      return { message: change.message, data }
    }),
  )

  serveChange(app, rollovers.goLive, '', (fields, { write }) =>
    write(async (db, change) => {
      const data = await goLive(db, fields, change)
      const message =
        data.state === 'live' ? change.message : data.go_live_at ? 'The time is set.' : 'The time is called off.'
      return { message, data }
    }),
  )

  serveChange(app, rollovers.discard, '', (fields, { write }) =>
    write(async (db, change) => {
      await discardRollover(db, fields.rollover_id, change)
      return { message: change.message }
    }),
  )

  serveChange(app, rollovers.takeOver, '', (fields, { write }) =>
    write(async (db, change) => {
      const data = await takeOver(db, fields, change)
      return { message: change.outcome.written.records ? change.message : 'Nothing was changed.', data }
    }),
  )
}
