import { buffer } from 'node:stream/consumers'
import readWorkbook from 'read-excel-file/node'
import { expect, it } from 'vitest'
import type { Cell, Head } from './cell.ts'
import { csvOf } from './csv.ts'
import { xlsxOf } from './xlsx.ts'

const heads: Head[] = [
  { label: 'Name', type: 'text' },
  { label: 'Number', type: 'number' },
  { label: 'Day', type: 'day' },
  { label: 'At', type: 'time' },
  { label: 'Is', type: 'flag' },
]
async function* given(...batches: Cell[][][]) {
  yield* batches
}
const rows: Cell[][] = [
  ['a & <b> "c" \u0001 _x0041_', -118.2, '2026-11-26', '2026-11-26T12:00:00.000Z', true],
  ['line\r\nbreak, ', null, '1850-01-01', null, false],
]

it('CSV is quoted where it must be, and begins with its mark', async () => {
  const bytes = await buffer(csvOf(heads, given(rows)))
  expect(bytes.toString()).toBe(
    '\uFEFFName,Number,Day,At,Is\r\n"a & <b> ""c"" \u0001 _x0041_",-118.2,2026-11-26,2026-11-26T12:00:00.000Z,true\r\n"line\r\nbreak, ",,1850-01-01,,false\r\n',
  )
})

it('XLSX has real numbers, dates and flags', async () => {
  const file = await buffer(xlsxOf(heads, given(rows), { name: 'RV Dealers/Service' }))
  const [sheet] = await readWorkbook(file, { trim: false } as never)
  expect(sheet).toMatchObject({
    sheet: 'RV Dealers-Service',
    data: [
      ['Name', 'Number', 'Day', 'At', 'Is'],
      [expect.stringContaining('a & <b> "c"'), -118.2, new Date('2026-11-26'), new Date('2026-11-26T12:00:00Z'), true],
      [expect.stringContaining('break, '), null, '1850-01-01', null, false],
    ],
  })
})

it('XLSX goes on in further sheets, each with its head', async () => {
  const numbers = Array.from({ length: 7 }, (_, place): Cell[] => [`n${place}`])
  const [name] = heads as [Head]
  const batches = given(numbers.slice(0, 5), numbers.slice(5))
  const sheets = await readWorkbook(await buffer(xlsxOf([name], batches, { name: 'Years', mostRows: 4 })))
  expect(sheets).toMatchObject([
    { sheet: 'Years', data: [['Name'], ['n0'], ['n1'], ['n2']] },
    { sheet: 'Years (2)', data: [['Name'], ['n3'], ['n4'], ['n5']] },
    { sheet: 'Years (3)', data: [['Name'], ['n6']] },
  ])
})

it('a file whose rows end with an error has no end', async () => {
  async function* failing() {
    yield rows
    throw new Error('gone')
  }
  await expect(buffer(csvOf(heads, failing()))).rejects.toThrow('gone')
  await expect(buffer(xlsxOf(heads, failing(), { name: 'Years' }))).rejects.toThrow('gone')
})
