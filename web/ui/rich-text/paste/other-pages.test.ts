import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { describe, expect, it } from 'vitest'
import { pasteInto } from '#web/testing/paste-into.ts'

const stored = (html: string) => pasteInto(html).stored.replace(/ (col|row)span="1"/g, '')

/** A list in Word Online, which writes a separate list for each item. */
const online = (tag: 'ol' | 'ul', level: number, text: string, { start = '', style = '', more = '' } = {}) =>
  `<div class="ListContainerWrapper SCXW1 BCX0"><${tag} role="list" ${start && `start="${start}"`} style="${style}"><li class="OutlineElement Ltr" data-listid="1" ${more} data-aria-level="${level}"><p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">${text}</span></span><span class="EOP">&nbsp;</span></p></li></${tag}></div>`
const paragraph = (text: string, attributes = '') =>
  `<div class="OutlineElement Ltr"><p class="Paragraph" ${attributes}><span class="TextRun">${text}</span><span class="EOP">&nbsp;</span></p></div>`

describe('what is pasted from Word Online', () => {
  it('has its headings', () => {
    expect(stored(paragraph('Tyres', 'role="heading" aria-level="2"') + paragraph('Check.'))).toBe(
      '<h2>Tyres</h2><p>Check.</p>',
    )
    expect(stored('<p class="Paragraph"><span data-ccp-parastyle="heading 3">Old</span></p>')).toBe('<h3>Old</h3>')
  })

  it('has its lists, nested by their levels and with their numbers', () => {
    const alpha = 'list-style-type: lower-alpha'
    const html = [
      online('ol', 1, 'One', { start: '1' }),
      online('ol', 2, 'sub a', { start: '1', style: alpha }),
      online('ol', 2, 'sub b', { start: '2', style: alpha }),
      online('ol', 1, 'Two', { start: '2' }),
      paragraph('Wait.'),
      online('ol', 1, 'Three', { start: '3' }),
      online('ul', 1, 'Dot'),
      online('ul', 2, 'Below'),
    ]
    expect(stored(html.join(''))).toBe(
      '<ol><li><p>One</p><ol type="a"><li><p>sub a</p></li><li><p>sub b</p></li></ol></li><li><p>Two</p></li></ol><p>Wait.</p><ol start="3"><li><p>Three</p></li></ol><ul><li><p>Dot</p><ul><li><p>Below</p></li></ul></li></ul>',
    )
  })

  it('counts on where the number is not said', () => {
    const html = online('ol', 1, 'One') + online('ol', 1, 'Two') + paragraph('x') + online('ol', 1, 'Three')
    expect(stored(html)).toBe(
      '<ol><li><p>One</p></li><li><p>Two</p></li></ol><p>x</p><ol start="3"><li><p>Three</p></li></ol>',
    )
  })

  it('has numbered headings as headings', () => {
    const numbered = (level: number, start: string, text: string) =>
      online('ol', level, text, { start, more: `data-leveltext="${level === 1 ? '%1' : '%1.%2'}"` }).replace(
        '<p ',
        `<p role="heading" aria-level="${level}" `,
      )
    expect(stored(numbered(1, '2', 'Drive') + numbered(2, '1', 'Tyres') + numbered(2, '2', 'Brakes'))).toBe(
      '<h1>2 Drive</h1><h2>2.1 Tyres</h2><h2>2.2 Brakes</h2>',
    )
  })

  it('loses its comments and changes, which is said', () => {
    const html = paragraph(
      '<span class="CommentStart CommentHighlightPipeRest">Check</span> <span class="TrackChangeTextDeletion">old</span><span class="TrackChangeTextInsertion">new</span>',
    )
    expect(pasteInto(html)).toMatchObject({
      stored: '<p>Check new</p>',
      said: ['One comment was left out.', 'Tracked changes were pasted as if accepted.'],
    })
  })
})

