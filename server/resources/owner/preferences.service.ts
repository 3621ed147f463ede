import type { z } from 'zod'
import type { Preferences, preferenceFields } from '#contract/owner/account.ts'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { changeRecord } from '../../records/change.ts'
import type { Write } from '../../records/open-change.ts'
import { withdrawNews } from '../notifications/consent.ts'
import { findOwner } from './owner-account.repository.ts'

/** What an owner wants to be told. */
export async function readPreferences(db: Db, id: string): Promise<Preferences> {
  const { news, reminders, text_version, preferences_at } = await findOwner(db, id)
  return { news: news === 1, reminders: reminders === 1, text_version, changed_at: preferences_at }
}

/** Keeps what an owner wants to be told, with when, by which words and in which app they said so. */
export const setPreferences = (
  id: string,
  { news, reminders, text_version }: z.output<typeof preferenceFields>,
  app: string,
  write: Write,
) =>
  write(async (db, change) => {
    const wanted = { news: news ? 1 : 0, reminders: reminders ? 1 : 0, text_version, preferences_app: app }
    await changeRecord(db, 'users', id, { ...wanted, preferences_at: isoNow() }, change)
    if (!news) await withdrawNews(db, id)
    return readPreferences(db, id)
  })
