import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MEGABYTE } from './limits.ts'
import {
  type Repeated,
  SHEET,
  STYLES,
  TEXTS,
  withOverlap,
  withSize,
  writeText,
  writeWorkbook,
} from './testing/hostile-files.ts'
import { refusals } from './unreadable-table.ts'

const run = promisify(execFile)
const READING = join(import.meta.dirname, 'testing/reading.process.ts')
const MOST_GROWN = 100 * MEGABYTE
const LONG = 'A'.repeat(30_000)

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tables-'))
})
afterAll(() => rm(folder, { recursive: true }))

const sheet = (middle: string, times: number): Repeated => [
  '<worksheet><sheetData><row><c t="inlineStr"><is><t>head</t></is></c></row>',
  middle,
  times,
  '</sheetData></worksheet>',
]
const row = (cells: string) => `<row>${cells}</row>`
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const workbook = (parts: Record<string, Repeated>) => (path: string) => writeWorkbook(path, parts)
const csv =
  (...text: Repeated) =>
  (path: string) =>
    writeText(path, text)
const changed = (parts: Record<string, Repeated>, change: (zip: Buffer) => Buffer) => async (path: string) => {
  await writeWorkbook(path, parts)
  await writeFile(path, change(await readFile(path)))
}

const bomb = sheet(row(inline(LONG)), 9_000)
/** 70 MB of meaningless elements. */
const filler: Repeated = ['<a>', `<${LONG}/>`, 2_450, '</a>']
const small = sheet(row(inline('1')), 3)

const hostile: [what: string, write: (path: string) => Promise<void>, refused: string][] = [
  ['a sheet of 270 MB', workbook({ [SHEET]: bomb }), refusals.unpacksTooLarge],
  [
    'a part of 250 MB that nobody reads',
    workbook({ [SHEET]: small, 'xl/media/zeros.bin': ['', '\0', 250_000_000, ''] }),
    refusals.unpacksTooLarge,
  ],
  ['a sheet that says it is small', changed({ [SHEET]: bomb }, (zip) => withSize(zip, SHEET, 1_000)), refusals.damaged],
  [
    'parts that share their bytes',
    changed({ [STYLES]: filler, [TEXTS]: small, [SHEET]: small }, (zip) => withOverlap(zip, STYLES, TEXTS, SHEET)),
    refusals.unpacksTooLarge,
  ],
  [
    'shared texts of 60 MB',
    workbook({ [TEXTS]: ['<sst>', `<si><t>${LONG}</t></si>`, 2_000, '</sst>'], [SHEET]: small }),
    refusals.manySharedTexts,
  ],
  [
    'millions of shared texts',
    workbook({ [TEXTS]: ['<sst>', '<si><t>a</t></si>', 3_000_000, '</sst>'], [SHEET]: small }),
    refusals.manySharedTexts,
  ],
  [
    'a long text that all cells share',
    workbook({
      [TEXTS]: ['<sst><si><t>', LONG, 1, '</t></si></sst>'],
      [SHEET]: sheet(row('<c t="s"><v>0</v></c>'.repeat(900)), 1_000),
    }),
    refusals.longRow(2),
  ],
  [
    'a long text in every row',
    workbook({
      [TEXTS]: ['<sst><si><t>', LONG, 1, '</t></si></sst>'],
      [SHEET]: sheet(row('<c t="s"><v>0</v></c>'), 50_000),
    }),
    refusals.memory,
  ],
  [
    'an external entity',
    workbook({ [SHEET]: ['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;', '', 0, '</a>'] }),
    refusals.doctype,
  ],
  [
    'a declaration of 50 MB',
    workbook({ [SHEET]: ['<!DOCTYPE a [', '<!ENTITY b "c">', 3_500_000, ']><a/>'] }),
    refusals.memory,
  ],
  [
    'a million columns',
    workbook({
      [SHEET]: ['<worksheet><sheetData><row>', '<c><v>1</v></c>', 1_000_000, '</row></sheetData></worksheet>'],
    }),
    refusals.manyColumns(1),
  ],
  ['elements in each other', workbook({ [SHEET]: ['', '<a>', 10_000_000, ''] }), refusals.damaged],
  ['a text of 60 MB', workbook({ [SHEET]: sheet(LONG, 2_000) }), refusals.damaged],
  ['an element of 60 MB', workbook({ [SHEET]: ['<a ', `b="${LONG}" `, 2_000, '/>'] }), refusals.damaged],
  [
    'a cell of many runs',
    workbook({
      [SHEET]: [
        '<worksheet><sheetData><row><c><is>',
        `<r><t>${LONG}</t></r>`,
        2_000,
        '</is></c></row></sheetData></worksheet>',
      ],
    }),
    refusals.damaged,
  ],
  [
    'millions of styles',
    workbook({
      [STYLES]: ['<styleSheet><cellXfs>', '<xf numFmtId="14"/>', 9_000_000, '</cellXfs></styleSheet>'],
      [SHEET]: small,
    }),
    refusals.damaged,
  ],
  [
    '20,000 parts',
    workbook(
      Object.fromEntries(
        Array.from({ length: 20_000 }, (_, place): [string, Repeated] => [`${place}`, ['', '', 0, '']]),
      ),
    ),
    refusals.noWorkbook,
  ],
  ['100,001 rows', workbook({ [SHEET]: sheet(row('<c><v>1</v></c>'), 100_001) }), refusals.manyRows(100_000)],
  ['CSV of 100,001 rows', csv('a,b\n', '1,2\n', 100_001, ''), refusals.manyRows(100_000)],
  ['a quote that never closes in 60 MB', csv('a,b\n1,"x\ny"\n3,"', '4,5\n', 15_000_000, ''), refusals.longLine(4)],
  ['a line of 50 MB', csv('a,b\n', 'x', 50_000_000, '\n'), refusals.longLine(2)],
  ['a million columns of CSV', csv('a,b\n', '1,', 1_000_000, '\n'), refusals.manyColumnsInLine(2)],
  ['50 million empty cells', csv('a,b\n', ',', 50_000_000, '\n'), refusals.manyColumnsInLine(2)],
  ['50 million empty lines', csv('', '\n', 50_000_000, ''), refusals.manyRows(100_000)],
  ['7 million rows of commas', csv('a,b\n', ',,,,,,\n', 7_000_000, ''), refusals.manyRows(100_000)],
  ['zeros', csv('a,b\n', '\0', 50_000_000, ''), refusals.noText],
  ['more than 200 MB', csv('a,b\n', '1234567,1234567\n', 14_000_000, ''), refusals.largeFile],
]

it.each(hostile)('%s: one sentence, and little memory', async (_, write, refused) => {
  const path = join(folder, 'hostile')
  await write(path)
  const { stdout } = await run(process.execPath, [READING, path])
  const { outcome, grown } = JSON.parse(stdout) as { outcome: object; grown: number }
  expect(outcome).toEqual({ refused })
  expect(grown).toBeLessThan(MOST_GROWN)
})
