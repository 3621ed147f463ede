import { expect, it } from 'vitest'
import { openEmptyTestDatabase } from '../testing/open-test-database.ts'
import { migrate, migrations } from './migrate.ts'

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

it('What was due before owners were reminded of it counts as said, what is due from then on does not', async () => {
  const db = await openEmptyTestDatabase()
  const before = migrations.findIndex(({ name }) => name.startsWith('0014'))
  await migrate(db, migrations.slice(0, before))
  const shared = {
    is_deleted: 0,
    version: 1,
    created_at: '2026-01-01',
    updated_at: '2026-01-01',
    note: '',
    note_key: '',
  }
  const named = { reminder_name: 'a', reminder_name_key: 'a', item_name: 'a', item_name_key: 'a' }
  const added = { added_by_kind: 'user', added_by_id: 'owner' } as const
  for (const days of [-3, -1, 1, 3])
    await db
      .insertInto('maintenance_items')
      .values({ ...shared, ...named, ...added, id: `item ${days}`, due_date: dayFromNow(days) } as never)
      .execute()
  await migrate(db)
  const said = await db.selectFrom('maintenance_reminders').select(['item_id', 'notification_id']).execute()
  expect(said.toSorted((one, other) => (one.item_id < other.item_id ? -1 : 1))).toEqual([
    { item_id: 'item -1', notification_id: null },
    { item_id: 'item -3', notification_id: null },
  ])
  await db.destroy()
})
