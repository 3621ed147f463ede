import type { Language } from '#contract/french.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'

/** Stands for each owner's items in a reminder. Administrators cannot write it: it is not one of their placeholders. */
const ITEMS = '{maintenance}'
/** The text if they are gone. */
const UNNAMED = { en: 'maintenance', fr: 'entretien' } as const

const written = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const writtenInFrench = new Intl.DateTimeFormat('fr-CA', { dateStyle: 'long', timeZone: 'UTC' })

/**
 * A reminder's text about what is due on a day (YYYY-MM-DD) in these languages, before it is filled in for an owner.
 */
export const reminderOf = (day: string, languages: readonly Language[]) => ({
  title: 'Maintenance due',
  description: `Due on ${written.format(Date.parse(day))}: ${ITEMS}`,
  ...(languages.includes('fr') && {
    title_fr: 'Entretien à faire',
    description_fr: `À faire le ${writtenInFrench.format(Date.parse(day))}\u00a0: ${ITEMS}`,
  }),
})

/** Whether a message reminds each owner of maintenance. */
export const isReminder = ({ description }: { description: string }) => description.includes(ITEMS)

type Text = { description: string; notification_id?: string }
type Named = { notification_id: string; user_id: string; item_name: string }

/** What is still to be done on the day an owner is reminded of, if they still want reminders. */
const STILL_DUE = `item.is_deleted = 0 and item.done_at is null and item.due_date = reminder.due_date
  and exists (select 1 from users where users.id = item.added_by_id and users.reminders = 1)`

/**
 * The items that these messages remind these owners of, by message and owner; with `stillDue` only those still to be
 * done on that day. Reads nothing for other messages.
 */
export async function itemsDue(db: Db, owners: string[], texts: Text[], { stillDue = false } = {}) {
  const messages = texts.filter(isReminder).map((one) => one.notification_id ?? '')
  if (!messages.length) return new Map<string, string>()
  const { textsFromJson } = engineOf(db)
  const found = await readQuery<Named>(
    db,
    `select reminder.notification_id, item.added_by_id as user_id, item.item_name from maintenance_reminders as reminder
     join maintenance_items as item on item.id = reminder.item_id and item.added_by_kind = 'user'
     where reminder.notification_id in ${textsFromJson} and item.added_by_id in ${textsFromJson}
     ${stillDue ? `and ${STILL_DUE}` : ''} order by item.created_at, item.id`,
    [JSON.stringify(messages), JSON.stringify(owners)],
  )
  const groups = Map.groupBy(found, ({ notification_id, user_id }) => `${notification_id} ${user_id}`)
  return new Map([...groups].map(([key, items]) => [key, items.map(({ item_name }) => item_name).join(', ')]))
}

/** A reminder's text with the items filled in; any other text unchanged. */
export const namingItems = (text: string, items: string | undefined, language: Language) =>
  text.replace(ITEMS, () => items ?? UNNAMED[language])
