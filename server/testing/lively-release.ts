import { sql } from 'kysely'
import { foldedKey } from '../db/migrations/frozen/folded-key.ts'
import type { Db } from '../db/schema.ts'
import { restoreRelease } from './releases.ts'

const RICH = '<h2>The <b>w</b>ater pump</h2><p>“Café” Łódź, Øl and øl: 12&nbsp;V</p>'

/** A release's database with rows that upgrades look at: accents, facts known only from sentences, and a history. */
export async function restoreLivelyRelease(db: Db, release: string) {
  await restoreRelease(db, release)
  const columnsOf = new Map((await db.introspection.getTables()).map(({ name, columns }) => [name, columns]))
  const add = async (table: string, values: Record<string, string | number | null>) => {
    const has = Object.entries(values).filter(([name]) => columnsOf.get(table)?.some((column) => column.name === name))
    const names = sql.join(has.map(([name]) => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(has.map(([, value]) => value))})`.execute(
      db,
    )
  }
  const set = (table: string, id: string, values: Record<string, string | number | null>) => {
    const parts = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
    return sql`update ${sql.table(table)} set ${sql.join(parts)} where id = ${id}`.execute(db)
  }
  for (const [table, column] of named) {
    await set(table, 'id 1', { [`${column}_key`]: foldedKey(`Crème ${table} Łódź`) })
    await set(table, 'id 2', { [`${column}_key`]: foldedKey(`Plain ${table}`) })
  }
  for (const table of ['manual_pages', 'cms_pages']) await set(table, 'id 1', { content: RICH })
  await set('users', 'id 2', { email: 'id 2@erased.invalid', email_key: 'id 2@erased.invalid' })
  await set('checklists', 'id 1', { added_by_kind: 'user', added_by_id: 'id 1' })
  await sql`update notification_recipients set state = 'waiting', reason = 'Many look gone. None was removed.', read_at = null
    where seq = 1`.execute(db)

  const change = (seq: number, values: Record<string, string | number | null>) =>
    add('changes', { ...blank, id: `change ${seq}`, seq, ...values })
  await change(11, { call: 'admin/bulk', message: '1,204 of 1,300 owners deactivated successfully.' })
  await change(12, { call: 'admin/bulk', kind: 'delete', message: 'Removing 9 owners: stopped.', state: 'stopped' })
  await change(13, {
    call: 'sign-in-new-browser',
    kind: 'other',
    message: 'Signed in from a new browser: Firefox on Linux.',
  })
  await change(14, { call: 'npm run admin reset', kind: 'other', message: 'A password; second factors were removed.' })
  for (const seq of [15, 16, 17]) await change(seq, { kind: 'undo', undoes: `change ${seq - 1}` })
  await change(18, { call: 'admin/manuals/generate_pdf' })
  await change(19, { record_count: 101 })
  await change(20, { undone_by: 'change 15' })

  const entry = (change: number, place: number, values: Record<string, string | number | null>) =>
    add('activity', {
      id: `change ${change}0000000${place}`,
      change_id: `change ${change}`,
      at: 'at',
      version: 1,
      changes: '[]',
      admin_id: null,
      user_id: null,
      action: 'edit',
      table_name: 'topics',
      record_id: 'id 1',
      ...values,
    })
  await entry(18, 1, { table_name: 'manuals', changes: '[{"field":"pdf_file"}]' })
  await entry(19, 1, {})
  await entry(19, 2, { table_name: 'years' })
  // Added, and inactive because of what was undone, or for good.
  for (const [table, deletion] of [
    ['social_medias', 20],
    ['dealers', 12],
  ] as const) {
    const record_id = `inactive of ${table}`
    await set(table, 'id 2', { id: record_id })
    await entry(deletion, 1, { action: 'add', table_name: table, record_id })
    await entry(deletion, 2, { action: 'delete', table_name: table, record_id })
  }
}

const blank = {
  is_deleted: 0,
  folded_count: 0,
  at: 'at',
  admin_id: null,
  user_id: null,
  reason: 'test',
  call: 'call',
  kind: 'edit',
  message: '',
  message_key: '',
  record_type: 'users',
  title: '',
  title_key: '',
  record_count: 1,
  expected_count: 1,
  state: 'done',
  is_final: 0,
  left_count: 0,
  undoes: null,
  undone_by: null,
}

const named: [table: string, column: string][] = [
  ['rv_types', 'name'],
  ['models', 'description'],
  ['users', 'name'],
  ['topics', 'name'],
  ['dealers', 'city'],
  ['maintenance_items', 'item_name'],
  ['cms_pages', 'title'],
  ['notifications', 'title'],
  ['admins', 'name'],
  ['views', 'name'],
  ['changes', 'title'],
]
