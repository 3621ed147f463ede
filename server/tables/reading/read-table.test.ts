import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
