import type { z } from 'zod'
import { DEFAULT_PAGE_SIZE } from '#contract/records.ts'
import { type SecurityEvent, security } from '#contract/security.ts'
import { listEvents } from '../../auth/security-events.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve } from '../../http/serve.ts'
import { findAdministrator } from '../administrators/administrators.repository.ts'

/** Answers the call of contract/security.ts. */
export function securityRoutes(app: App, { db }: Deps) {
  serve(app, security.events, async (input) => ({
    message: 'Security record',
    ...(await listSecurityEvents(db, input)),
  }))
}

/** A page of what happened to one account or to all, newest first. Throws 404 for a nonexistent account. */
async function listSecurityEvents(
  db: Db,
  { administrator_id, page = 1, per_page = DEFAULT_PAGE_SIZE }: z.output<typeof security.events.input>,
) {
  if (administrator_id !== undefined) await findAdministrator(db, administrator_id, undefined)
  const { rows, total } = await listEvents(db, { adminId: administrator_id, page, perPage: per_page })
  const data = rows.map(
    ({ id, admin_id, admin_name, by_id, by_name, ...event }): SecurityEvent => ({
      _id: id,
      ...event,
      administrator: { _id: admin_id, name: admin_name },
      by: by_id === null ? null : { _id: by_id, name: by_name ?? '' },
    }),
  )
  return { data, total, current_page: page }
}
