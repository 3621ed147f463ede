import { ownNotifications } from '#contract/owner/notifications.ts'
import { openAppSession } from '../auth/app-sessions.ts'
import type { TestApp } from './build-test-app.ts'

type Phone = { token: string; time_zone?: string | undefined; language?: string | undefined }

/** Registers a phone for an owner, who signs in for it. Returns the session's token. */
export async function addPhone(app: TestApp, owner: string, { token, time_zone, language }: Phone) {
  const session = await app.db.transaction().execute((db) => openAppSession(db, owner))
  const phone = { token, platform: 'ios', ...(time_zone && { time_zone }), ...(language && { language }) }
  await app.call(ownNotifications.addDevice, phone, { token: session })
  return session
}
