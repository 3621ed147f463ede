import { expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type FrenchColumn, type Language, twinNames } from '#contract/french.ts'
import { frenchCalls } from '#contract/french-calls.ts'
import { imports } from '#contract/imports.ts'
import { models } from '#contract/models.ts'
import { content } from '#contract/owner/content.ts'
import { rollovers } from '#contract/rollovers.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { topics } from '#contract/topics.ts'
import { readQuery } from '../db/raw-query.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { addCatalogue } from '../testing/people.ts'
import { formOf } from '../testing/pictures.ts'
import { generatorFrom, SEED } from '../testing/seed.ts'
import { type Ask, listedFor, syncingApp } from '../testing/syncing-app.ts'

const WALKS = 4
const STEPS = 60

/** The kinds of the walk: what owners read of them in both languages, and the other fields of their forms. */
const kinds = {
  rv_types: { calls: rvTypes, key: 'cat_id', fields: ['name'] },
  topics: { calls: topics, key: 'topic_id', fields: ['name'] },
  checklists: { calls: checklists, key: 'checklist_id', fields: ['name', 'note'] },
  models: { calls: models, key: 'model_id', fields: ['description'] },
} as const
type Table = keyof typeof kinds
const tables = Object.keys(kinds) as Table[]
type Row = Record<string, unknown> & { id: string; version: number; french: string | null }
type Stored = Record<Table, Row[]>

const twinsOf = (table: Table): FrenchColumn[] => kinds[table].fields.map(twinNames)
/** Words written, or confirmed, as the French of certain English words: an edit's are those that its author saw. */
const pair = (row: Row, { english, french }: FrenchColumn) => [row[french], row[english]].map(String).join(' for ')

/** Random writes in both languages, with the laws of French checked after each. */
async function walk(seed: number) {
  const app = await buildTestApp({ LANGUAGES: 'en,fr' })
  const { category, year } = await addCatalogue(app)
  const random = generatorFrom(seed)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]
  let words = 0
  const english = () => `EN ${words++}`
  const french = () => pick(['', `FR ${words++}`, `FR ${words++}`]) ?? ''
  const meant = new Set<string>()
  const made: string[] = []
  const apps = (['en', 'fr'] as const).map((language) => ({ language, app: syncingApp(askIn(app, language)) }))

  const placed = (table: Table) => ({
    ...(table !== 'checklists' && { seq_no: 1 }),
    ...(table === 'models' && { cat_id: category, year_id: year }),
  })
  const sentFrench = ({ french: name }: FrenchColumn, before?: Row): [string, unknown] => [
    name,
    before && random() < 0.3 ? before[name] : french(),
  ]
  /** Some of the fields, in one language or both; a form without French sends none. */
  function written(table: Table, before?: Row) {
    const fields = twinsOf(table).flatMap((names): [string, unknown][] => [
      [names.english, before && random() < 0.5 ? before[names.english] : english()],
      ...(random() < 0.6 ? [sentFrench(names, before)] : []),
    ])
    return Object.fromEntries(fields)
  }
  const add = (table: Table): [Endpoint, object] => [
    kinds[table].calls.add,
    { ...placed(table), ...(table === 'models' && { name: english() }), ...written(table) },
  ]
  function edit(table: Table, now: Row, seen: Row): [Endpoint, object] {
    const { calls, key } = kinds[table]
    const version = random() < 0.7 ? { version: seen.version } : {}
    const name = table === 'models' && { name: now['name'] }
    return [calls.edit, { [key]: now.id, ...placed(table), ...name, ...version, ...written(table, seen) }]
  }
  async function byFile(stored: Stored) {
    const rows = stored.topics.slice(0, 3).map(({ name }) => [name, 1, french()].join())
    const file = new File(
      [['Name,Sequence No.,Name (French)', ...rows, `${english()},2,${french()}`].join('\n')],
      't.csv',
    )
    const { data } = await app.call(imports.rehearse, formOf({ record_type: 'topics', file }))
    return [imports.apply, { rehearsal_id: data.rehearsal_id, without_refused: true }] as [Endpoint, object]
  }

  let seen = await storedIn(app)
  for (let step = 0; step < STEPS; step++) {
    const before = await storedIn(app)
    if (random() < 0.3) seen = before
    const table = pick(tables) ?? 'topics'
    const row = pick(before[table])
    const known = row && (seen[table].find(({ id }) => id === row.id) ?? row)
    const act = random()
    const undone = act > 0.75 && act < 0.9 ? pick(made.slice(-6)) : undefined
    const confirmed = act >= 0.65 && act < 0.75 ? row : undefined
    let call: [Endpoint, object] = add(table)
    const edited = act < 0.5 && known ? row : undefined
    if (edited && known) call = edit(table, edited, known)
    else if (confirmed) call = [frenchCalls.confirm, { record_type: table, record_ids: [confirmed.id] }]
    else if (undone) call = [changes.undo, { change_id: undone }]
    else if (act > 0.95) call = await byFile(before)
    const response = await app.send(...call)
    expect(response.statusCode).toBeLessThan(500)
    await app.runJobs()
    const { change_id } = response.json() as { change_id?: string }
    if (change_id) made.push(change_id)
    const after = await storedIn(app)
    if (response.statusCode === 200 && !undone) {
      for (const table of tables)
        for (const row of after[table])
          for (const names of twinsOf(table)) {
            const was = before[table].find(({ id }) => id === row.id)
            if ((was?.[names.french] ?? '') !== row[names.french] || confirmed?.id === row.id)
              meant.add(pair(edited?.id === row.id ? { ...row, ...call[1] } : row, names))
          }
    }
    expectLaws(after, meant)
    await expectRead(app, after)
  }
  await app.call(rollovers.prepare, { from_year_id: year, name: '2031', parts: ['models'] })
  await app.runJobs()
  const copied = await storedIn(app)
  expectLaws(copied, meant)
  for (const { language, app: held } of apps) expect(await held.sync()).toEqual(await listedFor(askIn(app, language)))
  await app.close()
}

