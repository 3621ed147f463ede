import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guarded } from '../apostrophes.ts'
import type { Cell, Head } from '../cell.ts'
import { csvOf } from '../csv.ts'
import { xlsxOf } from '../xlsx.ts'
import { readTable } from './read-table.ts'
import { outcomeOf } from './testing/outcome.ts'

let folder = ''
let path = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tables-'))
  path = join(folder, 'table')
})
afterAll(() => rm(folder, { recursive: true }))

const AHEAD = 2
async function opened(options?: Parameters<typeof readTable>[1]) {
  await writeFile(path, `a,b\n${'1,2\n'.repeat(20_000)}`)
  const worker = once(process, 'worker') as Promise<[Worker]>
  const table = readTable(path, options)
  const [thread] = await worker
  return { thread, exit: once(thread, 'exit'), table: await table }
}

it('ends its thread when nobody takes more rows', async () => {
  const { exit, table } = await opened()
  for await (const batch of table.rows) {
    expect(batch).toHaveLength(500)
    break
  }
  await exit
})

it('ends its thread when it is aborted', async () => {
  const abort = new AbortController()
  const { exit, table } = await opened({ signal: abort.signal })
  abort.abort()
  await exit
  await expect(outcomeOf(path, { signal: abort.signal })).rejects.toThrow('aborted')
  await expect(table.rows[Symbol.asyncIterator]().next()).rejects.toThrow('aborted')
})

it('reads only a few batches ahead', async () => {
  const { thread, table } = await opened()
  let [told, taken] = [0, 0]
  thread.on('message', () => told++)
  for await (const _ of table.rows) {
    taken++
    expect(told).toBeLessThanOrEqual(taken + AHEAD + 1)
  }
  expect(taken).toBe(40)
})

it('refuses more rows than it may read', async () => {
  await writeFile(path, 'a\n1\n2\n3\n')
  expect(await outcomeOf(path, { mostRows: 2 })).toMatchObject({ refused: expect.stringContaining('more than 2 rows') })
  expect(await outcomeOf(path, { mostRows: 3 })).toMatchObject({ rows: [{ row: 2 }, { row: 3 }, { row: 4 }] })
})

it('refuses a file before it gives the first of its rows', async () => {
  await writeFile(path, `a,b\n${'1,2\n'.repeat(2_000)}"3`)
  await expect(readTable(path)).rejects.toThrow('opens in line 2002 and never closes')
})

it('fails otherwise for a file that is not there', async () => {
  await expect(outcomeOf(join(folder, 'none'))).rejects.toThrow('ENOENT')
})

describe('the encoding', () => {
  const [known, name] = [['name', 'city'], 'name,city\n'] as const
  const latin = (text: string) => Buffer.from(text, 'latin1')
  const read = async (bytes: Buffer, reading = {}) => {
    await writeFile(path, bytes)
    return (await outcomeOf(path, { known, reading })) as Exclude<
      Awaited<ReturnType<typeof outcomeOf>>,
      { refused: string }
    >
  }

  it('is that of most bytes, and odd ones are noted in their cell', async () => {
    const found = await read(latin(`${name}Jos\xc3\xa9,a\nGas \x96 water,b\n`))
    expect(found).toMatchObject({
      encoding: 'utf-8',
      rows: [{ cells: ['José', 'a'] }, { cells: ['Gas – water', 'b'] }],
    })
    expect(found.rows.map(({ notes }) => notes)).toEqual([undefined, { 0: 'odd_bytes' }])
  })

  it('is UTF-8 where the last sign is cut, which is noted', async () => {
    const found = await read(latin(`${name}Jos\xc3\xa9,a\nb,Andr\xc3`))
    expect(found).toMatchObject({
      encoding: 'utf-8',
      rows: [{}, { cells: ['b', 'Andr\ufffd'], notes: { 1: 'odd_bytes' } }],
    })
  })

  it.each([
    ['macintosh', '\x83lectricit\x8e,M\x87laga\n', 'Électricité', 'Málaga'],
    ['windows-1252', 'Men\x92s \x93RVs\x94,Jos\xe9\n', 'Men’s “RVs”', 'José'],
    ['windows-1252', '9\x965,a\n', '9–5', 'a'],
  ])('is %s for %j', async (encoding, row, ...cells) => {
    expect(await read(latin(name + row))).toMatchObject({ encoding, rows: [{ cells }] })
  })

  it('can be chosen', async () => {
    const found = await read(latin(`${name}\xa3\xf3d\x9f,a\n`), { encoding: 'windows-1250' })
    expect(found).toMatchObject({ encoding: 'windows-1250', rows: [{ cells: ['Łódź', 'a'] }] })
  })

  it('is found across the parts in which a file is read', async () => {
    const found = await read(Buffer.concat([latin(`${name}\x96,`), Buffer.from(`${'é'.repeat(100_001)}\n`)]))
    expect(found.encoding).toBe('utf-8')
    expect(found.rows[0]?.cells[1]).toBe('é'.repeat(100_001))
  })
})

