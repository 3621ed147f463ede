// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostileHtml } from '../testing/hostile-html.ts'
import { cleanHtml } from './clean-html.ts'
import { withFileAddresses } from './file-addresses.ts'

const publicUrl = 'http://localhost:3000'
const clean = (html: string, videos = true) => cleanHtml(html, { publicUrl, videos })

const parser = new DOMParser()

const ELEMENTS =
  'P H1 H2 H3 H4 BLOCKQUOTE PRE HR BR UL OL LI STRONG EM U S CODE SUB SUP MARK TABLE TBODY TR TH TD A IMG IFRAME'.split(
    ' ',
  )
const PLAYERS = /^https:\/\/(www\.youtube-nocookie\.com\/embed\/[\w-]{11}|player\.vimeo\.com\/video\/\d+)$/

/** What a browser would find in HTML outside the allowlist: elements, attributes and addresses. */
function dangers(html: string) {
  const { body } = parser.parseFromString(html, 'text/html')
  return [...body.querySelectorAll('*')].flatMap((element) => {
    const found = ELEMENTS.includes(element.tagName) && element.namespaceURI?.endsWith('xhtml') ? [] : [element.tagName]
    for (const { name, value } of element.attributes) {
      const fine =
        name === 'href'
          ? /^(https?|mailto|tel):/.test(value)
          : name === 'src'
            ? /^\/files\/[\w./-]+$/.test(value) || PLAYERS.test(value)
            : name === 'style'
              ? /^text-align: \w+;$/.test(value)
              : /^(alt|target|rel|colspan|rowspan|start|type|class|title|width|height|allow|allowfullscreen|loading|referrerpolicy|sandbox)$/.test(
                  name,
                )
      if (!fine) found.push(`${name}=${value}`)
    }
    return found
  })
}

describe('hostile HTML', () => {
  it('is known in more than a hundred kinds', () => {
    expect(new Set(hostileHtml.map(({ html }) => html)).size).toBeGreaterThan(100)
  })

  it.each(hostileHtml.map(({ family, html }) => [family, JSON.stringify(html).slice(0, 60), html]))(
    'loses what could act: %s: %s',
    (_family, _shown, html) => {
      const cleaned = clean(html)
      expect(dangers(cleaned)).toEqual([])
      expect(clean(cleaned)).toBe(cleaned)
      expect(dangers(clean(`<p>a<em>${html}</em></p><table><tr><td>${html}`))).toEqual([])
    },
  )

  it('takes no long time, whatever is sent', () => {
    const soups = [
      '<b>',
      '<p><span>',
      '</p>',
      '<iframe>',
      '<svg>',
      '<noscript>',
      '<a href=',
      '<!--',
      '&#',
      '<table><tr>',
    ]
    for (const soup of soups) {
      const start = performance.now()
      clean(soup.repeat(100_000 / soup.length))
      expect([soup, performance.now() - start < 3000]).toEqual([soup, true])
    }
  })
})

const word = fc.constantFrom(
  ...'p h1 h5 b strong em a img iframe table thead tr td th ul ol li div span svg math style script pre code'.split(
    ' ',
  ),
  ...'blockquote br hr select option textarea title noscript template form mark sub'.split(' '),
)
const piece = fc.oneof(
  word.map((tag) => `<${tag}>`),
  word.map((tag) => `</${tag}>`),
  word.map(
    (tag) => `<${tag}/ href="https://a.example" src='/files/a.png' style=text-align:left start=3 class="language-c">`,
  ),
  fc.constantFrom(
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<',
    '>',
    '"',
    '&',
    '&nbsp;',
    '&#0;',
    '&lt;',
    '&amp;lt;',
    '\u00a0',
    ' ',
    '\n',
  ),
  fc.string({ maxLength: 6 }),
)
const soup = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''))

