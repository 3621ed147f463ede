import { book, shared, styles, text, texts } from './workbook.ts'
import { ab, file, number, row } from './xlsx-file.ts'

const numbers = [
  file('numbers', book(row(`${number('38.500000000000001')}${number('-118.2')}`)), ab([2, '38.5', '-118.2'])),
  file(
    'numbers-long',
    book(row(`${number('123456789012345')}${number('1.23E+14')}`)),
    ab([2, '123456789012345', '123000000000000']),
  ),
  file(
    'numbers-small',
    book(row(`${number('1.5E-7')}${number('-2E+21')}`)),
    ab([2, '0.00000015', '-2000000000000000000000']),
  ),
  file(
    'zeros-in-front',
    book(row(`${number('2138', 1)}${number('-7', 2)}`) + texts(3, 'x'), { styles: styles(0, '00000', '000') }),
    ab([2, '02138', '-007'], [3, 'x']),
  ),
  file(
    'zeros-with-dashes',
    book(
      `${row(`${number('21380042', 1)}${number('123456789', 2)}`)}<row r="3">${number('12345678901', 3)}${number('-5', 4)}</row>`,
      { styles: styles(0, '00000\\-0000', '000-00-0000', '00&quot; &quot;0000', '0\\ 0;General') },
    ),
    ab([2, '02138-0042', '123-45-6789'], [3, '1234567 8901', '-0 5']),
  ),
  file(
    'zeros-that-are-no-format',
    book(row(`${number('2138.5', 1)}${number('7', 2)}`), { styles: styles(0, '00000', '0.00') }),
    ab([2, '2138.5', '7']),
  ),
  file('booleans', book(row('<c t="b"><v>1</v></c><c t="b"><v>0</v></c>')), ab([2, 'true', 'false'])),
  file('errors', book(row('<c t="e"><v>#REF!</v></c><c t="e"><v>#N/A</v></c>')), ab([2, '#REF!', '#N/A'])),
]

const dates = [
  file(
    'dates',
    book(row(`${number('46352', 1)}${number('46352.524305555555', 2)}`), { styles: styles(0, 14, 22) }),
    ab([2, '2026-11-26', '2026-11-26 12:35:00']),
  ),
  file(
    'dates-by-codes',
    book(row(`${number('46352', 1)}${number('46352.99999', 2)}`), {
      styles: styles(0, '[$-409]d\\-mmm\\-yyyy;@', 'yyyy&quot; at &quot;hh:mm:ss'),
    }),
    ab([2, '2026-11-26', '2026-11-26 23:59:59']),
  ),
  file(
    'dates-around-the-leap-day-of-1900',
    book(row(`${number('59', 1)}${number('60', 1)}${number('61', 1)}${number('1', 1)}`), { styles: styles(0, 14) }),
    ab([2, '1900-02-28', '1900-02-29', '1900-03-01', '1900-01-01']),
  ),
  file(
    'dates-from-1904',
    book(row(`${number('0', 1)}${number('44890.25', 1)}`), {
      styles: styles(0, 14),
      workbookPr: '<workbookPr date1904="1"/>',
    }),
    ab([2, '1904-01-01', '2026-11-26 06:00:00']),
  ),
  file(
    'times-and-durations',
    book(row(`${number('0.75', 1)}${number('1.5', 2)}`), { styles: styles(0, 20, '[h]:mm:ss') }),
    ab([2, '18:00:00', '36:00:00']),
  ),
  file(
    'dates-of-iso-8601',
    book(row('<c t="d"><v>2026-11-26T00:00:00</v></c><c t="d"><v>2026-11-26T08:09:10.5Z</v></c>')),
    ab([2, '2026-11-26', '2026-11-26 08:09:10']),
  ),
  file(
    'formats-with-letters-that-are-no-dates',
    book(row(`${number('5', 1)}${number('-6', 2)}`), {
      styles: styles(0, '0 &quot;days&quot;', '[Red]#,##0\\ \\d;General'),
    }),
    ab([2, '5', '-6']),
  ),
]

const sharedTexts = [
  file(
    'shared-texts',
    book('<row r="1"><c t="s"><v>1</v></c><c t="s"><v>0</v></c></row><row r="2"><c t="s"><v>2</v></c></row>', {
      shared: shared('<t>b</t>', '<t>a</t>', '<t>x &amp; &lt;y&gt; &#233;</t>'),
    }),
    ab([2, 'x & <y> é']),
  ),
  file(
    'rich-texts',
    book(row('<c t="s"><v>0</v></c><c t="inlineStr"><is><r><t>in</t></r><r><rPr><b/></rPr><t>line</t></r></is></c>'), {
      shared: shared('<r><rPr><b/></rPr><t xml:space="preserve">bold </t></r><r><t>plain</t></r>'),
    }),
    ab([2, 'bold plain', 'inline']),
  ),
  file(
    'pronounced-texts',
    book(row('<c t="s"><v>0</v></c>'), {
      shared: shared('<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>'),
    }),
    ab([2, '東京']),
  ),
  file(
    'white-space',
    book(row(`${text(' kept ')}<c t="inlineStr"><is><t>\n  cut\n</t></is></c>`)),
    ab([2, ' kept ', 'cut']),
  ),
  file('escapes', book(row(`${text('one_x000D_\ntwo')}${text('_x005F_x000D_')}`)), ab([2, 'one\r\ntwo', '_x000D_'])),
  file('apostrophes', book(row(`${text("'=1+1")}${text('=1+1')}`)), ab([2, "'=1+1", '=1+1'])),
  file('results-that-are-texts', book(row('<c t="str"><v>plain</v></c><c t="str"><v/></c>')), ab([2, 'plain'])),
  file('formulas', book(row('<c><f>A1+B1</f><v>3</v></c><c t="str"><f>A1</f><v>kept</v></c>')), ab([2, '3', 'kept'])),
  file('character-data', book(row('<c t="inlineStr"><is><t><![CDATA[<b>]]></t></is></c>')), ab([2, '<b>'])),
]

export const cellFiles = [...numbers, ...dates, ...sharedTexts]
