import { describe, expect, it } from 'vitest'
import { shortened, shortForm } from './shortened.ts'

const MOST = 2000
const long = (middle: string) => `${'a'.repeat(5000)}${middle}${'b'.repeat(5000)}`

describe('a long text in the history', () => {
  it('is cut to what is around the first difference', () => {
    const { from, to, isShortened } = shortened('checklists', 'note', [long('one'), long('two')])
    expect(isShortened).toBe(true)
    for (const [text, word] of [
      [from, 'one'],
      [to, 'two'],
    ] as [string, string][]) {
      expect(text.length).toBeLessThanOrEqual(MOST)
      expect(text).toMatch(new RegExp(`^…a{200}${word}b+…$`))
    }
  })

  it('that is short, or no text, stays whole', () => {
    expect(shortened('checklists', 'note', ['one', 'two'])).toEqual({ from: 'one', to: 'two', isShortened: false })
    expect(shortForm('checklists', { note: [null, 'x'.repeat(MOST)], name: [1, 2] })).toBeNull()
  })

  it('that is new, or gone, is cut from its start', () => {
    const text = 'x'.repeat(MOST + 1)
    expect(shortened('checklists', 'note', [null, text])).toMatchObject({
      from: null,
      to: expect.stringMatching(/^x+…$/),
    })
    expect(shortened('checklists', 'note', [text, ''])).toMatchObject({ from: expect.stringMatching(/^x+…$/), to: '' })
  })

  it('of HTML begins at a block and ends outside a tag', () => {
    const blocks = (word: string) =>
      Array.from(
        { length: 300 },
        (_, place) => `<p class="c${place}">Paragraph ${place === 150 ? word : place}</p>`,
      ).join('')
    const { from, to } = shortened('manual_pages', 'content', [blocks('one'), blocks('two')]) as {
      from: string
      to: string
    }
    for (const text of [from, to]) {
      expect(text).toMatch(/^…<p class="c\d+">/)
      expect(text).toMatch(/[^<]*…$/)
      expect((text.match(/</g) ?? []).length).toBe((text.match(/>/g) ?? []).length)
    }
    expect([from.includes('Paragraph one'), to.includes('Paragraph two')]).toEqual([true, true])
  })

  it('is not cut within a character', () => {
    const { to } = shortened('checklists', 'note', ['', '😀'.repeat(MOST)])
    expect(to).toMatch(/^(😀)+…$/u)
  })

  it('keeps its short form as it is', () => {
    const form = JSON.parse(shortForm('checklists', { note: [long('one'), long('two')] }) ?? '{}')
    const [from, to] = form.note
    expect(shortened('checklists', 'note', form.note)).toEqual({ from, to, isShortened: true })
  })
})