describe('cleaning', () => {
  it('changes nothing about what was cleaned, and lets nothing through, whatever is sent', () => {
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: 'binary' })), (html) => {
        const cleaned = clean(html)
        expect(clean(cleaned)).toBe(cleaned)
        expect(dangers(cleaned)).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['<div>one</div><div>two</div>', '<p>one</p><p>two</p>'],
    ['text<div>b</div>tail', 'text<p>b</p>tail'],
    ['<div><div><p>a</p>b<ul><li>c</li></ul></div></div>', '<p>a</p><p>b</p><ul><li>c</li></ul>'],
    ['<ul><li><div>a</div><div>b</div></li></ul>', '<ul><li><p>a</p><p>b</p></li></ul>'],
    ['<dl><dt>Term</dt><dd>What it is</dd></dl>', '<p>Term</p><p>What it is</p>'],
    ['<section><h2>A</h2>b</section><footer>c</footer>', '<h2>A</h2><p>b</p><p>c</p>'],
    ['<p>x<span><div>a</div><div>b</div></span>y</p>', '<p>x<br>a<br>b<br>y</p>'],
    ['<h1>Head<div>sub</div></h1>', '<h1>Head<br>sub</h1>'],
    ['<pre><code><div>a</div><div>b</div></code></pre>', '<pre><code>a\nb</code></pre>'],
    ['<div></div><div> </div><div><br></div><div>x</div>', '<p><br></p><p>x</p>'],
    ['<div>a&nbsp;&lt; &amp; "q"</div>', '<p>a&nbsp;&lt; &amp; "q"</p>'],
    ['<menu><li>a</li></menu>', '<ul><li>a</li></ul>'],
  ])('leaves the lines of blocks that it removes: %s', (html, cleaned) => {
    expect(clean(html)).toBe(cleaned)
    expect(clean(cleaned)).toBe(cleaned)
  })

  it('leaves the lines of blocks in cells, and makes a paragraph of a caption before its table', () => {
    const table = '<table><caption>Fuses <b>A</b></caption><tr><td><div>1</div><div>2</div></td></tr></table>'
    const cell = (content: string) => `<td colspan="1" rowspan="1">${content}</td>`
    const cleaned = `<p>Fuses <strong>A</strong></p><table><tr>${cell('<p>1</p><p>2</p>')}</tr></table>`
    expect(clean(table)).toBe(cleaned)
    expect(clean(`<table><tr><td>${table}</td></tr></table>`)).toBe(`<table><tr>${cell(cleaned)}</tr></table>`)
  })

  it('keeps images of our own storage only, without their host', () => {
    expect(clean(`<img src="${publicUrl}/files/a/b-1.png" width="5" title="x">`)).toBe(
      '<img src="/files/a/b-1.png" alt="">',
    )
    expect(clean('<img src="/files/a.jpg" alt="A">')).toBe('<img src="/files/a.jpg" alt="A">')
    for (const src of [
      'https://a.example/files/a.png',
      'data:image/png;base64,AA',
      '/api/v1/x',
      '/files/',
      '/files/.x',
    ]) {
      expect(clean(`<p>a<img src="${src}">b</p>`)).toBe('<p>ab</p>')
    }
  })

  it('gives our own files their whole address on the wire, and touches no text', () => {
    const stored = '<img src="/files/a.png" alt="&lt;img src=&quot;/files/"><p>&lt;img src="/files/b.png"</p>'
    expect(withFileAddresses(stored, 'https://rv.example/$1')).toBe(
      stored.replace('"/files/a', '"https://rv.example/$1/files/a'),
    )
    expect(clean(withFileAddresses(stored, publicUrl))).toBe(clean(stored))
  })

  it('makes the frame of a video again from the id alone', () => {
    const frame = clean('<iframe src="//www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1#x" srcdoc="x" name="y">z</iframe>')
    expect(frame).toMatch(
      /^<iframe src="https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ" title="YouTube video" /,
    )
    expect(frame).toContain('referrerpolicy="strict-origin-when-cross-origin"')
    expect(frame).not.toMatch(/autoplay|srcdoc|name=|>z/)
    expect(clean('a<iframe src="https://player.vimeo.com/video/1"></iframe>b', false)).toBe('ab')
  })

  it('keeps no link that leads elsewhere than a reader believes, by the rule of the fields', () => {
    for (const address of [
      'https://example.com\\@evil.example/',
      'https://user@evil.example/',
      'https://example.com/\u202efdp',
      'https://exam\u00adple.com/',
      'https:evil.example',
      'mailto:ada\u200b@example.com',
    ])
      expect([address, clean(`<a href="${address}">a</a>`)]).toEqual([address, 'a'])
    expect(clean('<a href="HTTPS://Пример.рф/@a b">a</a><a href="mailto:ada@example.com">b</a>')).toContain(
      'href="https://xn--e1afmkfd.xn--p1ai/@a%20b"',
    )
  })

  it('opens links elsewhere and lets them take nothing along', () => {
    expect(clean('<a href="tel:+1 800" target="_self">a</a><a href="/x">b</a>')).toBe(
      '<a href="tel:+1%20800" target="_blank" rel="noopener noreferrer nofollow">a</a>b',
    )
  })

  it('turns what other editors write into what ours does', () => {
    expect(clean('<h5><b>a</b><i>b</i><strike>c</strike></h5><div>d</div><br />')).toBe(
      '<h4><strong>a</strong><em>b</em><s>c</s></h4><p>d</p><br>',
    )
  })

  it('takes what is no text to be read along with its element', () => {
    for (const tag of ['script', 'style', 'svg', 'math', 'noscript', 'template', 'title', 'object']) {
      expect(clean(`<p>a</p><${tag}>b<p>c</p></${tag}><p>d</p>`)).toBe('<p>a</p><p>d</p>')
    }
    expect(clean('<section>a<p>b</p></section>')).toBe('<p>a</p><p>b</p>')
  })

  it('leaves out characters that nothing can show or keep', () => {
    expect(clean('<p>a\u0000b\u001bc\ud800d&#7;e\tf\ng</p>')).toBe('<p>abc\ufffdde\tf\ng</p>')
  })
})

