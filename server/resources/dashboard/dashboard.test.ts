import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { administrators } from '#contract/administrators.ts'
import { type AttentionKind, attentionKinds, dashboard } from '#contract/dashboard.ts'
import { frenchTypes } from '#contract/french-calls.ts'
import { maintenanceItems } from '#contract/maintenance-items.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { notifications } from '#contract/notifications.ts'
import type { ListInput } from '#contract/records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { openSession } from '../../auth/sessions.ts'
import { isoNow, newId } from '../../clock.ts'
import { readDays } from '../../db/daily-counts.ts'
import { isPostgres } from '../../db/engines/is-postgres.ts'
import type { Deps } from '../../deps.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { inOrder } from '../../testing/facts.ts'
import { manualFactory } from '../../testing/manuals.ts'
import { addAnotherAdmin, addCatalogue, addOwner } from '../../testing/people.ts'
import { askForPastDays } from './past-days.ts'

const DAY = 86_400_000
let app: TestApp
let facts = inOrder
let nextYear = 3000
beforeEach(async () => {
  facts = {
    ...inOrder,
    backups: {
      last: '2026-11-21T12:00:00.000Z',
      problem: null,
      overdue: false,
      ofStorage: false,
      missing: 0,
      by: null,
    },
  }
  app = await buildTestApp({}, { readFacts: async () => facts })
  await app.db.updateTable('admins').set({ passkey_count: 1 }).execute()
})
afterEach(() => {
  vi.useRealTimers()
  return app.close()
})
/** Moves to a moment when someone signs in. */
async function signInAt(moment: number | string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) })
  const { id } = await app.db.selectFrom('admins').select('id').orderBy('created_at').executeTakeFirstOrThrow()
  return openSession(app.db, id)
}

const read = async (token = app.token) => (await app.call(dashboard.attention, {}, { token })).data
const linesOf = async (kind: AttentionKind) => (await read()).filter((line) => line.kind === kind)
const rvOf = async (serial_no: string | null, is_deleted = 0) => {
  const owner = await addOwner(app, `Owner ${newId()}`)
  const { category, year, model } = await addCatalogue(app, String(nextYear++))
  const at = isoNow()
  const row = { id: newId(), is_deleted, version: 1, created_at: at, updated_at: at, user_id: owner }
  await app.db
    .insertInto('rvs')
    .values({ ...row, cat_id: category, model_id: model, year_id: year, serial_no, vin: '123456' })
    .execute()
  return row.id
}

