import { getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, it } from 'vitest'
import { cleanHtml } from '../../rich-text/clean-html.ts'
import { aPicture } from '../../testing/pictures.ts'
import { randomPage } from '../../testing/random-page.ts'
import { generatorFrom, SEED } from '../../testing/seed.ts'
import { lacksOf } from './compare.ts'
import type { ManualContent } from './manual-document.ts'
import { drawAndRead, printManual } from './print-manual.ts'

const PORTRAIT = '/files/manual-pages/portrait.png'
const WIDE = '/files/manual-pages/wide.png'
let pictures: ManualContent['pictures']
beforeAll(async () => {
  const made = async (width: number, height: number) => {
    const bytes = Buffer.from(await (await aPicture({ width, height })).arrayBuffer())
    return { dataUrl: `data:image/png;base64,${bytes.toString('base64')}`, width, height }
  }
  pictures = { [PORTRAIT]: await made(400, 600), [WIDE]: await made(600, 400) }
})

const manual = (...pages: string[]): ManualContent => ({
  name: 'Travel Trailer - 2024',
  language: 'en',
  date: '11-22-2026',
  topics: [{ name: 'Care', pages: pages.map((html, place) => ({ name: `Page ${place}`, html })) }],
  pictures,
})
const times = (count: number, make: (place: number) => string) =>
  Array.from({ length: count }, (_, place) => make(place)).join('')
const table = (...rows: string[][]) =>
  `<table><tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`
const paragraphs = (count: number) => times(count, (place) => `<p>Step ${place} of many</p>`)

describe('a page is printed whole', () => {
  const pages: Record<string, string> = {
    'a cell of 35 short steps': table([paragraphs(35)]),
    'a cell of 900 words beside empty ones': table(['<p>Warranty</p>', `<p>${'cover '.repeat(900)}</p>`, '', '']),
    'a list of 60 items in a cell': table([
      '<p>x</p>',
      `<ol>${times(60, (place) => `<li><p>Item ${place}</p></li>`)}</ol>`,
    ]),
    'a quotation of 36 paragraphs, and one within': `<blockquote>${paragraphs(36)}<blockquote>${paragraphs(50)}</blockquote></blockquote>`,
    'a page pasted as one layout table': table([table([paragraphs(50), '<p>beside</p>']), '<p>right</p>']),
    'a picture in a cell with text below': table([`<img src="${PORTRAIT}" alt="">${paragraphs(8)}`]),
    'two pictures side by side': table([`<img src="${WIDE}" alt="a">`, `<img src="${WIDE}" alt="b">`]),
    'a cell over many rows that is higher than they are': `<table><tbody>${times(
      20,
      (place) => `<tr>${place ? '' : `<td rowspan="20">${paragraphs(40)}</td>`}<td><p>Row ${place}</p></td></tr>`,
    )}</tbody></table>`,
    'cells pushed aside by those above':
      '<table><tbody><tr><td rowspan="2"><p>A</p></td><td><p>B</p></td></tr><tr><td><p>C</p></td><td><p>D</p></td></tr></tbody></table>',
    'numbers that cannot be written in numerals':
      '<ol type="I" start="3999"><li><p>a</p></li><li><p>b</p></li></ol><ol type="i" start="5000"><li><p>c</p></li></ol>',
    'numbers of every kind': `<ol type="a" start="25"><li><p>A</p></li><li><p>B</p></li></ol><ol type="I" start="4"><li><p>C</p></li></ol><ol start="5"><li><ol type="i"><li><p>E</p></li></ol></li><li><img src="${WIDE}" alt=""></li></ol>`,
    'pictures in a link, a heading, and bold in an item': `<p>Before <a href="https://example.com/a"><img src="${WIDE}" alt="Linked"></a> after</p><h2>x <img src="${WIDE}" alt=""></h2><ul><li><p><strong><img src="${WIDE}" alt=""></strong></p></li></ul>`,
    'words of Hindi with a letter drawn after the next': '<p>वर्ष कार्य निर्माण सर्दी मार्ग</p>',
    'the words of a picture as text': '<pre><code>&lt;img src="/files/manual-pages/abc.png"&gt;</code></pre>',
    'a link around nothing': '<p>a<a href="https://example.com/x"></a>b<a href="https://example.com/y"><br></a></p>',
    'text and lists between the items of a list':
      '<ol>first<li>a</li><ol><li>n</li></ol>between<li>b</li></ol><ul><p>p</p></ul>',
    'what stands beside the cells of a table': `<table>before<tbody>in<tr>row<td>cell</td><p>p</p></tr></tbody><img src="${WIDE}" alt="x"></table>`,
    'links, bold and pictures in code': `<pre>see  <a href="https://example.com/code">link</a>\n  <strong>b</strong><img src="${WIDE}" alt=""></pre>`,
    'signs that no font has, or another one': '<p>☐ ☑ ✓ → ⅓ ⅔ ① ℃ ⌀ ✗</p>',
    'blocks within formatting': '<strong><p>One</p><p>Two</p></strong>',
    'code of 90 lines': `<pre><code>${times(90, (place) => `line ${place}\n`)}</code></pre>`,
    'a heading row over several pages': `<table><tbody><tr><th><p>Item</p></th><th><p>Every</p></th></tr>${times(90, (place) => `<tr><td><p>Part ${place}</p></td><td><p>12 months</p></td></tr>`)}</tbody></table>`,
  }

  it('whatever it holds', async () => {
    const made = await printManual(manual(...Object.values(pages)))
    expect(made.lacks.map(({ page, what }) => [Object.keys(pages)[page], what])).toEqual([])
    expect(made.changes.flat()).toEqual([])
  })

  it('and anything that is nested and mixed at random', async () => {
    const random = generatorFrom(SEED)
    const some = Array.from({ length: 12 }, () => randomPage(random, [PORTRAIT, WIDE]))
    const clean = some.map((html) => cleanHtml(html, { publicUrl: '', videos: false }))
    const { lacks } = await printManual(manual(...clean))
    expect(lacks.map(({ page, what }) => [what, clean[page]])).toEqual([])
  })
})

