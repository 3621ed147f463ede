import { ERASE_DAYS, privacy } from '#contract/privacy.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { FINAL, FileAnswer, serve, serveChange } from '../../http/serve.ts'
import { mergeUsers, previewMerge } from './merge.service.ts'
import { exportPersonal } from './personal-export.service.ts'
import { personalFile } from './personal-file.ts'
import { eraseByOffice, keepByOffice, readPrivacy } from './privacy.service.ts'
import { addRequest, closeRequest, listRequests } from './requests.service.ts'

/** Answers the calls of contract/privacy.ts. */
export function privacyRoutes(app: App, deps: Deps) {
  const { db, settings } = deps
  const { privacyDays } = settings

  serve(app, privacy.ofUser, async ({ user_id }) => ({ message: 'Privacy', data: await readPrivacy(db, user_id) }))

  serveChange(
    app,
    privacy.erase,
    ({ now }) => (now ? 'User has been erased.' : `User will be erased in ${ERASE_DAYS} days.`),
    (fields, { write }) =>
      write(async (db, change) => ({ data: await eraseByOffice(db, fields, privacyDays, change) })),
    FINAL,
  )

  serve(app, privacy.exportPersonal, async ({ user_id, format }, { actor, write }) => {
    const held = await exportPersonal(deps, user_id, { actor, write, call: privacy.exportPersonal.path })
    return format === 'zip'
      ? new FileAnswer(...personalFile(held))
      : { message: 'What is held about this user', ...held }
  })

  serveChange(app, privacy.merge, 'The accounts have been merged.', (fields, { write }) =>
    write(async (db, change) =>
      fields.preview
        ? { message: 'What would move', data: await previewMerge(db, fields) }
        : { data: await mergeUsers(db, fields, change) },
    ),
  )

  serveChange(
    app,
    privacy.keep,
    'User will not be erased.',
    ({ user_id }, { write }) => write((db, change) => keepByOffice(db, user_id, change)),
    FINAL,
  )

  serve(app, privacy.list, async (input) => ({ message: 'Privacy requests', ...(await listRequests(db, input)) }))

  serveChange(
    app,
    privacy.add,
    'Request added successfully.',
    (fields, { write }) => write(async (db, change) => ({ data: await addRequest(db, fields, privacyDays, change) })),
    FINAL,
  )

  serveChange(
    app,
    privacy.close,
    'Request closed successfully.',
    ({ request_id, outcome }, { write }) =>
      write(async (db, change) => ({ data: await closeRequest(db, request_id, outcome, change) })),
    FINAL,
  )
}