describe('what needs attention', () => {
  it('is nothing in an installation in order', async () => {
    expect(await read()).toEqual([])
  })

  it('is a manual whose PDF is older than its pages, until it is made again', async () => {
    const { aTopic, aSubTopic, aManual, aPage } = manualFactory(app)
    const manual = await aManual()
    const page = await aPage(manual._id, await aSubTopic((await aTopic())._id), '<p>One.</p>')
    expect(await linesOf('pdf_missing')).toEqual([
      expect.objectContaining({ count: 1, title: '1 manual without a PDF', since: manual.created_at }),
    ])
    await app.call(manuals.generate_pdf, { manual_id: manual._id })
    expect(await read()).toEqual([])
    const { data } = await app.call(manualPages.edit, {
      manual_page_id: page._id,
      manual_id: manual._id,
      topic_id: page.topic_id._id,
      subtopic_id: page.subtopic_id._id,
      content: '<p>Two.</p>',
    })
    expect(await read()).toEqual([
      {
        kind: 'pdf_outdated',
        count: 1,
        title: 'Travel Trailer - 2024: PDF out of date',
        record_type: 'manuals',
        record_id: manual._id,
        link: `/manuals/${manual._id}`,
        action: 'generate_pdf',
        since: data.updated_at,
      },
    ])
    await app.call(manuals.generate_pdf, { manual_id: manual._id })
    expect(await read()).toEqual([])
  })

  it('is French that is missing or older than the English, where owners read French', async () => {
    await app.call(rvTypes.add, { name: 'Truck Camper', seq_no: 1 })
    expect(await read()).toEqual([])
    await app.close()
    app = await buildTestApp({ LANGUAGES: 'en,fr' }, { readFacts: async () => facts })
    await app.db.updateTable('admins').set({ passkey_count: 1 }).execute()
    // What an installation starts with has no French either.
    for (const type of frenchTypes) await app.db.updateTable(type).set({ french: 'current' }).execute()
    const add = async (name: string, more = {}) => (await app.call(rvTypes.add, { name, seq_no: 1, ...more })).data
    const first = await add('Truck Camper')
    await add('Fifth Wheel', { name_fr: 'Caravane à sellette' })
    const { _id: cat_id } = await add('Toy Hauler')
    const line = { kind: 'french_missing', link: '/french?state=none%2Cpart', since: first.created_at }
    expect(await read()).toEqual([{ ...line, count: 2, title: '2 records lack French, in whole or in part' }])
    await app.call(rvTypes.edit, { cat_id, name: 'Toy Hauler', name_fr: 'Fourgon', seq_no: 1 })
    const { data } = await app.call(rvTypes.edit, { cat_id, name: 'Sport Trailer', name_fr: 'Fourgon', seq_no: 1 })
    expect(await read()).toEqual([
      { ...line, count: 1, title: '1 record lacks French, in whole or in part' },
      {
        kind: 'french_older',
        count: 1,
        title: '1 record has French that is older than the English',
        link: '/french?state=older',
        since: data.updated_at,
      },
    ])
  })

  it('is a message that the push service refused for some', async () => {
    const owners = [await addOwner(app, 'Ann Ash'), await addOwner(app, 'Ben Birch')]
    const { data } = await app.call(notifications.send, { title: 'Recall', description: 'Stop.', user_ids: owners })
    await app.runJobs()
    expect(await read()).toEqual([])
    await app.db.updateTable('notifications').set({ counts: '{"failed":1,"accepted":1}' }).execute()
    expect(await read()).toEqual([
      {
        kind: 'deliveries_failed',
        count: 1,
        title: 'Recall: 1 of 2 deliveries failed',
        record_type: 'notifications',
        record_id: data._id,
        link: `/manage-notifications?view=sent&message=${data._id}&state=failed`,
        action: 'retry_deliveries',
        since: data.created_at,
      },
    ])
    await app.db.updateTable('notifications').set({ counts: '{"failed":0,"accepted":2}' }).execute()
    expect(await read()).toEqual([])
  })

  it('is a change that stopped half-way, until it is undone', async () => {
    const { change, undo } = await failedChange()
    const [line] = await linesOf('change_failed')
    expect(line).toMatchObject({ count: 1, record_id: change, link: `/recent-changes?change=${change}` })
    expect(line?.title).toMatch(/^Stopped half-way: Administrator /)
    await undo()
    expect(await read()).toEqual([])
  })

  async function failedChange() {
    const { data } = await app.call(maintenanceItems.add, item('2099-01-01'))
    await app.call(maintenanceItems.delete, { maintenance_id: data._id })
    const { id } = await app.db.selectFrom('changes').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    await app.db.updateTable('changes').set({ state: 'failed' }).where('id', '=', id).execute()
    const undo = () => app.db.updateTable('changes').set({ undoes: id }).where('id', '<', id).execute()
    return { change: id, undo }
  }
  const item = (due_date: string) => ({ reminder_name: 'Seals', item_name: 'Roof', due_date, note: 'Look.' })

  it('is mail that is not set up, and a backup that was never made or failed', async () => {
    const deps: Deps = app.deps
    deps.settings.smtpUrl = undefined
    facts = { ...facts, backups: null }
    expect((await read()).map(({ kind, title, link }) => [kind, title, link])).toEqual([
      ['mail_not_set_up', 'Email is not set up', '/system#email'],
      ['no_backup', 'No backup yet', '/system#backups'],
    ])
    deps.settings.smtpUrl = 'smtp://mail.example'
    facts = {
      ...facts,
      backups: { last: null, problem: 'no room', overdue: true, ofStorage: false, missing: 0, by: null },
    }
    expect((await read()).map(({ kind, title }) => [kind, title])).toEqual([
      ['backup_failed', 'The last backup failed: no room'],
    ])
  })

  it('is a colleague without a second factor, by name where there is one', async () => {
    const grace = await addAnotherAdmin(app, 'Grace')
    expect(await read()).toEqual([
      expect.objectContaining({ kind: 'no_second_factor', title: 'Grace has no second factor', record_id: grace.id }),
    ])
    await addAnotherAdmin(app, 'Ida')
    const [line] = await linesOf('no_second_factor')
    expect(line).toMatchObject({ count: 2, title: '2 administrators have no second factor' })
    expect(line).not.toHaveProperty('record_id')
  })

  it('is due within seven days by the caller’s today', async () => {
    const token = await signInAt('2027-03-01T02:00:00.000Z')
    for (const due of ['2027-02-28', '2027-03-01', '2027-03-07', '2027-03-08', '2027-03-09']) await dueOn(due)
    const title = async (time_zone?: string) =>
      (await app.call(dashboard.attention, { time_zone }, { token })).data.map(({ title, link, since }) => [
        title,
        link,
        since,
      ])
    const path = '/maintenance-item-management?due_date=between_inclusive.'
    expect(await title()).toEqual([
      [
        '3 maintenance items are due within seven days',
        `${path}2027-03-01.2027-03-08&status=active`,
        '2027-02-22T00:00:00.000Z',
      ],
    ])
    expect(await title('America/Denver')).toEqual([
      [
        '3 maintenance items are due within seven days',
        `${path}2027-02-28.2027-03-07&status=active`,
        '2027-02-21T00:00:00.000Z',
      ],
    ])
  })
  function dueOn(due_date: string) {
    const row = { id: newId(), is_deleted: 0, version: 1, created_at: isoNow(), updated_at: isoNow(), due_date }
    const texts = {
      reminder_name: 'a',
      reminder_name_key: 'a',
      item_name: 'b',
      item_name_key: 'b',
      note: '',
      note_key: '',
    }
    const by = { added_by_kind: 'admin', added_by_id: newId() } as const
    return app.db
      .insertInto('maintenance_items')
      .values({ ...row, ...texts, ...by })
      .execute()
  }

  it('counts exactly what its link shows', async () => {
    const today = Date.now()
    for (const serial of [null, '123456', null]) await rvOf(serial)
    await rvOf(null, 1)
    for (const days of [-1, 0, 3, 7, 8]) await dueOn(new Date(today + days * DAY).toISOString().slice(0, 10))
    const { aTopic, aSubTopic, aManual, aPage } = manualFactory(app)
    const topic = await aTopic()
    const manual = await aManual()
    await aPage(manual._id, await aSubTopic(topic._id), '')
    await aPage(manual._id, await aSubTopic(topic._id, 'Lights', 2), '<p>On.</p>')
    await app.call(manuals.delete, { manual_id: (await aManual('Toy Hauler', '2025'))._id })
    await addAnotherAdmin(app, 'Grace')
    await addAnotherAdmin(app, 'Ida')
    const lists = {
      '/rv-management': rvs.list,
      '/maintenance-item-management': maintenanceItems.list,
      '/manuals': manuals.list,
      '/manual-pages': manualPages.list,
      '/administrators': administrators.list,
    }
    const shown = (await read()).map(({ kind, count, link }) => {
      const [path = '', search = ''] = link.split('?')
      return { kind, count, call: lists[path as keyof typeof lists], input: inputOf(search) }
    })
    expect(shown.map(({ kind, count }) => [kind, count])).toEqual([
      ['pdf_missing', 1],
      ['pages_empty', 1],
      ['maintenance_due', 3],
      ['rvs_without_serial', 2],
      ['no_second_factor', 2],
    ])
    for (const { kind, count, call, input } of shown) {
      expect([kind, (await app.call(call, input)).total]).toEqual([kind, count])
    }
  })

  /** The input of the list call as screens make it from their address. */
  function inputOf(search: string): ListInput & { status?: string } {
    const { status, ...rest } = Object.fromEntries(new URLSearchParams(search))
    const filters = Object.entries(rest).map(([field, value]) => {
      if (field.endsWith('.op')) return [field.slice(0, -3), { op: value }]
      const [op = '', from = '', value_to = ''] = value.split('.')
      return value_to ? [field, { op, value: from, value_to }] : [field, { op: 'eq', value }]
    })
    return {
      filters: Object.fromEntries(filters),
      ...(status === 'ACTIVE' ? { status } : { is_deleted: false }),
    }
  }

  it('is put off for a week, by one or for all, and comes back', async () => {
    const grace = await addAnotherAdmin(app, 'Grace')
    const line = { kind: 'no_second_factor', record_id: grace.id }
    const { message } = await app.call(dashboard.put_off, line)
    expect(message).toBe('Put off for 7 days.')
    expect([await read(), await read(grace.token)]).toEqual([[], [expect.objectContaining(line)]])
    expect(await app.call(dashboard.put_off, { ...line, put_off: false })).toEqual({ message: 'Shown again.' })
    expect(await read()).toHaveLength(1)
    expect((await app.call(dashboard.put_off, { ...line, for_all: true })).message).toBe(
      'Put off for 7 days for everyone.',
    )
    // Another one then makes it two, which is a different line.
    expect([await read(), await read(grace.token)]).toEqual([[], []])
    expect(await read(await signInAt(Date.now() + 7 * DAY + 1))).toHaveLength(1)
  })

  it('refuses to put off what it does not know', async () => {
    expect(await app.refusal(dashboard.put_off, { kind: 'weather' })).toMatchObject({
      status: 422,
      errors: { kind: ['Unknown kind.'] },
    })
  })

  it('has a meaning for each kind', () => {
    for (const [kind, meaning] of Object.entries(attentionKinds))
      expect([kind, meaning]).toEqual([kind, expect.stringMatching(/\.$/)])
  })
})

