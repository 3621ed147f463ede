import { system } from '#contract/system.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { dismissGivenUp, retryGivenUp } from '../../jobs/count-jobs.ts'
import { trustService } from '../../jobs/holds.ts'
import { readStatus } from './system.service.ts'

const inWords = (jobs: number) => (jobs === 1 ? '1 job' : `${jobs.toLocaleString('en')} jobs`)

/** Answers the calls of contract/system.ts. */
export function systemRoutes(app: App, deps: Deps) {
  serve(app, system.status, async () => ({ message: 'System', data: await readStatus(deps, app.watch) }))

  serve(app, system.attention, async () => {
    const { standing } = await app.watch.look()
    return { message: 'Attention', data: standing.filter(({ severity }) => severity !== 'notice') }
  })

  serve(app, system.retryGivenUp, async ({ until }, { actor }) => {
    const jobs = await retryGivenUp(deps.db, until)
    app.log.info({ admin: actor._id, jobs }, 'jobs that were given up are tried again')
    deps.lookForJobs()
    return { message: jobs ? `Trying ${inWords(jobs)} again.` : 'There was no job left to try again.' }
  })

  serve(app, system.dismissGivenUp, async ({ until }, { actor }) => {
    const jobs = await dismissGivenUp(deps.db, until)
    app.log.info({ admin: actor._id, jobs }, 'jobs that were given up were dismissed')
    return { message: jobs ? `Dismissed ${inWords(jobs)}.` : 'There was no job left to dismiss.' }
  })

  serve(app, system.removeDevices, async (_nothing, { actor }) => {
    await trustService(deps.db, 'push')
    app.log.info({ admin: actor._id }, 'devices that look unregistered are removed, however many')
    deps.lookForJobs()
    return { message: 'Devices that look unregistered are being removed.' }
  })
}