it('tells of hidden rows, leaves them out, and takes them where that is chosen', async () => {
  const hidden = join(import.meta.dirname, 'corpus/hidden-rows.xlsx')
  expect(await outcomeOf(hidden)).toMatchObject({ hidden_rows: 1, rows: [{ row: 3 }] })
  const reading = { with_hidden: true }
  expect(await outcomeOf(hidden, { reading })).toMatchObject({ hidden_rows: 1, rows: [{ row: 2 }, { row: 3 }] })
})

it('reads the sheet with the most known heads, or the one that is chosen', async () => {
  const sheets = join(import.meta.dirname, 'corpus/hidden-sheets.xlsx')
  const names = ['Shown', 'Later']
  expect(await outcomeOf(sheets)).toMatchObject({ sheet: 'Shown', sheets: names })
  expect(await outcomeOf(sheets, { known: ['later'] })).toMatchObject({ sheet: 'Later', heads: ['later'] })
  const other = (sheet: string) => outcomeOf(sheets, { reading: { sheet } })
  expect(await other('Later')).toMatchObject({ sheet: 'Later', heads: ['later'] })
  expect(await other('Secret')).toMatchObject({ refused: expect.stringContaining('no visible sheet “Secret”') })
})

it('takes a blank between comma and quote for none', async () => {
  await writeFile(path, 'Name, "Sequence No."\n"Quoted, with comma", "941"\n')
  const rows = [{ cells: ['Quoted, with comma', '941'] }]
  expect(await outcomeOf(path)).toMatchObject({ heads: ['Name', 'Sequence No.'], rows })
})

it('finds the heads below a title', async () => {
  await writeFile(path, 'Dealers of the north,\n,\nName *,City\nAda,Bend\n')
  const known = ['name', 'city']
  expect(await outcomeOf(path, { known })).toMatchObject({ heads: ['Name *', 'City'], head_row: 3, rows: [{ row: 4 }] })
  expect(await outcomeOf(path, { known, reading: { head_row: 4 } })).toMatchObject({ heads: ['Ada', 'Bend'], rows: [] })
})

const heads: Head[] = [
  { label: 'Text', type: 'text' },
  { label: 'Number', type: 'number' },
  { label: 'Is', type: 'flag' },
]
const texts = ['=1+1', "'x", '-5', 'a;b,"c"\r\nd\re\n', ' x ', '_x000D_ & <b>', '\u0001\ufeff👩🏽‍🚀', '02138'].map(
  guarded,
)
const rows = texts.map((text): Cell[] => [text, -118.243_684, true])
async function* batches() {
  yield rows
}

it.each([
  ['CSV', () => csvOf(heads, batches())],
  ['XLSX', () => xlsxOf(heads, batches(), { name: 'Round' })],
])('reads the %s of an export as the same texts', async (_, written) => {
  await writeFile(path, await buffer(written()))
  expect(await outcomeOf(path)).toMatchObject({
    heads: ['Text', 'Number', 'Is'],
    rows: rows.map((cells) => ({ cells: cells.map(String) })),
  })
})
