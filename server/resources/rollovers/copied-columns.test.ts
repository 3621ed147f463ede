import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { models } from '#contract/models.ts'
import { rollovers } from '#contract/rollovers.ts'
import { readQuery, writeQuery } from '../../db/raw-query.ts'
import { recordTables } from '../../records/record-tables.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addMadeUpColumn } from '../../testing/made-up-column.ts'
import { manualFactory } from '../../testing/manuals.ts'
import { partTables } from './rollovers.repository.ts'

let app: TestApp
let year: string
let putBack: (() => void)[]
const tables = Object.values(partTables)
type Row = Record<string, string | number | null>

/** A year with one record of each kind that a rollover copies, and a column added to each since. */
beforeEach(async () => {
  app = await buildTestApp()
  const made = manualFactory(app)
  const manual = await made.aManual('Travel Trailer', '2026')
  year = manual.year._id
  await made.aPage(manual._id, await made.aSubTopic((await made.aTopic())._id, 'Fuses', 1), '<p>Fuses</p>')
  const place = { cat_id: manual.category._id, year_id: year }
  await app.call(models.add, { ...place, name: '2285', seq_no: 1, description: 'Bunks.', external_id: 'M-1' })
  putBack = []
  for (const table of tables) putBack.push(await addMadeUpColumn(app.db, table))
})
afterEach(async () => {
  for (const one of putBack) one()
  await app.close()
})

/** It is published before it is taken down. */
const timeIn = (column: string, some: string) =>
  `2031-${String(column.length).padStart(2, '0')}-0${some.length}T00:00:00.000Z`

/** The columns with a record's own content, each with a value that no record has by default. */
const valuesIn = (table: (typeof tables)[number], some: string) =>
  Object.entries(recordTables[table].columns).flatMap(([column, { type }]): [string, string | number][] => {
    if (type === 'reference') return []
    const valid = { number: some.length, time: timeIn(column, some), rich_text: `<p>${some}</p>` }
    // A hidden column that holds a flag.
    const isFlag = type === 'hidden' && /(?:^|_)is_/.test(column)
    return [[column, isFlag ? some.length : type in valid ? valid[type as keyof typeof valid] : some]]
  })

/** Writes them into the first record of each kind. */
async function write(some: string) {
  for (const table of tables) {
    const [source] = await rowsOf(table)
    const values = valuesIn(table, some)
    const set = [...values.map(([column]) => `${column} = ?`), 'version = version + 1'].join()
    const held = [...values.map(([, value]) => value), String(source?.['id'])]
    await writeQuery(app.db, `update ${table} set ${set} where id = ?`, held)
  }
}

const rowsOf = (table: string) => readQuery<Row>(app.db, `select * from ${table} order by created_at, id`, [])
const prepare = async () =>
  (await app.call(rollovers.prepare, { from_year_id: year, name: '2027', parts: ['models', 'manuals', 'pages'] })).data

describe('of every kind that a rollover copies', () => {
  it('each column is copied, but for those of which the description says otherwise', async () => {
    await write('some')
    await prepare()
    for (const table of tables) {
      const [source, copy] = await rowsOf(table)
      for (const [column, { copied, type }] of Object.entries(recordTables[table].columns)) {
        const known = `${table}.${column}: ${String(copy?.[column])}`
        if (copied !== false) expect(known).toBe(`${table}.${column}: ${String(source?.[column])}`)
        else if (type !== 'reference') expect(known).toBe(`${table}.${column}: null`)
        else expect(copy?.[column]).not.toBe(source?.[column])
      }
    }
  })

  it('each column that is copied is told when it has changed since', async () => {
    const { _id } = await prepare()
    await write('else')
    const { data } = await app.call(rollovers.since, { rollover_id: _id })
    const told = Object.fromEntries(
      data.map(({ record_type, changed_fields }) => [record_type, changed_fields.toSorted()]),
    )
    const copied = tables.map((table) => {
      const own = Object.values(recordTables[table].columns)
      const labels = own.flatMap(({ copied, type, label }) =>
        copied === false || type === 'reference' || !label ? [] : label,
      )
      return [table, labels.toSorted()]
    })
    expect(told).toEqual(Object.fromEntries(copied))
  })
})