describe('a wide table fits on the paper', () => {
  const changesOf = async (html: string) => {
    const { lacks, changes } = await printManual(manual(html))
    expect(lacks).toEqual([])
    return changes[0]
  }
  const row = (cells: number, text: string) => table(Array.from({ length: cells }, () => `<p>${text}</p>`))

  it.each([
    ['columns by what they hold', row(6, 'Switch'), []],
    ['smaller type', row(12, 'TT0-2185-LTD'), ['smaller type']],
    ['paper turned sideways', row(12, 'Refrigerators'), ['smaller type', 'landscape']],
    ['words broken', row(24, 'Refrigerators'), ['smaller type', 'broken words', 'landscape']],
    [
      'one cell below the other',
      row(39, 'Refrigerators').replace('</tr>', '<td></td><td></td></tr>'),
      ['as paragraphs'],
    ],
  ])('with %s', async (_what, html, changes) => {
    expect(await changesOf(html)).toEqual(changes)
  })

  it('and only its part of the page is turned, with the heading above', async () => {
    const html = `<p>Before</p><h2>Wide</h2>${row(12, 'Refrigerators')}<p>After</p>`
    const { bytes } = await printManual(manual(html, '<p>Next</p>'))
    const pdf = await getDocumentProxy(bytes)
    const pages = await Promise.all(
      Array.from({ length: pdf.numPages - 2 }, async (_, place) => {
        const page = await pdf.getPage(place + 3)
        const { items } = await page.getTextContent()
        const words = items.map((item) => ('str' in item ? item.str : '')).join(' ')
        const named = ['Page 0', 'Before', 'Wide', 'After', 'Page 1', 'Next'].filter((word) => words.includes(word))
        return [page.view[2], named]
      }),
    )
    expect(pages).toEqual([
      [612, ['Page 0', 'Before']],
      [792, ['Wide']],
      [612, ['After', 'Page 1', 'Next']],
    ])
  })

  it.each([
    [
      'pictures side by side need no words broken',
      table(Array.from({ length: 30 }, () => `<img src="${WIDE}" alt="">`)),
      [],
    ],
    [
      'a title over more columns than there are',
      table(['<p>a</p>', '<p>b</p>']).replace('<tr>', '<tr><td colspan="99"><p>Title</p></td></tr><tr>'),
      [],
    ],
  ])('%s', async (_what, html, changes) => {
    const found = await changesOf(html)
    expect(found?.filter((change) => change !== 'smaller type')).toEqual(changes)
  })

  it('and nothing in it stands over what is beside it', async () => {
    const narrow = [
      '<blockquote><p>Refrigerator</p></blockquote>',
      '<ol start="1986"><li><p>x</p></li></ol>',
      '<p>TT0-2185-LTD</p>',
      '<ol type="I" start="1888"><li><p>y</p></li></ol>',
    ]
    const { bytes } = await printManual(
      manual(table([...Array.from({ length: 12 }, () => '<p>Refrigerator/Freezer</p>'), ...narrow])),
    )
    const pdf = await getDocumentProxy(bytes)
    for (let number = 3; number <= pdf.numPages; number++) {
      const { items } = await (await pdf.getPage(number)).getTextContent()
      const boxes = items.flatMap((item) =>
        'str' in item && item.str.trim()
          ? [
              {
                text: item.str,
                left: item.transform[4] as number,
                right: (item.transform[4] as number) + item.width,
                y: item.transform[5] as number,
              },
            ]
          : [],
      )
      const over = boxes.flatMap((one) =>
        boxes
          .filter(
            (other) =>
              other !== one && Math.abs(other.y - one.y) < 1 && other.left > one.left && other.left < one.right - 1,
          )
          .map((other) => `${one.text} ${other.text}`),
      )
      expect(over).toEqual([])
    }
  })

  it('and a long name does not push the contents off the paper', async () => {
    const content = manual('<p>x</p>')
    const { bytes } = await printManual({
      ...content,
      topics: content.topics.map((topic) => ({ ...topic, name: 'T'.repeat(100) })),
    })
    const { items } = await (await (await getDocumentProxy(bytes)).getPage(2)).getTextContent()
    const texts = items.flatMap((item) => ('str' in item && item.str.trim() ? [item] : []))
    for (const item of texts) expect((item.transform[4] as number) + item.width).toBeLessThanOrEqual(612 - 54 + 1)
    expect(texts.map(({ str }) => str)).toContain('3')
  })

  it('words joined by no-break spaces break between them', async () => {
    const { structure, found } = await drawAndRead(
      manual(`<p>${times(60, (place) => `non&nbsp;break${place}&nbsp;`)}</p>`),
    )
    const text = structure.children.map((part) => found.texts.get(part) ?? '').join('')
    expect(text.match(/break\d+/g)?.length).toBe(60)
    const { bytes } = await printManual(manual(`<p>${times(60, (place) => `non&nbsp;break${place}&nbsp;`)}</p>`))
    const { items } = await (await (await getDocumentProxy(bytes)).getPage(3)).getTextContent()
    const lines = items.flatMap((item) => ('str' in item && item.str.includes('break') ? [item.str.trim()] : []))
    expect(lines.length).toBeGreaterThan(3)
    for (const line of lines) expect(line).toMatch(/^(non|break\d+)\b.*(non|break\d+)$/)
  })
})

