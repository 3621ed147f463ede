import { keys } from '#contract/keys.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve } from '../../http/serve.ts'
import { addKey, endKey, listKeys } from './keys.service.ts'

/** Answers the calls of contract/keys.ts. */
export function keyRoutes(app: App, { db, settings }: Deps) {
  serve(app, keys.list, async () => ({ message: 'Keys', data: await listKeys(db) }))

  serve(app, keys.add, async (fields, { actor, browser, session, write }) => ({
    message: 'Key added successfully.',
    ...(await write((db) =>
      addKey(db, fields, { actor, place: browser, session: session.tokenHash }, settings.officeTimeZone),
    )),
  }))

  serve(app, keys.end, async ({ key_id }, { actor, browser, write }) => {
    await write((db) => endKey(db, key_id, { actor, place: browser }))
    return { message: 'Key ended successfully.' }
  })
}
