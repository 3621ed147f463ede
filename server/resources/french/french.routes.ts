import { frenchCalls } from '#contract/french-calls.ts'
import { counted } from '#contract/plural.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { FileAnswer, serve, serveChange } from '../../http/serve.ts'
import { recordTables } from '../../records/record-tables.ts'
import { exportsOf } from '../exports/exports.service.ts'
import { changedEnglish } from './changed-english.ts'
import { confirmFrench, listUnfinished } from './french.service.ts'
import { exportFrench } from './french-export.service.ts'

/** Answers the calls of contract/french-calls.ts. */
export function frenchRoutes(app: App, deps: Deps) {
  const { db } = deps
  const files = exportsOf(deps)
  app.addHook('preClose', async () => files.stop())

  serve(app, frenchCalls.list, async (input) => ({ message: 'French', ...(await listUnfinished(db, input)) }))

  serve(app, frenchCalls.export, async (input, call) => {
    const { name, type, body } = await exportFrench({ ...deps, files }, input, call)
    return new FileAnswer(name, type, body)
  })

  serve(app, frenchCalls.changed, async (input) => ({ message: 'French', data: await changedEnglish(db, input) }))

  serveChange(
    app,
    frenchCalls.confirm,
    ({ record_type, record_ids }) =>
      `The French of ${counted(new Set(record_ids).size, ...recordTables[record_type].noun)} is current.`,
    (input, { write }) => write((db, change) => confirmFrench(db, input, change)),
  )
}
