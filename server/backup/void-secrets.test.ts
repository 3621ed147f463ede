import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keepSecret } from '../auth/one-time.ts'
import { restoredAt } from '../auth/own-secrets.ts'
import { makeRecoveryCodes } from '../auth/recovery-codes.ts'
import { openSession } from '../auth/sessions.ts'
import { openTicket } from '../auth/tickets.ts'
import { openDatabase } from '../db/engines/open.ts'
import { SqliteFile } from '../db/engines/sqlite-file.ts'
import { migrate } from '../db/migrate.ts'
import { findActive, voidSecrets } from './void-secrets.ts'

it('After a restore no session, code or link of the backup works, whichever release made it', async () => {
  const place = await mkdtemp(join(tmpdir(), 'void-'))
  const file = join(place, 'back-office.db')
  const db = openDatabase(file)
  await migrate(db)
  const at = new Date().toISOString()
  const admin = { name: 'Ada', name_key: 'ada', password_hash: 'x', avatar_file: null, created_at: at, updated_at: at }
  await db
    .insertInto('admins')
    .values([
      { ...admin, id: 'ada', email: 'ada@example.com', status: 'ACTIVE' },
      { ...admin, id: 'bo', email: 'bo@example.com', status: 'INACTIVE' },
    ])
    .execute()
  await openSession(db, 'ada')
  await openTicket(db, { id: 'ada', password_hash: 'x' })
  await makeRecoveryCodes(db, 'ada')
  await keepSecret(db, { purpose: 'invitation', subject: 'bo', whose: 'bo', request: 'one', hash: 'hash' })
  const webhook = { url: 'https://erp.example.com', record_types: '[]', events: '["pdf.made"]', secret: 'sealed' }
  const made = { made_by: 'ada', created_at: at, touches: '[]' }
  await db
    .insertInto('webhooks')
    .values({ id: 'one', ...webhook, ...made, state: 'active' })
    .execute()
  const tables = ['sessions', 'one_time_secrets', 'recovery_codes'] as const
  const rows = async () =>
    Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length))
  expect(await rows()).toEqual([1, 2, 10])
  const said = { active: ['ada@example.com'], keys: 0, webhooks: ['erp.example.com'] }
  expect(voidSecrets(file)).toEqual(said)
  expect(await rows()).toEqual([0, 1, 0])
  const left = await db.selectFrom('one_time_secrets').select(['purpose', 'hash']).execute()
  expect(left).toEqual([{ purpose: 'invitation', hash: null }])
  expect(await db.selectFrom('webhooks').select(['state', 'why']).execute()).toEqual([
    { state: 'paused', why: 'restored' },
  ])
  expect(Date.parse((await restoredAt(db)) ?? '')).toBeGreaterThanOrEqual(Date.parse(at))
  await db.destroy()

  const former = new SqliteFile(file)
  former.exec(`drop table one_time_secrets; create table invitations (token_hash text); create table tickets (tries integer);
    insert into invitations values ('hash'); insert into tickets values (0)`)
  expect(voidSecrets(file)).toEqual({ ...said, webhooks: [] })
  expect(former.column('select token_hash from invitations')).toEqual([null])
  expect(former.column('select tries from tickets')).toEqual([])
  former.close()
  expect([findActive(file), findActive(join(place, 'none.db'))]).toEqual([['ada@example.com'], undefined])
  await rm(place, { recursive: true })
})