describe('trends', () => {
  const weeksOf = async (weeks: number, token = app.token) =>
    (await app.call(dashboard.trends, { weeks }, { token })).data

  it('are 0 in each week of an empty installation, by Mondays up to this one', async () => {
    const token = await signInAt('2027-03-07T23:59:00.000Z')
    const { sign_ins, new_users, rvs_by_type, messages, is_complete } = await weeksOf(4, token)
    expect(sign_ins).toEqual(
      ['2027-02-08', '2027-02-15', '2027-02-22', '2027-03-01'].map((week) => ({ week, count: 0 })),
    )
    expect(new_users).toEqual(sign_ins)
    expect([rvs_by_type, messages.length, is_complete]).toEqual([[], 4, true])
    expect([(await weeksOf(12, token)).sign_ins.length, (await weeksOf(52, token)).sign_ins.length]).toEqual([12, 52])
    expect((await app.refusal(dashboard.trends, { weeks: 5 }, { token })).errors).toEqual({
      weeks: ['Please choose 4, 12 or 52 weeks.'],
    })
  })

  it('equal plain queries over random rows, as they are added and when the past is counted', async () => {
    const owners = await Promise.all(['Ann Ash', 'Ben Birch', 'Cal Cedar'].map((name) => addOwner(app, name)))
    const random = () => new Date(Date.now() - Math.floor(Math.random() * 100) * DAY).toISOString()
    for (const id of owners)
      await app.db.updateTable('users').set({ created_at: random() }).where('id', '=', id).execute()
    for (let place = 0; place < 60; place++) {
      const user_id = owners[place % 3] ?? ''
      await app.db.insertInto('app_sign_ins').values({ id: newId(), user_id, at: random() }).execute()
    }
    const { data } = await app.call(notifications.send, { title: 'Hello', description: 'You.', user_ids: owners })
    await app.runJobs()
    await app.db
      .updateTable('notification_recipients')
      .set({ read_at: random() })
      .where('user_id', '=', owners[0] ?? '')
      .execute()
    await rvOf(null)
    await rvOf('123456')
    await rvOf('123456', 1)
    // Their days were counted as they were added.
    for (const name of ['sign_ins', 'opened'] as const) expect(await days(name)).toEqual(await plain(name))
    await app.db
      .deleteFrom('daily_counts' as never)
      .execute()
      .catch(() => {})
    await forgetDays()
    expect((await weeksOf(12)).is_complete).toBe(false)
    await askForPastDays(app.db)
    await app.runJobs()
    await askForPastDays(app.db)
    expect(await app.db.selectFrom('jobs').select('kind').execute()).toEqual([])
    for (const name of ['sign_ins', 'new_users', 'opened'] as const) expect(await days(name)).toEqual(await plain(name))
    const trends = await weeksOf(12)
    expect(trends.is_complete).toBe(true)
    expect(trends.rvs_by_type.map(({ count }) => count)).toEqual([1, 1])
    expect(trends.messages.at(-1)?.sent).toBe(data.recipients)
    const from = trends.sign_ins[0]?.week ?? ''
    const recent = await app.db.selectFrom('app_sign_ins').select('at').where('at', '>=', from).execute()
    expect(trends.sign_ins.reduce((sum, { count }) => sum + count, 0)).toBe(recent.length)
    for (const { week, count } of trends.sign_ins) {
      const next = new Date(Date.parse(week) + 7 * DAY).toISOString().slice(0, 10)
      expect(new Date(week).getUTCDay()).toBe(1)
      expect(count).toBe(recent.filter(({ at }) => at >= week && at < next).length)
    }
  })

  const days = async (name: string) => toMap((await readDays(app.db, '0')).filter((row) => row.name === name))
  const columns = {
    sign_ins: ['app_sign_ins', 'at'],
    new_users: ['users', 'created_at'],
    opened: ['notification_recipients', 'read_at'],
  } as const
  async function plain(name: keyof typeof columns) {
    const [table, column] = columns[name]
    const rows = (await app.db.selectFrom(table).selectAll().execute()) as unknown as Record<string, string | null>[]
    const counted = Map.groupBy(
      rows.flatMap((row) => row[column]?.slice(0, 10) ?? []),
      (day) => day,
    )
    return toMap([...counted].map(([day, { length: count }]) => ({ day, count })))
  }
  const toMap = (rows: { day: string; count: number }[]) => new Map(rows.map(({ day, count }) => [day, count]))
  async function forgetDays() {
    await sql`delete from ${sql.table(isPostgres(app.db) ? 'daily_count_slots' : 'daily_counts')}`.execute(app.db)
  }
})
