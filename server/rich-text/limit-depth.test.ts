import { describe, expect, it } from 'vitest'
import { cleanHtml } from './clean-html.ts'
import { limitDepth } from './limit-depth.ts'

const options = { publicUrl: 'http://localhost:3000', videos: true }

describe('elements within elements', () => {
  it('are read to a limit, and what they hold stays', () => {
    expect(limitDepth('<b>1<b>2<b>3</b>4</b>5</b>6<i>7</i>', 2)).toBe('<b>1<b>234</b>5</b>6<i>7</i>')
  })

  it('are not meant by those that end before the next or hold nothing', () => {
    const html = '<table><tr><td>1<td>2<tr><td>3</table><ul><li>4<li>5</ul><p>6<p>7<br><img src="/files/a.png">'
    expect(limitDepth(html, 1)).toBe(html)
  })

  it.each(['<b>', '<x>', '<svg>', '<table>', '<b', '<b title=">'])(
    'leave as much to read as the limit says: %s',
    (tag) => {
      const read = limitDepth(tag.repeat(30_000), 500)
      expect(read.match(/<[a-z]+>/g)?.length ?? 0).toBeLessThanOrEqual(500)
    },
  )

  it('are cleaned to the same text as without the limit', () => {
    const deep = `${'<em>'.repeat(400)}text${'</em>'.repeat(400)}<p>after</p>`
    const deeper = `${'<em>'.repeat(900)}text${'</em>'.repeat(900)}<p>after</p>`
    expect(cleanHtml(deeper, options)).toBe(cleanHtml(deep, options))
  })
})