describe('a link or picture that is not kept', () => {
  const link = (text: string) =>
    `<a href="https://c.example/" target="_blank" rel="noopener noreferrer nofollow">${text}</a>`
  it.each([
    ['<p><a href="/x">L</a> then <strong>bold</strong> tail</p>', '<p>L then <strong>bold</strong> tail</p>'],
    [
      '<p>See <a href="#top">top</a> and <a href="https://c.example/">C</a> and <a href="https://c.example/">D</a> end</p>',
      `<p>See top and ${link('C')} and ${link('D')} end</p>`,
    ],
    [
      '<p><img src="https://elsewhere.example/a.png"> <strong>bold</strong> tail</p>',
      '<p> <strong>bold</strong> tail</p>',
    ],
    ['<p><a href="/x"><b>in</b></a><i>it</i> tail</p>', '<p><strong>in</strong><em>it</em> tail</p>'],
    ['<ul><li><a>x</a></li><li><u>y</u></li></ul>', '<ul><li>x</li><li><u>y</u></li></ul>'],
    ['<p><iframe src="https://elsewhere.example/"></iframe><s>gone</s> tail</p>', '<p><s>gone</s> tail</p>'],
    ['<p><a href="/x">a <a href="https://c.example/">b</a> c</p>', `<p>a ${link('b')} c</p>`],
    ['<h2><a name="x">Fuses</a></h2><p><em>First</em> then</p>', '<h2>Fuses</h2><p><em>First</em> then</p>'],
  ])('leaves all that follows as it is: %s', (html, kept) => {
    expect(clean(html)).toBe(kept)
  })

  it('leaves the same as if only its content had been sent, whatever stands around it', () => {
    const inline = fc.constantFrom('<strong>b</strong>', '<em>i</em>', 'text', '<u>u</u>', '<code>c</code>', '<br>')
    const removed = fc.constantFrom(
      ['<a href="/x">', '</a>'],
      ['<a>', '</a>'],
      ['<img src="https://e.example/a.png">', ''],
    )
    const part = fc.tuple(removed, inline, inline)
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const sent = parts
          .map(([[open, close], inside, after]) => `${open}${close ? inside : ''}${close}${after}`)
          .join('')
        const left = parts.map(([[, close], inside, after]) => `${close ? inside : ''}${after}`).join('')
        expect(clean(`<p>${sent}</p>`)).toBe(clean(`<p>${left}</p>`))
      }),
    )
  })
})
