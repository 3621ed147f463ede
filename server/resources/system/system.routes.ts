import { counted } from '#contract/plural.ts'
import { system } from '#contract/system.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve } from '../../http/serve.ts'
import { dismissGivenUp, retryGivenUp } from '../../jobs/count-jobs.ts'
import { trustService } from '../../jobs/holds.ts'
import { wakeWorker } from '../../jobs/jobs.ts'
import { forgetServer, readKeptMails, readStatus } from './system.service.ts'

const formatJobs = (jobs: number) => counted(jobs, 'job')

/** Answers the calls of contract/system.ts. */
export function systemRoutes(app: App, deps: Deps) {
  serve(app, system.status, async () => ({ message: 'System', data: await readStatus(deps, app.watch) }))

  serve(app, system.givenUp, async ({ until, again }, { actor }) => {
    const jobs = again ? await retryGivenUp(deps.db, until) : await dismissGivenUp(deps.db, until)
    app.log.info({ admin: actor._id, jobs, again }, 'jobs that were given up were dealt with')
    if (!jobs) return { message: 'There were no jobs left.' }
    if (again) wakeWorker()
    return { message: again ? `Trying ${formatJobs(jobs)} again.` : `Dismissed ${formatJobs(jobs)}.` }
  })

  serve(app, system.keptMails, async (_nothing, { actor }) => ({
    message: 'Kept emails',
    data: await readKeptMails(deps, actor),
  }))

  serve(app, system.forgetServer, async ({ server_id }, { actor }) => {
    const name = await forgetServer(deps.db, server_id)
    app.log.info({ admin: actor._id, server: name }, 'a server that is gone was forgotten')
    return { message: `Forgot ${name}.` }
  })

  serve(app, system.removeDevices, async (_nothing, { actor }) => {
    await trustService(deps.db, 'push')
    app.log.info({ admin: actor._id }, 'devices that look unregistered are removed, however many')
    wakeWorker()
    return { message: 'For one day, every device that Firebase calls unregistered is removed.' }
  })
}