const askIn =
  (app: TestApp, language: Language): Ask =>
  (endpoint, input) =>
    app.call(endpoint, input as never, { token: null, ...(language === 'fr' && { language }) })

async function storedIn(app: TestApp): Promise<Stored> {
  const rows = await Promise.all(
    tables.map((table) => readQuery<Row>(app.db, `select * from ${table} order by id`, [])),
  )
  return Object.fromEntries(tables.map((table, place) => [table, rows[place]])) as Stored
}

/**
 * No English is ever in a French column, and what is called current was written, or confirmed, for the present English.
 */
function expectLaws(stored: Stored, meant: ReadonlySet<string>) {
  for (const table of tables)
    for (const row of stored[table])
      for (const names of twinsOf(table)) {
        expect(String(row[names.french])).not.toMatch(/EN \d/)
        expect(String(row[names.english])).not.toMatch(/FR \d/)
        if (row.french === 'current' && row[names.english]) expect([...meant]).toContain(pair(row, names))
      }
}

/**
 * In French, owners read each field's French, or else its English, and nothing else differs; in English they read no
 * French.
 */
async function expectRead(app: TestApp, stored: Stored) {
  for (const [table, list] of [
    ['rv_types', content.rvTypes],
    ['topics', content.topics],
    ['models', content.models],
  ] as const) {
    const read = (language: Language) => askIn(app, language)<Endpoint>(list, {})
    const [english, french] = [await read('en'), await read('fr')] as { data: Record<string, unknown>[] }[]
    expect(JSON.stringify(english)).not.toMatch(/FR \d|in_english|_fr/)
    const expected = english?.data.map((record) => {
      const row = stored[table].find(({ id }) => id === record['_id'])
      const missing = twinsOf(table).filter((names) => row?.[names.english] && !row[names.french])
      const own = twinsOf(table).map((names) => [names.english, row?.[names.french] || record[names.english]])
      const of = stored.rv_types.find(({ id }) => id === (record['cat_id'] as { _id: string })?._id)
      const type = of?.['name_fr'] || of?.['name']
      return {
        ...record,
        ...(table === 'models' && { cat_id: { ...(record['cat_id'] as object), name: type }, rv_type: type }),
        ...Object.fromEntries(own),
        ...(missing.length && { in_english: missing.map((names) => names.english) }),
      }
    })
    expect(french?.data).toEqual(expected)
  }
}

it.each(Array.from({ length: WALKS }, (_, place) => SEED + place))(
  'whatever is written in which language, undone, imported, merged or copied, the laws of French hold: seed %i',
  async (seed) => {
    await expect(walk(seed)).resolves.toBeUndefined()
  },
)
