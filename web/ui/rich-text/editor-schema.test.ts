import { Editor } from '@tiptap/core'
import { describe, expect, it } from 'vitest'
import { linkInHtml } from '#contract/links.ts'
import { cleanHtml } from '#server/rich-text/clean-html.ts'
import { withFileAddresses } from '#server/rich-text/file-addresses.ts'
import { isLinkAddress, richTextSchema, toStoredHtml } from './editor-schema.ts'

const publicUrl = 'http://localhost:3000'

/** What the editor makes of this HTML. */
function made(html: string, videos = true) {
  const editor = new Editor({ extensions: richTextSchema({ videos }), content: html })
  const stored = toStoredHtml(editor.getHTML())
  editor.destroy()
  return stored
}

const everything = `
<h1>One</h1><h2 style="text-align: center">Two</h2><h3>Three</h3><h4>Four</h4>
<p style="text-align: right"><strong>bold</strong> <em>italic</em> <u>underlined</u> <s>struck</s> <code>code()</code>
  H<sub>2</sub>O m<sup>2</sup> <mark>marked</mark> <strong><em>both</em></strong></p>
<p>A&nbsp;blank, an &amp;, a &lt;b&gt;, "quotes"<br>and a break. 🚐 ñ</p><p></p>
<p style="text-align: justify">A <a href="https://example.com/?a=1&amp;b=%20#c">page</a>, a <a href="mailto:a@b.co">mailbox</a>,
  a <a href="tel:+1-800-555">telephone</a></p>
<pre><code>const a = '&lt;p&gt;'
  indented</code></pre><pre><code class="language-js">let b</code></pre>
<blockquote><p>Quoted</p><ul><li><p>in it</p></li></ul></blockquote>
<ul><li><p>One</p><ol start="3"><li><p>Three</p></li></ol><ol type="a"><li><p>a</p></li></ol></li></ul><hr>
<table><tr><th>Head</th><th colspan="2">Wide</th></tr><tr><td rowspan="2"><p style="text-align: center">a</p></td><td>b</td><td>c</td></tr><tr><td>d</td><td><ul><li>e</li></ul></td></tr></table>
<img src="${publicUrl}/files/pages/a-1.png" alt="A &quot;winch&quot; &amp; more"><img src="${publicUrl}/files/pages/b.jpg">
<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1"></iframe><iframe src="https://player.vimeo.com/video/76979871"></iframe>
<p>The end.</p>`

describe('what the editor makes', () => {
  it('comes through the cleaning unchanged, but for the host of our own files', () => {
    const html = made(everything)
    expect(html).toContain('youtube-nocookie.com/embed/dQw4w9WgXcQ"')
    const clean = cleanHtml(html, { publicUrl, videos: true })
    expect(withFileAddresses(clean, publicUrl)).toBe(html)
    expect(clean).toContain('<img src="/files/pages/a-1.png"')
  })

  it('is made again from what was stored', () => {
    const html = made(everything)
    expect(made(withFileAddresses(cleanHtml(html, { publicUrl, videos: true }), publicUrl))).toBe(html)
  })

  it('keeps the link around a picture, wherever that stands', () => {
    const link = '<a href="https://example.com/a" target="_blank" rel="noopener noreferrer nofollow">'
    const image = `${link}<img src="/files/pages/a.png" alt="Map"></a>`
    expect(made(`<p>${image}</p>`)).toContain(image)
    expect(made(made(`<p>See ${link}the map</a> ${image} here</p>`))).toBe(
      `<p>See ${link}the map</a></p>${image}<p>here</p>`,
    )
    expect(cleanHtml(made(image), { publicUrl, videos: false })).toBe(made(image))
    expect(made('<a href="javascript:x()"><img src="/files/pages/a.png" alt=""></a>')).not.toContain('<a')
  })

  it('has no videos where they are not allowed, as the cleaning has none', () => {
    const html = made(everything, false)
    expect(html).not.toContain('iframe')
    expect(cleanHtml(made(everything), { publicUrl, videos: false })).not.toContain('iframe')
  })

  it('keeps nothing of what others put into attributes', () => {
    const html = made(
      '<p class="x" id="y" style="color: red">a <a href="https://a.example/" class="b" target="_top" onclick="x()" title="t">b</a></p>' +
        '<table class="x" style="width: 5px"><tr><td style="color: red" colwidth="50" align="right">c</td></tr></table><p>e</p>',
    )
    expect(cleanHtml(html, { publicUrl, videos: true })).toBe(html)
    expect(html).not.toMatch(/class|color|title|width|_top/)
  })

  it('takes no link that could run something', () => {
    expect(made('<p><a href="javascript:alert(1)">a</a><a href="data:text/html,x">b</a></p>')).toBe('<p>ab</p>')
  })
})

it('The editor allows the links that the server keeps', () => {
  const hosts = [
    'example.com',
    'пример.рф',
    'user@evil.example',
    '@evil.example',
    'a\\@b',
    'exam\u00adple.com',
    '',
    'a b',
  ]
  const links = ['http://', 'HTTPS://', 'https:', '//', 'mailto:', 'tel:', 'javascript:'].flatMap((start) =>
    hosts.flatMap((host) => ['', '/', '/@a?b=c@d#e', '/\\', '/\u202ea', '?@', ' \n'].map((end) => start + host + end)),
  )
  expect(links.filter(isLinkAddress)).toEqual(links.filter((link) => linkInHtml(link) !== null))
  expect(links.filter(isLinkAddress).length).toBeGreaterThan(20)
})
