import { type CorpusFile, type Expected, refused, table } from './corpus-file.ts'

const file = (name: string, content: string | Buffer, expected: Expected): CorpusFile => ({
  name: `${name}.csv`,
  bytes: Buffer.from(content),
  expected,
})

const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()
const columns = (count: number, name: string) => Array.from({ length: count }, (_, place) => `${name}${place + 1}`)
const DAMAGED = 'The file is damaged or incomplete. Open it in your spreadsheet program, save it, then choose it again.'
const NO_TABLE = 'Save the table as .xlsx or CSV, then choose it again.'
const NUL = `The file contains characters that no text has (NUL). ${NO_TABLE}`

const delimiters = [
  file('comma', 'name,city\r\nAda,London\r\n', table(['name', 'city'], [2, 'Ada', 'London'])),
  file('semicolon', 'name;city\r\nAda;London\r\n', table(['name', 'city'], [2, 'Ada', 'London'])),
  file('tab', 'name\tcity\r\nAda\tLondon\r\n', table(['name', 'city'], [2, 'Ada', 'London'])),
  file(
    'semicolon-with-commas-in-quotes',
    'name;note\n"Doe, Jane";"a, b, c, d"\n"Roe, Rick";"e, f, g, h"\n',
    table(['name', 'note'], [2, 'Doe, Jane', 'a, b, c, d'], [3, 'Roe, Rick', 'e, f, g, h']),
  ),
  file(
    'comma-with-semicolons-in-cells',
    'name,notes\nAda,a;b;c\nBob,d;e;f\n',
    table(['name', 'notes'], [2, 'Ada', 'a;b;c'], [3, 'Bob', 'd;e;f']),
  ),
  file(
    'decimal-commas',
    'name;price\nAwning;1,5\nStep;-2,25\n',
    table(['name', 'price'], [2, 'Awning', '1,5'], [3, 'Step', '-2,25']),
  ),
  file(
    'decimal-commas-and-as-many-cells-by-commas',
    'id;price, EUR;tax, EUR\n1;2,5;3,5\n2;4,5;5,5\n',
    table(['id', 'price, EUR', 'tax, EUR'], [2, '1', '2,5', '3,5'], [3, '2', '4,5', '5,5']),
  ),
  file('one-column-with-commas', 'note\nhello, world\nfine\n', table(['note'], [2, 'hello, world'], [3, 'fine'])),
  file('sep-line', 'sep=;\r\na,b;c\r\n1,2;3\r\n', table(['a,b', 'c'], [3, '1,2', '3'])),
  file('sep-line-of-a-bar', '\ufeffsep=|\na|b\n1|2\n', table(['a', 'b'], [3, '1', '2'])),
]

const encodings = [
  file('utf-8-with-bom', '\ufeffname,city\r\nJosé,Zürich\r\n', table(['name', 'city'], [2, 'José', 'Zürich'])),
  file('utf-8-without-bom', 'name,city\nJosé,東京\n', table(['name', 'city'], [2, 'José', '東京'])),
  file('utf-8-emoji', 'name,face\nAda,👩🏽‍🚀\n', table(['name', 'face'], [2, 'Ada', '👩🏽‍🚀'])),
  file(
    'windows-1252',
    Buffer.from('name,price\r\nJos\xe9,5 \x80\r\n\x93quoted\x94,\x97\r\n', 'latin1'),
    table(['name', 'price'], [2, 'José', '5 €'], [3, '“quoted”', '—']),
  ),
  file(
    'one-byte-of-windows-1252',
    Buffer.from('name,price\r\nJos\xc3\xa9,5\r\nGas \x96 water,6\r\n', 'latin1'),
    table(['name', 'price'], [2, 'José', '5'], [3, 'Gas – water', '6']),
  ),
  file(
    'cut-in-the-last-character',
    Buffer.from('name\r\nJos\xc3\xa9\r\nAndr\xc3', 'latin1'),
    table(['name'], [2, 'José'], [3, 'Andr\ufffd']),
  ),
  file(
    'mac-os-roman',
    Buffer.from('name;city\r\n\x83lectricit\x8e;M\x87laga\r\nI\x96igo;Z\x9frich\r\n', 'latin1'),
    table(['name', 'city'], [2, 'Électricité', 'Málaga'], [3, 'Iñigo', 'Zürich']),
  ),
  file(
    'windows-1252-apostrophes',
    Buffer.from('name,hours\r\nMen\x92s RVs,9 \x96 5\r\n\x93Best\x94,\x80 5\r\n', 'latin1'),
    table(['name', 'hours'], [2, 'Men’s RVs', '9 – 5'], [3, '“Best”', '€ 5']),
  ),
  file(
    'utf-16le-with-bom',
    Buffer.from('\ufeffname\tcity\r\nJosé\tŁódź\r\n', 'utf16le'),
    table(['name', 'city'], [2, 'José', 'Łódź']),
  ),
  file(
    'utf-16be-with-bom',
    bigEndian('\ufeffname,city\r\nJosé,Łódź\r\n'),
    table(['name', 'city'], [2, 'José', 'Łódź']),
  ),
  file(
    'utf-16le-without-bom',
    Buffer.from('name;city\r\nAda;London\r\n', 'utf16le'),
    table(['name', 'city'], [2, 'Ada', 'London']),
  ),
  file('utf-16be-without-bom', bigEndian('name;city\nAda;London\n'), table(['name', 'city'], [2, 'Ada', 'London'])),
]

