import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeChallenge } from '../auth/challenges.ts'
import { spendFactorLink } from '../auth/factor-links.ts'
import { findSecret, keepFirst, takeSecret } from '../auth/one-time.ts'
import { consumeCode, makeCode, tryCode } from '../auth/one-time-codes.ts'
import { closeTicket, countTry, findTicket } from '../auth/tickets.ts'
import { sha256 } from '../auth/tokens.ts'
import { isoNow } from '../clock.ts'
import { runDue } from '../jobs/schedule.ts'
import { openEmptyTestDatabase } from '../testing/open-test-database.ts'
import { migrate, migrations } from './migrate.ts'
import type { Db } from './schema.ts'

let db: Db
beforeEach(async () => {
  db = await openEmptyTestDatabase()
  const last = migrations.findIndex(({ name }) => name === '0012-release-1.2.0')
  await migrate(db, migrations.slice(0, last + 1))
})
afterEach(() => db.destroy())

const run = (text: string) => sql.raw(text).execute(db)

it('mails of release 1.2.0 that wait are of the one kind, and what it has put off comes due at its time, also by the clock of a zone whose rules have changed', async () => {
  const [past, future] = ['2020-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z']
  await run(`insert into due (id, kind, about, due_at, try_at, wall_time, zone, zone_rules) values
    ('1', 'publishing', 'cms_pages a publish_at', '${past}', '${past}', null, null, null),
    ('2', 'publishing', 'cms_pages b publish_at', '${future}', '${future}', null, null, null),
    ('3', 'mail-key-ends', 'k 14', '${past}', '${past}', null, null, null),
    ('4', 'mail-key-ends', 'k 2', '${past}', '${past}', '2999-06-01 09:00', 'Europe/Berlin', '2000a')`)
  await run(
    `insert into jobs (id, kind, payload, run_at, attempts) values ('3', 'mail-key-ends', '{"key_id":"k","days":14}', '${past}', 0)`,
  )
  await migrate(db)
  const done: string[] = []
  const note = async (_db: Db, { about }: { about: string }) => void done.push(about)
  await runDue(db, { publishing: note, 'key-ends': note }, { error: () => {} })
  expect(done.toSorted()).toEqual(['cms_pages a publish_at', 'k 14'])
  const left = await db.selectFrom('jobs').select(['kind', 'key', 'due_at']).orderBy('kind').orderBy('key').execute()
  const [mail] = await db.selectFrom('jobs').select('payload').where('kind', '=', 'mail').execute()
  expect(JSON.parse(mail?.payload ?? '')).toEqual({ template: 'key-ends', key_id: 'k', days: 14 })
  expect(left).toEqual([
    { kind: 'key-ends', key: 'k 2', due_at: '2999-06-01T07:00:00.000Z' },
    { kind: 'mail', key: null, due_at: null },
    { kind: 'publishing', key: 'cms_pages b publish_at', due_at: future },
  ])
})

it('codes, links, tickets and open invitations of release 1.2.0 work after the upgrade, once', async () => {
  const [soon, tomorrow] = [isoNow(4 * 60_000), isoNow(20 * 3_600_000)]
  await run(`insert into admins (id, name, email, password_hash, status, invited_until, created_at, updated_at) values
    ('ada', 'Ada', 'ada@example.com', 'x', 'ACTIVE', null, '', ''),
    ('bo', 'Bo', 'bo@example.com', '', 'INVITED', '${tomorrow}', '', '')`)
  await run(`insert into otps (email, code_hash, expires_at, tries, request, browser_hash, tries_elsewhere)
    values ('ada@example.com', 'x', '${soon}', 4, 'r', '${sha256('firefox')}', 2)`)
  await run(`insert into tickets (token_hash, admin_id, password_digest, tries, expires_at)
    values ('${sha256('t')}', 'ada', 'digest', 4, '${soon}')`)
  await run(`insert into challenges (key, challenge, expires_at) values ('k', 'sign this', '${soon}')`)
  await run(`insert into used_tokens (key, expires_at) values ('google 1', '${tomorrow}')`)
  await run(`insert into factor_links (token_hash, admin_id, factor, email, expires_at, since)
    values ('${sha256('l')}', 'ada', 'totp', 'ada@example.com', '${tomorrow}', null)`)
  await run(`insert into email_changes (admin_id, email, request, token_hash, expires_at)
    values ('ada', 'new@example.com', 's r', '${sha256('e')}', '${tomorrow}')`)
  await run(`insert into invitations (admin_id, request, token_hash) values ('bo', 'r', '${sha256('i')}')`)
  await migrate(db)

  const code = (await makeCode(db, 'ada@example.com', 'r')) ?? ''
  const tried = await tryCode(db, 'ada@example.com', code, 'firefox')
  expect(await tryCode(db, 'ada@example.com', code, 'firefox')).toBeUndefined()
  expect(await consumeCode(db, 'ada@example.com', tried ?? '')).toBe(true)
  expect(await consumeCode(db, 'ada@example.com', tried ?? '')).toBe(false)

  const ticket = await findTicket(db, 't')
  expect(ticket).toEqual({ token_hash: sha256('t'), admin_id: 'ada', password_digest: 'digest' })
  if (!ticket) return
  expect([await countTry(db, ticket), await countTry(db, ticket)]).toEqual([true, false])
  expect([await closeTicket(db, ticket), await closeTicket(db, ticket)]).toEqual([true, false])

  expect([await takeChallenge(db, 'k'), await takeChallenge(db, 'k')]).toEqual(['sign this', undefined])
  const used = { purpose: 'used_token', expires_at: tomorrow } as const
  expect(await keepFirst(db, { ...used, subject: 'google 1' })).toBe(false)
  expect(await keepFirst(db, { ...used, subject: 'google 2' })).toBe(true)

  expect(await spendFactorLink(db, 'l')).toMatchObject({ admin_id: 'ada', factor: 'totp', email: 'ada@example.com' })
  expect(await spendFactorLink(db, 'l')).toBeUndefined()
  const asked = await takeSecret(db, 'new_address', { hash: sha256('e') })
  expect([asked?.subject, JSON.parse(asked?.about ?? '{}'), asked?.request]).toEqual([
    'ada',
    { email: 'new@example.com' },
    's r',
  ])
  expect(await findSecret(db, 'invitation', { hash: sha256('i'), whose: 'bo' })).toMatchObject({ expires_at: tomorrow })
})