describe('what a PDF lacks of its pages is named', () => {
  const whole = `<p>Close the valve.</p>${table(['<p>Tank</p>', '<p>40 gallons</p>'], ['<p>Pump</p>', '<p>3 amps</p>'])}<ol start="4"><li><p>Drain</p></li></ol><p><img src="${WIDE}" alt="The pump"> <a href="https://example.com/help">Help</a></p><p>End.</p>`
  const without: [what: string, part: string | RegExp, instead: string, named: string][] = [
    ['a row', /<tr><td><p>Pump.*?<\/tr>/, '', '“Pump'],
    ['a cell', '<td><p>3 amps</p></td>', '<td></td>', '3 amps'],
    ['a picture', /<img[^>]*>/, '', 'a picture'],
    ['a number', 'start="4"', 'start="5"', '4. Drain'],
    ['words for a picture', 'The pump', 'A pump', 'the words for a picture, “The pump”'],
    ['a link', 'https://example.com/help', 'https://example.com/other', 'the link to https://example.com/help'],
    ['the order', 'Close the valve', 'the valve Close', 'Close'],
    ['the end', '<p>End.</p>', '', 'End.'],
    ['nothing, but something is there twice', 'End.', 'End. Again.', '“Again.” is there twice'],
  ]
  it.each(without)('%s', async (_what, part, instead, named) => {
    const content = manual('<p>Other page.</p>', whole)
    const { structure, found, missing } = await drawAndRead(manual('<p>Other page.</p>', whole.replace(part, instead)))
    const lacks = lacksOf(content, structure, found, missing)
    expect(lacks.map(({ page, name }) => [page, name])).toEqual(lacks.map(() => [1, 'Page 1']))
    expect(lacks[0]?.what).toContain(named)
  })

  it('its place: a cell over several rows that was drawn behind the pages that follow', async () => {
    const page = cleanHtml(randomPage(generatorFrom(173362480), [PORTRAIT, WIDE], 60), { publicUrl: '', videos: false })
    const content = manual(page, ...Array.from({ length: 8 }, () => '<p>Other page.</p>'))
    const { structure, found, missing } = await drawAndRead(content)
    const [lack] = lacksOf(content, structure, found, missing)
    expect(lack).toMatchObject({ page: 0, what: expect.stringContaining('is printed among the pages that follow') })
    expect((await printManual(content)).lacks).toEqual([])
  })

  it('a place in the outline', async () => {
    const content = manual('<p>One.</p>', '<p>Two.</p>')
    const { structure, found, missing } = await drawAndRead(content)
    expect(lacksOf(content, structure, found, missing)).toEqual([])
    const [topic] = content.topics
    const renamed = {
      ...content,
      topics: [
        {
          name: 'Care',
          pages: [{ ...topic?.pages[0], name: 'Other', html: '<p>One.</p>' }, ...(topic?.pages.slice(1) ?? [])],
        },
      ],
    }
    expect(lacksOf(renamed, structure, found, missing)).toEqual([
      { page: 0, name: 'Other', what: 'it has no place in the outline' },
    ])
  })
})
