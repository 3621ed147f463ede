import { imports } from '#contract/imports.ts'
import { recordCalls, upsertTypes } from '#contract/kinds.ts'
import { isWithinKey } from '../../auth/program-keys/grants.ts'
import { deleteRehearsal } from '../../db/delete-rehearsal.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { pathOf } from '../../http/multipart.ts'
import { FileAnswer, serve, serveChange } from '../../http/serve.ts'
import { LARGE_CHANGE } from '../changes/running-change.ts'
import { exportsOf } from '../exports/exports.service.ts'
import { applyImport } from './apply.service.ts'
import { refusedFile, templateFile } from './import-files.ts'
import { pageOfRows } from './import-rows.repository.ts'
import { discardRehearsal, listRehearsals, readRehearsal } from './rehearsals.repository.ts'
import { rehearse } from './rehearse.service.ts'

/** The message of an import that found nothing to do. */
const NOTHING_TO_DO = 'Nothing was changed.'

import { upsert } from './upsert.service.ts'

const asAnswer = ({ name, type, body }: ReturnType<typeof templateFile>) => new FileAnswer(name, type, body)

/** Answers the calls of contract/imports.ts. Only whoever made a rehearsal can see it. */
export function importRoutes(app: App, deps: Deps) {
  const { db, places, settings, largeChange = LARGE_CHANGE } = deps
  const files = exportsOf(deps)
  app.addHook('preClose', async () => files.stop())

  serve(app, imports.rehearse, async ({ file, ...input }, { actor, gone }) => ({
    message: 'Rehearsal',
    data: await rehearse(
      { db, places, settings },
      { ...input, ...(file && { file: { name: file.name, path: pathOf(file) } }) },
      { actor, gone },
    ),
  }))

  serve(app, imports.list, async (_input, { actor, session }) => {
    const all = await listRehearsals(db, actor._id)
    return {
      message: 'Rehearsals',
      data: all.filter(({ record_type }) =>
        record_type === 'french' ? !session.program : isWithinKey(session, record_type),
      ),
    }
  })

  serve(app, imports.rows, async ({ rehearsal_id, ...asked }, { actor }) => ({
    message: 'Rows',
    ...(await pageOfRows(db, await readRehearsal(db, actor._id, rehearsal_id), asked)),
  }))

  // The service knows what was imported, and says so.
  serveChange(app, imports.apply, '', (fields, { write }) =>
    write(async (db, change) => {
      const data = await applyImport(db, fields, change, largeChange.moreThan)
      return { message: data?.message ?? NOTHING_TO_DO, data }
    }),
  )

  serve(app, imports.discard, async ({ rehearsal_id }, { actor, write }) => {
    const { message, isGone } = await write(async (db) =>
      discardRehearsal(db, await readRehearsal(db, actor._id, rehearsal_id)),
    )
    if (isGone) await deleteRehearsal(db, rehearsal_id)
    return { message }
  })

  for (const type of upsertTypes) {
    // The service knows what was saved, and says so.
    serveChange(app, recordCalls[type].upsert, '', (fields, { write }) =>
      write((db, change) => upsert({ db, places }, type, fields, change)),
    )
  }

  serve(app, imports.template, async ({ record_type, format }) =>
    asAnswer(templateFile(record_type, format, settings.languages)),
  )

  serve(app, imports.refused, async ({ rehearsal_id, format }, { actor, gone }) => {
    const { work, name, type } = refusedFile(db, await readRehearsal(db, actor._id, rehearsal_id), format)
    const { body } = await files.start(work, gone)
    return new FileAnswer(name, type, body)
  })
}