describe('what is pasted from Google Docs', () => {
  it('is not bold as a whole, and has its lists with their numbers', () => {
    const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-weight:400">Title</span></h1><p><span style="font-weight:700">b</span><span style="font-style:italic">i</span><span style="text-decoration:underline">u</span><span style="vertical-align:super">2</span><span style="text-decoration:line-through">s</span></p><ol start="3"><li dir="ltr" style="list-style-type:lower-alpha" aria-level="1"><p role="presentation">c</p></li><ol><li style="list-style-type:lower-roman" aria-level="2"><p>i</p></li></ol><li style="list-style-type:lower-alpha"><p>d</p></li></ol></b><br class="Apple-interchange-newline">`
    expect(stored(html)).toBe(
      '<h1>Title</h1><p><strong>b</strong><em>i</em><u>u</u><sup>2</sup><s>s</s></p><ol start="3" type="a"><li><p>c</p><ol type="i"><li><p>i</p></li></ol></li><li><p>d</p></li></ol>',
    )
  })

  it('keeps what is ticked off', () => {
    const box = (state: boolean, text: string) =>
      `<li role="checkbox" aria-checked="${state}"><img src="data:image/png;base64,iVBORw0KGgo=" alt="${state ? 'checked' : 'unchecked'}"><p role="presentation" style="display:inline">${text}</p></li>`
    expect(pasteInto(`<ul>${box(true, 'Gas')}${box(false, 'Water')}</ul>`)).toMatchObject({
      stored: '<ul><li><p>☑ Gas</p></li><li><p>☐ Water</p></li></ul>',
      pictures: [],
    })
  })
})

