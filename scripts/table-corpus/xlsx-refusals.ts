import { columnName } from '../../server/tables/sheet-xml.ts'
import { refused } from './corpus-file.ts'
import { book, parts, relation, relations, shared, sheet, texts, zipOf } from './workbook.ts'
import { AB, file, row } from './xlsx-file.ts'

const SHEET = 'xl/worksheets/sheet1.xml'
const plain = book(AB + texts(2, '1', '2'))
const { [SHEET]: onlySheet = '' } = plain
const AGAIN = 'Open it in your spreadsheet program, save it, then choose it again.'
const NO_TABLE = 'Save the table as .xlsx or CSV, then choose it again.'
const DAMAGED = `The file is damaged or incomplete. ${AGAIN}`
const NO_WORKBOOK = `This file is packed like a workbook, but is none of Excel. ${NO_TABLE}`
const ole = (directory: string) => {
  const header = Buffer.alloc(512)
  header.write('d0cf11e0a1b11ae1', 'hex')
  header.writeUInt16LE(9, 30)
  return Buffer.concat([header, Buffer.from(directory, 'utf16le'), Buffer.alloc(512)])
}

const refusals = [
  file(
    'refused-doctype',
    { ...plain, [SHEET]: onlySheet.replace('<worksheet', '<!DOCTYPE x [<!ENTITY a "b">]><worksheet') },
    refused(`The workbook contains a declaration (DOCTYPE) that no spreadsheet program writes. ${AGAIN}`),
  ),
  file('refused-unknown-entity', { ...plain, [SHEET]: onlySheet.replace('>a<', '>&a;<') }, refused(DAMAGED)),
  file(
    'refused-columns',
    book(row(`<c r="${columnName(1000)}2"><v>1</v></c>`)),
    refused('Row 2 has more than 1,000 columns. Delete those that are not needed, then choose it again.'),
  ),
  file(
    'refused-empty-sheet',
    parts({ sheets: [{ name: 'Cover', xml: sheet('') }] }),
    refused('The sheet “Cover” is empty. Choose a file with rows below the names of its columns.'),
  ),
  file(
    'refused-all-hidden',
    parts({ sheets: [{ state: 'hidden', xml: sheet(AB) }] }),
    refused('The workbook has no visible sheet. Show the sheet with the table, save the file, then choose it again.'),
  ),
  file('refused-missing-text', book(row('<c t="s"><v>7</v></c>'), { shared: shared('<t>x</t>') }), refused(DAMAGED)),
  file(
    'refused-truncated',
    zipOf(plain).then((bytes) => bytes.subarray(0, -40)),
    refused(DAMAGED),
  ),
  file(
    'refused-truncated-xml',
    { ...plain, [SHEET]: onlySheet.slice(0, onlySheet.indexOf('</sheetData>')) },
    refused(DAMAGED),
  ),
  file('refused-zip', zipOf({ 'readme.txt': 'no workbook' }), refused(NO_WORKBOOK)),
  file(
    'refused-opendocument',
    zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<office/>' }),
    refused(NO_WORKBOOK),
  ),
  file(
    'refused-binary-workbook',
    zipOf({
      '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.bin')),
      'xl/workbook.bin': Buffer.from([1]),
    }),
    refused('This is a binary workbook of Excel. Save it as .xlsx or CSV, then choose it again.'),
  ),
  file(
    'refused-word',
    zipOf({
      '_rels/.rels': relations(relation('rId1', 'officeDocument', 'word/document.xml')),
      'word/document.xml': '<document/>',
    }),
    refused(NO_WORKBOOK),
  ),
  file(
    'refused-excel-97',
    ole('Root Entry Workbook'),
    refused('This is a file of Excel 97–2003. Save it as .xlsx or CSV, then choose it again.'),
  ),
  file(
    'refused-password',
    ole('Root Entry DataSpaces EncryptedPackage'),
    refused('The file is protected by a password. Save it without a password, then choose it again.'),
  ),
]

export const refusedWorkbooks = refusals