const lines = [
  file('line-feeds', 'a,b\n1,2\n3,4', table(['a', 'b'], [2, '1', '2'], [3, '3', '4'])),
  file('carriage-returns', 'a,b\r1,2\r3,4\r', table(['a', 'b'], [2, '1', '2'], [3, '3', '4'])),
  file('mixed-line-ends', 'a,b\r\n1,2\n3,4\r5,6', table(['a', 'b'], [2, '1', '2'], [3, '3', '4'], [4, '5', '6'])),
  file(
    'line-breaks-in-cells',
    'a,b\r\n"one\r\ntwo",2\r\n"x\n\ny",4\r\n5,6\r\n',
    table(['a', 'b'], [2, 'one\r\ntwo', '2'], [4, 'x\n\ny', '4'], [7, '5', '6']),
  ),
  file('line-break-in-a-head', '"first\nname",b\n1,2\n', table(['first\nname', 'b'], [3, '1', '2'])),
  file(
    'empty-rows',
    '\n\r\n,,\n a , b \n\n1,2\n , \t\n"",""\n3,4\n\n',
    table(['a', 'b'], [6, '1', '2'], [9, '3', '4']),
  ),
  file('head-only', 'name,city\r\n', table(['name', 'city'])),
]

const cells = [
  file('quotes-in-quotes', 'a,b\n"say ""hi""",""""\n', table(['a', 'b'], [2, 'say "hi"', '"'])),
  file('inch-marks', 'hose,size\n5" hose,12"\n', table(['hose', 'size'], [2, '5" hose', '12"'])),
  file('text-after-a-quote', 'a,b\n"nick" name,2\n', table(['a', 'b'], [2, '"nick" name', '2'])),
  file(
    'blanks-are-kept-but-in-heads',
    ' name ,\tcity\n Ada , London \n"  ",x\n',
    table(['name', 'city'], [2, ' Ada ', ' London '], [3, '  ', 'x']),
  ),
  file('doubled-and-empty-heads', 'name,,name,\n1,2,3,4\n', table(['name', '', 'name'], [2, '1', '2', '3', '4'])),
  file(
    'shorter-and-longer-rows',
    'a,b,c\n1\n1,2,3,4\n1,2,\n',
    table(['a', 'b', 'c'], [2, '1'], [3, '1', '2', '3', '4'], [4, '1', '2']),
  ),
  file(
    'exponents-and-zeros-stay-texts',
    'number,zip,phone\n1.23E+14,02138,+1 916 555-0100\n',
    table(['number', 'zip', 'phone'], [2, '1.23E+14', '02138', '+1 916 555-0100']),
  ),
  file('apostrophes', "a,b\n'=1+1,''x\n=1+1,-5\n", table(['a', 'b'], [2, "'=1+1", "''x"], [3, '=1+1', '-5'])),
  file(
    'columns-500',
    `${columns(500, 'head').join()}\n${columns(500, 'cell').join()}\n`,
    table(columns(500, 'head'), [2, ...columns(500, 'cell')]),
  ),
  file('right-to-left', 'שם;עיר\nדנה;חיפה\n', table(['שם', 'עיר'], [2, 'דנה', 'חיפה'])),
  file('other-white-space', 'a,b\n\u00a0x\u00a0,\u2028y\n', table(['a', 'b'], [2, '\u00a0x\u00a0', '\u2028y'])),
]

const refusals = [
  file('empty', '', refused('The file is empty. Choose one whose first row names the columns.')),
  file('blank', '\ufeff\r\n , \r\n', refused('The file is empty. Choose one whose first row names the columns.')),
  file(
    'open-quote',
    'a,b\n"one\ntwo",2\n3,"four\n5,6\n7,8\n',
    refused('A quote (") opens in line 4 and never closes. Close it or remove it, then choose it again.'),
  ),
  file('nul', 'a,b\n1,\0\n', refused(NUL)),
  file('nul-in-utf-16', Buffer.from('\ufeffa,b\n1,\0\n', 'utf16le'), refused(NUL)),
  file('torn-utf-16', Buffer.from('\ufeffa,b\n1,2\n', 'utf16le').subarray(0, -1), refused(DAMAGED)),
  file('pdf', '%PDF-1.7\n%\xe2\xe3\n1 0 obj\n', refused(`This is a PDF, not a table. ${NO_TABLE}`)),
  file(
    'png',
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    refused(`This is a picture, not a table. ${NO_TABLE}`),
  ),
  file(
    'html',
    '\n<!DOCTYPE html>\n<html><table><tr><td>a</td></tr></table></html>\n',
    refused(`This is a web page, not a table. ${NO_TABLE}`),
  ),
  file(
    'spreadsheet-of-xml',
    '<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>\n',
    refused(`This is an XML file, not a table. ${NO_TABLE}`),
  ),
  file(
    'columns-1001',
    `${columns(1001, 'head').join()}\n`,
    refused('The row in line 1 has more than 1,000 columns. Delete those that are not needed, then choose it again.'),
  ),
]

export const csvFiles = [...delimiters, ...encodings, ...lines, ...cells, ...refusals]
