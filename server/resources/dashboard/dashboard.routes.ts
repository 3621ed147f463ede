import { dashboard, PUT_OFF_DAYS } from '#contract/dashboard.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve } from '../../http/serve.ts'
import { readAttention } from './attention.service.ts'
import { snooze } from './snooze.service.ts'
import { readTrends } from './trends.service.ts'

/** Answers the calls of contract/dashboard.ts. */
export function dashboardRoutes(app: App, { db, settings }: Deps) {
  serve(app, dashboard.attention, async ({ time_zone }, { actor }) => ({
    message: 'Needs attention',
    data: await readAttention({ db, settings, watch: app.watch }, actor, time_zone),
  }))

  serve(app, dashboard.put_off, async (line, { actor, write }) => {
    await write((db) => snooze(db, line, actor))
    const whom = line.for_all ? ' for everyone' : ''
    return { message: line.put_off ? `Put off for ${PUT_OFF_DAYS} days${whom}.` : `Shown again${whom}.` }
  })

  serve(app, dashboard.trends, async ({ weeks }) => ({ message: 'Trends', data: await readTrends(db, weeks) }))
}
