import { buffer } from 'node:stream/consumers'
import type { Head } from '../../server/tables/cell.ts'
import { xlsxOf } from '../../server/tables/xlsx.ts'
import { table } from './corpus-file.ts'
import { book, MAIN, parts, relation, relations, STRICT, sheet, styles, text, texts, zipOf } from './workbook.ts'
import { AB, ab, file, number, row } from './xlsx-file.ts'

const columns = Array.from({ length: 500 }, (_, place) => `c${place + 1}`)

const layouts = [
  file(
    'hidden-sheets',
    parts({
      sheets: [
        { name: 'Lists', state: 'hidden', xml: sheet(texts(1, 'hidden')) },
        { name: 'Secret', state: 'veryHidden', xml: sheet(texts(1, 'hidden')) },
        { name: 'Shown', xml: sheet(AB + texts(2, '1', '2')) },
        { name: 'Later', xml: sheet(texts(1, 'later')) },
      ],
    }),
    ab([2, '1', '2']),
  ),
  file(
    'hidden-rows',
    book(`${texts(1, 'a', 'b')}${texts(2, '1', '2').replace('<row', '<row hidden="1"')}${texts(3, '3', '4')}`),
    ab([3, '3', '4']),
  ),
  file(
    'empty-sheet-in-front',
    parts({
      sheets: [
        { name: 'Cover', xml: sheet('') },
        { name: 'Table', xml: sheet(AB + texts(2, '1', '2')) },
      ],
    }),
    ab([2, '1', '2']),
  ),
  file(
    'merged-cells',
    parts({
      sheets: [
        {
          xml: sheet(
            `${AB}<row r="2"><c r="A2" t="inlineStr"><is><t>both</t></is></c><c r="B2" s="0"/></row><row r="3"><c r="A3"/><c r="B3"><v>3</v></c></row>`,
            '<mergeCells count="2"><mergeCell ref="A2:B2"/><mergeCell ref="A2:A3"/></mergeCells>',
          ),
        },
      ],
    }),
    ab([2, 'both'], [3, '', '3']),
  ),
  file(
    'gaps-between-rows-and-cells',
    book(
      '<row r="3"><c r="B3" t="inlineStr"><is><t>b</t></is></c></row><row r="7"><c r="AA7"><v>1</v></c></row><row r="8"/>',
    ),
    table(['', 'b'], [7, ...Array.from({ length: 26 }, () => ''), '1']),
  ),
  file(
    'without-addresses',
    book(`<row>${text('a')}${text('b')}</row><row><c/>${number('2')}</row><row/><row>${number('3')}</row>`),
    ab([2, '', '2'], [4, '3']),
  ),
  file('head-only', book(AB), ab()),
  file('columns-500', book(texts(1, ...columns) + texts(2, ...columns)), table(columns, [2, ...columns])),
  file('formats-far-to-the-right', book(row(`${number('1')}<c r="XFD2" s="0"/>`)), ab([2, '1'])),
  file(
    'doubled-and-padded-heads',
    book(texts(1, ' a ', 'a', '', ' b') + texts(2, '1')),
    table(['a', 'a', '', 'b'], [2, '1']),
  ),
]

const withPrefix = (xml: string) =>
  xml.replace(` xmlns="${MAIN}"`, ` xmlns:x="${MAIN}"`).replaceAll(/<(\/?)(?=[a-z])/gi, '<$1x:')
const prefixed = book(AB + texts(2, '1', '2'))
const SHEET = 'xl/worksheets/sheet1.xml'
const strict = Object.fromEntries(
  Object.entries(book(row(number('46352', 1)), { styles: styles(0, 14) })).map(([path, xml]) => [
    path,
    xml
      .replaceAll(MAIN, `${STRICT}/spreadsheetml/main`)
      .replaceAll(/http:\/\/schemas\.openxmlformats\.org\/officeDocument\/2006/g, `${STRICT}/officeDocument`),
  ]),
)
const plain = book(AB + texts(2, '1', '2'))
const { 'xl/workbook.xml': main = '', [SHEET]: onlySheet = '', ...others } = plain
const heads: Head[] = [
  { label: 'a', type: 'text' },
  { label: 'b', type: 'time' },
]
async function* exported() {
  yield [['=1+1', '2026-11-26T12:00:00.000Z']]
}

const packages = [
  file(
    'package-with-prefixes',
    { ...prefixed, [SHEET]: withPrefix(prefixed[SHEET] ?? ''), 'xl/workbook.xml': withPrefix(main) },
    ab([2, '1', '2']),
  ),
  file(
    'package-with-absolute-targets',
    {
      ...plain,
      '_rels/.rels': relations(relation('R1', 'officeDocument', '/xl/workbook.xml')),
      'xl/_rels/workbook.xml.rels': relations(relation('rId1', 'worksheet', '/xl/worksheets/sheet1.xml')),
    },
    ab([2, '1', '2']),
  ),
  file(
    'package-with-other-paths',
    {
      ...others,
      '_rels/.rels': relations(relation('R1', 'officeDocument', 'book/workbook.xml')),
      'book/workbook.xml': main,
      'book/_rels/workbook.xml.rels': relations(relation('rId1', 'worksheet', '../tables/./One.xml')),
      'Tables/one.xml': onlySheet,
    },
    ab([2, '1', '2']),
  ),
  file('package-of-the-strict-standard', strict, ab([2, '2026-11-26'])),
  file('package-streamed', zipOf(plain, { isStreamed: true }), ab([2, '1', '2'])),
  file('package-stored', zipOf(plain, { isStored: true }), ab([2, '1', '2'])),
  file(
    'package-in-utf-16',
    { ...plain, [SHEET]: Buffer.from(`\ufeff${onlySheet.replace('UTF-8', 'UTF-16')}`, 'utf16le') },
    ab([2, '1', '2']),
  ),
  file('package-with-a-path-that-leads-out', withPathThatLeadsOut(), ab([2, '1', '2'])),
  file(
    'package-of-an-export',
    buffer(xlsxOf(heads, exported(), { name: 'RVs' })),
    ab([2, '=1+1', '2026-11-26 12:00:00']),
  ),
  file(
    'package-with-much-besides',
    {
      ...plain,
      [SHEET]: `<?xml version="1.0"?><!-- made by hand --><worksheet xmlns="${MAIN}" xmlns:mc="urn:mc" mc:Ignorable="x"><sheetPr/><cols><col min="1" max="2" width="9"/></cols><sheetData>\n  ${AB}\n  <row r="2" spans="1:2" ht="20"> <c r="A2"> <v>1</v> </c> <c r="B2"><v>2</v><extLst><ext uri="u"/></extLst></c> </row>\n</sheetData><conditionalFormatting sqref="A1"><cfRule type="expression"><formula>A1=1</formula></cfRule></conditionalFormatting></worksheet>`,
      'docProps/app.xml': '<Properties/>',
    },
    ab([2, '1', '2']),
  ),
]

/** The writer refuses such names, so another one of the same length is replaced. */
async function withPathThatLeadsOut() {
  const zip = await zipOf({ 'out/of/here.txt': 'never written', ...plain })
  return Buffer.from(zip.toString('latin1').replaceAll('out/of/here.txt', '../../here.txt1'), 'latin1')
}

export const packageFiles = [...layouts, ...packages]
