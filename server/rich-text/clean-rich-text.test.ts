import { describe, expect, it } from 'vitest'
import { RICH_TEXT_CHARACTERS } from '#contract/fields.ts'
import { cleanHtml } from './clean-html.ts'
import { cleanRichText } from './clean-rich-text.ts'

const options = { publicUrl: 'http://localhost:3000', videos: false }

describe('the rich text of a call', () => {
  it('is cleaned alike on this thread and on another', async () => {
    for (const times of [1, 200]) {
      const html = '<p onclick="x">Turn <b>off</b><script>x</script></p>'.repeat(times)
      expect(await cleanRichText('content', html, options)).toBe(cleanHtml(html, options))
    }
  })

  it('holds up nobody while a long one is cleaned', async () => {
    let turns = 0
    let isCleaning = true
    const turn = () => {
      turns++
      if (isCleaning) setImmediate(turn)
    }
    setImmediate(turn)
    await cleanRichText('content', '<em>x</em>'.repeat(9000), options)
    isCleaning = false
    // On this thread it would be one.
    expect(turns).toBeGreaterThan(100)
  })

  it('is refused when it becomes too long to be saved again', async () => {
    const refusal = cleanRichText('content', '<p>'.repeat(RICH_TEXT_CHARACTERS / 7 + 1), options)
    await expect(refusal).rejects.toMatchObject({ status: 422, errors: { content: [expect.any(String)] } })
  })
})
