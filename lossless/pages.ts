const times = (count: number, make: (place: number) => string) =>
  Array.from({ length: count }, (_, place) => make(place)).join('')
const row = (cells: string[], name = 'td') => `<tr>${cells.map((cell) => `<${name}>${cell}</${name}>`).join('')}</tr>`
const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`
const p = (text: string) => `<p>${text}</p>`
const image = (number: number, alt: string) => `<img src="/files/${number}.png" alt="${alt}">`
const li = (...content: string[]) => `<li>${content.join('')}</li>`
const steps = (count: number) => times(count, (place) => p(`Step ${place}`))

/** A page as HTML. `isTall`: its rows break across pages, so that a reader of the PDF finds cells in parts. */
export type CorpusPage = { name: string; html: string; isTall?: true }

/** Pages as people write them, and as they once came out wrong in print, in the editor or in the application. */
export const pages: CorpusPage[] = [
  { name: 'Plain paragraphs', html: p('Close the valve.') + p('Open the tap &amp; wait 10 minutes.') },
  {
    name: 'Headings of all levels',
    html: times(4, (level) => `<h${level + 1}>Level ${level + 1}</h${level + 1}>${p('Text')}`),
  },
  {
    name: 'Marks within each other',
    html: p('<strong>Bold <em>and <u>all <s>of</s></u></em></strong> <mark>marked</mark>'),
  },
  { name: 'Raised and lowered', html: p('H<sub>2</sub>O at 20 m<sup>2</sup>') },
  { name: 'Code among words', html: `${p('Press <code>F1</code>.')}<pre><code>a = 1\n  b = 2</code></pre>` },
  {
    name: 'Links',
    html: p(
      'See <a href="https://example.com/help?a=1&amp;b=2">the <strong>help</strong></a> or <a href="mailto:help@example.com">write</a>, <a href="tel:+15551234">call</a>.',
    ),
  },
  { name: 'Line ends', html: p('One<br>Two<br>Three') },
  { name: 'A rule between', html: `${p('Before')}<hr>${p('After')}` },
  { name: 'Alignment', html: '<p style="text-align: center;">Middle</p><h2 style="text-align: right;">Right</h2>' },
  { name: 'A quotation', html: `<blockquote>${p('Never')}${p('Ever')}</blockquote>` },
  { name: 'A quotation within one', html: `<blockquote>${p('A')}<blockquote>${p('B')}</blockquote></blockquote>` },
  { name: 'A quotation of 36 paragraphs', html: `<blockquote>${steps(36)}</blockquote>` },
  { name: 'A list', html: `<ul>${li(p('A'))}${li(p('B'))}</ul>` },
  { name: 'Numbers from 5', html: `<ol start="5">${li(p('Five'))}${li(p('Six'))}</ol>` },
  {
    name: 'Letters',
    html: `<ol type="a">${li(p('A'))}${li(p('B'))}</ol><ol type="A" start="26">${li(p('Z'))}${li(p('AA'))}</ol>`,
  },
  {
    name: 'Numerals',
    html: `<ol type="i" start="3">${li(p('iii'))}${li(p('iv'))}</ol><ol type="I" start="1999">${li(p('MCM'))}</ol>`,
  },
  {
    name: 'Lists within lists',
    html: `<ol>${li(p('1'), `<ol type="a">${li(p('a'), `<ul>${li(p('dot'))}</ul>`)}${li(p('b'))}</ol>`)}${li(p('2'))}</ol>`,
  },
  { name: 'Items of several paragraphs', html: `<ol>${li(p('First'), p('and more'))}${li(p('Second'))}</ol>` },
  {
    name: 'Items with other blocks',
    html: `<ol>${li(p('Look'), table(row([p('in'), p('item')])))}${li(p('x'), `<blockquote>${p('quoted')}</blockquote>`)}</ol>`,
  },
  {
    name: 'A list that goes on after a paragraph',
    html: `<ol>${li(p('One'))}${li(p('Two'))}</ol>${p('Wait.')}<ol start="3">${li(p('Three'))}</ol>`,
  },
  { name: 'A list over pages', html: `<ol>${times(70, (place) => li(p(`Item ${place}`)))}</ol>` },
  { name: 'A picture', html: p(image(1, 'The fuse box')) },
  { name: 'A picture without words', html: p(image(2, '')) },
  { name: 'Words for a picture with quotes', html: p(image(3, 'The &quot;red&quot; valve &amp; &lt;pump&gt;')) },
  { name: 'A picture among words', html: p(`Press ${image(1, 'the red button')} to start`) },
  { name: 'A picture in a link', html: p(`<a href="https://example.com/a">${image(1, 'Map')}</a>`) },
  { name: 'A picture in bold in an item', html: `<ul>${li(p(`<strong>${image(1, 'Bold')}</strong>`))}</ul>` },
  { name: 'A picture in a heading', html: `<h2>Pump ${image(2, 'of the pump')}</h2>${p('x')}` },
  { name: 'A picture as an item', html: `<ol>${li(p(image(1, 'one')))}${li(p('Two'))}</ol>` },
  { name: 'Pictures side by side', html: table(row([p(image(1, 'left')), p(image(2, 'right'))])) },
  { name: 'The same picture twice', html: p(image(1, 'once')) + p(image(1, 'twice')) },
  { name: 'A table with a heading row', html: table(row([p('Fuse'), p('Amperes')], 'th'), row([p('Pump'), p('15')])) },
  { name: 'Headings of rows', html: table(`<tr><th>${p('Pump')}</th><td>${p('15')}</td></tr>`) },
  {
    name: 'Cells over columns and rows',
    html: `<table><tbody><tr><td colspan="2">${p('wide')}</td><td rowspan="2">${p('high')}</td></tr><tr><td>${p('a')}</td><td>${p('b')}</td></tr></tbody></table>`,
  },
  {
    name: 'Cells pushed aside',
    html: `<table><tbody><tr><td rowspan="3">${p('A')}</td><td>${p('B')}</td></tr><tr><td>${p('C')}</td></tr><tr><td>${p('D')}</td></tr></tbody></table>`,
  },
  { name: 'Empty cells', html: table(row([p('a'), p(''), p('')]), row([p(''), p('b'), p('')])) },
  {
    name: 'Cells of all blocks',
    html: table(row([`<h3>Head</h3>${p('text')}`, `<ul>${li(p('dot'))}</ul>`, `<blockquote>${p('q')}</blockquote>`])),
  },
  { name: 'A table within a table', html: table(row([table(row([p('in'), p('side')])), p('out')])) },
  { name: 'A page as one layout table', html: table(row([steps(50), p('beside')])), isTall: true },
  { name: 'A cell of 35 steps', html: table(row([steps(35), p('x')])), isTall: true },
  {
    name: 'A cell of 900 words',
    html: table(row([p('Warranty'), p('cover '.repeat(900).trim()), p(''), p('')])),
    isTall: true,
  },
  {
    name: 'A list of 60 items in a cell',
    html: table(row([`<ol>${times(60, (place) => li(p(`${place}`)))}</ol>`, p('x')])),
    isTall: true,
  },
  {
    name: 'A cell over 20 rows that is higher',
    html: `<table><tbody>${times(20, (place) => `<tr>${place ? '' : `<td rowspan="20">${steps(45)}</td>`}<td>${p(`Row ${place}`)}</td></tr>`)}</tbody></table>`,
    isTall: true,
  },
  {
    name: 'A long table with a heading row',
    html: table(
      row([p('Part'), p('Every')], 'th'),
      times(80, (place) => row([p(`Part ${place}`), p('12 months')])),
    ),
    isTall: true,
  },
  { name: 'Twelve columns', html: table(row(Array.from({ length: 12 }, () => p('TT0-2185-LTD')))) },
  { name: 'Nine columns of long words', html: table(row(Array.from({ length: 9 }, () => p('Refrigerator/Freezer')))) },
  { name: 'Twenty columns', html: table(row(Array.from({ length: 20 }, (_, place) => p(`Characteristic${place}`)))) },
  { name: 'A very long word', html: p(`https://example.com/${'long/'.repeat(60)}`) },
  {
    name: 'Words joined by no-break spaces',
    html: p(times(40, (place) => `ten&nbsp;km${place}&nbsp;`).replace(/&nbsp;$/, '')),
  },
  { name: 'Letters of many scripts', html: p('Größe naïve Жук Ελλάς 主电源 カタカナ 주전원 नमस्ते สวัสดี 👍🏽 ½ ﬁ …') },
  { name: 'Signs of HTML', html: p('1 &lt; 2 &amp;&amp; 3 &gt; 2 &amp;amp; &quot;quoted&quot;') },
  { name: 'A paragraph of 12,000 letters', html: p('Check the valve. '.repeat(720).trim()) },
]