describe('what is pasted from other pages', () => {
  it.each([
    ['<ol type="a" start="3"><li>c</li></ol>', '<ol start="3" type="a"><li><p>c</p></li></ol>'],
    ['<ol style="list-style-type: upper-roman"><li>x</li></ol>', '<ol type="I"><li><p>x</p></li></ol>'],
    [
      '<ol><li>a</li><li value="7">b</li><li>c</li></ol>',
      '<ol><li><p>a</p></li></ol><ol start="7"><li><p>b</p></li><li><p>c</p></li></ol>',
    ],
    ['<ol reversed><li>x</li><li>y</li></ol>', '<ol start="2"><li><p>x</p></li></ol><ol><li><p>y</p></li></ol>'],
    ['<ol><ol><li>deep</li></ol></ol>', '<ol><li><p>deep</p></li></ol>'],
    ['<ul><li>a</li><ul><li>b</li></ul></ul>', '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>'],
    ['<ol start="-3"><li>a</li></ol>', '<ol><li><p>a</p></li></ol>'],
    ['<ul><li><input type="checkbox" checked> Gas</li></ul>', '<ul><li><p>☑ Gas</p></li></ul>'],
  ])('has the list %s', (html, expected) => {
    expect(stored(html)).toBe(expected)
  })

  it('has the headings that LibreOffice numbers as headings', () => {
    expect(stored('<ol><li><h1>One</h1></li></ol><p>x</p><ol start="2"><li><h1>Two</h1><p>y</p></li></ol>')).toBe(
      '<h1>1 One</h1><p>x</p><h1>2 Two</h1><p>y</p>',
    )
    expect(stored('<ol><li>a</li><li><h2>Two</h2></li><li>c</li></ol>')).toBe(
      '<ol><li><p>a</p></li></ol><h2>2 Two</h2><ol start="3"><li><p>c</p></li></ol>',
    )
  })

  it('runs no words together', () => {
    const html =
      '<dl><dt>A</dt><dt>B</dt><dd>C</dd></dl><details><summary>S</summary>text</details><main>m</main><nav>n</nav><div>one</div><div>two</div><span style="display: block">three</span><span style="display: block">four</span><q>five</q>'
    expect(stored(html)).toBe(
      '<p><strong>A</strong></p><p><strong>B</strong></p><p>C</p><p><strong>S</strong></p><p>text</p><p>m</p><p>n</p><p>one</p><p>two</p><p>three</p><p>four</p><p>“five”</p>',
    )
  })

  it('has captions, figures, tables in tables and alignment', () => {
    const html =
      '<table><caption>Torque</caption><tr><td align="right">a<table><tr><td colspan="2">b</td></tr></table></td></tr></table><figure><img src="/files/a.png" alt="A"><figcaption>Below</figcaption></figure><p align="center">c</p>'
    expect(stored(html)).toBe(
      '<p>Torque</p><table><tbody><tr><td><p>a</p><table><tbody><tr><td colspan="2"><p>b</p></td></tr></tbody></table></td></tr></tbody></table><img src="/files/a.png" alt="A"><p>Below</p><p style="text-align: center;">c</p>',
    )
  })

  it('goes into a text as blocks of its own, with its first number and its last words', () => {
    const list = '<ol start="5"><li>A</li><li>B</li></ol>'
    const five = '<ol start="5"><li><p>A</p></li><li><p>B</p></li></ol>'
    const at = (position: number) => ({ at: ({ state }: Editor) => TextSelection.create(state.doc, position) })
    const into = (html: string, position: number) => pasteInto(html, { start: '<p>Hello</p>', ...at(position) }).stored
    expect(into(list, 6)).toBe(`<p>Hello</p>${five}`)
    expect(into(list, 3)).toBe(`<p>He</p>${five}<p>llo</p>`)
    expect(into(list, 1)).toBe(`${five}<p>Hello</p>`)
    expect(into(`<p>x</p>${list}`, 3)).toBe(`<p>Hex</p>${five}<p>llo</p>`)
    expect(into('<h2>Head</h2><p>x</p>', 6)).toBe('<p>Hello</p><h2>Head</h2><p>x</p>')
    expect(into('<h2>Head</h2>', 6)).toBe('<p>HelloHead</p>')
    const word = (html: string) => `<html xmlns:w="urn:schemas-microsoft-com:office:word"><body>${html}</body></html>`
    expect(into(word('<!--StartFragment--><h2>Head</h2><!--EndFragment-->'), 6)).toBe('<p>Hello</p><h2>Head</h2>')
    expect(into(word('<h2><!--StartFragment-->Head<!--EndFragment--></h2>'), 6)).toBe('<p>HelloHead</p>')
    expect(stored('<blockquote><ol start="4"><li>x</li></ol></blockquote>')).toBe(
      '<blockquote><ol start="4"><li><p>x</p></li></ol></blockquote>',
    )
    const here = pasteInto('<h2 data-pm-slice="1 1 []">Own</h2><p>x</p>', { start: '<p>Hello</p>' }).stored
    expect(here).toBe('<p>HelloOwn</p><p>x</p>')
  })

  it('loses styles, scripts and players, which are said', () => {
    const html =
      '<style>p{}</style><script>1</script><p>a</p><iframe src="https://elsewhere.example"></iframe><video></video>'
    expect(pasteInto(html)).toMatchObject({
      stored: '<p>a</p>',
      said: ['2 embedded parts were left out, such as a video or sound, because this text cannot hold any.'],
    })
    const player = '<p>a</p><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>'
    expect(pasteInto(player, { videos: true })).toMatchObject({ said: [] })
    expect(pasteInto(player, { videos: true }).stored).toContain('<iframe')
  })
})

describe('an item that begins with no paragraph', () => {
  it.each([
    ['<ul><li><ol><li>in</li></ol></li></ul>', '<ul><li><p></p><ol><li><p>in</p></li></ol></li></ul>'],
    [
      '<blockquote><ol><li><ol><li><ol type="a" start="25"><li><p>deep</p></li></ol></li></ol></li></ol></blockquote>',
      '<blockquote><ol><li><p></p><ol><li><p></p><ol start="25" type="a"><li><p>deep</p></li></ol></li></ol></li></ol></blockquote>',
    ],
  ])('is not lost: %s', (html, kept) => {
    expect(stored(html)).toBe(kept)
  })
})
