import { join } from 'node:path'
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pasteInto } from '#web/testing/paste-into.ts'
import { RichTextView } from '#web/ui/rich-text/rich-text-view.tsx'
import { runInChildProcess } from '../server/processes/child-process.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { randomPage } from '../server/testing/random-page.ts'
import { generatorFrom, SEED } from '../server/testing/seed.ts'
import { clipboards } from './clipboards.ts'
import { pages } from './pages.ts'
import { lettersOf, readingOf } from './reading.ts'
import type { Kept, Written } from './server.process.ts'

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body
const reading = (html: string) => readingOf(parse(html))
const random = generatorFrom(SEED)
const generated = Array.from({ length: 10 }, (_, place) => ({
  name: `Generated ${place}`,
  html: randomPage(random, ['/files/1.png', '/files/2.png'], 60),
  isTall: true,
}))

const corpus = [
  ...[...pages, ...generated].map(({ html, ...page }) => ({
    isTall: false,
    ...page,
    html,
    reads: reading(pasteInto(html).stored),
  })),
  ...clipboards.map((clipboard) => ({ ...clipboard, isTall: false })),
].map((entry) => ({ ...entry, pasted: pasteInto(entry.html).stored }))

let postgres: Awaited<ReturnType<typeof startPrivatePostgres>>
beforeAll(async () => {
  postgres = await startPrivatePostgres()
})
afterAll(() => postgres.throwAway())

const recordsPage = (html: string) =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(RichTextView, { html })))

const sorted = (letters = '') => Array.from(letters).sort().join('')

describe.each(['SQLite', 'PostgreSQL'])('what is written is what is read, on %s', (database) => {
  let kept: Kept[]
  beforeAll(async () => {
    const written: Written = { pages: corpus.map(({ name, pasted }) => ({ name, html: pasted })) }
    kept = await runInChildProcess<Written, Kept[]>(join(import.meta.dirname, 'server.process.ts'), written, {
      env: { ...process.env, ...(database === 'PostgreSQL' && { TEST_POSTGRES_URL: postgres.url }) },
    })
  })

  it.each(corpus.map(({ name }, place) => [name, place] as const))('%s', (_name, place) => {
    const { reads, pasted, isTall } = corpus[place] as (typeof corpus)[number]
    const { stored, owners, pdf } = kept[place] as Kept
    const ways = { pasted, stored, "the record's page": recordsPage(stored), "the owner's answer": owners }
    for (const [way, html] of Object.entries(ways)) expect([way, reading(html)]).toEqual([way, reads])

    const body = parse(stored)
    const order = isTall ? sorted : (letters = '') => letters
    expect(order(pdf?.letters)).toBe(order(lettersOf(body)))
    const alts = [...body.querySelectorAll('img')].map((image) => image.alt || 'Picture')
    expect(isTall ? pdf?.alts.toSorted() : pdf?.alts).toEqual(isTall ? alts.toSorted() : alts)
    const links = [...body.querySelectorAll('a')].map(({ href }) => href)
    expect(pdf?.links).toEqual(expect.arrayContaining(links))
    // A cell of a table over several pages is one on each of them.
    const cells = [...body.querySelectorAll('td, th')].filter(
      (cell) => cell.textContent.trim() || cell.querySelector('img'),
    )
    // What fits in no table is printed one cell below the other.
    if (!isTall || pdf?.cells) expect(pdf?.cells).toBeGreaterThanOrEqual(cells.length)
  })
})

describe('the editor loses nothing of a page', () => {
  const linksIn = (body: Element) => [...body.querySelectorAll('a')].map(({ href }) => href)
  const altsIn = (body: Element) => [...body.querySelectorAll('img')].map(({ alt }) => alt)

  it.each(pages.map(({ name, html }) => [name, html] as const))('%s', (_name, html) => {
    const [written, pasted] = [parse(html), parse(pasteInto(html).stored)]
    expect(lettersOf(pasted)).toBe(lettersOf(written))
    expect(altsIn(pasted)).toEqual(altsIn(written))
    expect(linksIn(pasted)).toEqual(expect.arrayContaining(linksIn(written)))
    expect(pasted.querySelectorAll('td, th').length).toBe(written.querySelectorAll('td, th').length)
  })

  it.each(generated.map(({ name, html }) => [name, html] as const))('%s', (_name, html) => {
    const [written, pasted] = [parse(html), parse(pasteInto(html).stored)]
    // The number of a heading that was an item becomes its text, without a dot.
    expect(lettersOf(pasted).replaceAll('.', '')).toBe(lettersOf(written).replaceAll('.', ''))
    expect(altsIn(pasted)).toEqual(altsIn(written))
  })
})

describe('the comparison', () => {
  it.each([
    [
      'a row',
      '<table><tbody><tr><td><p>a</p></td></tr><tr><td><p>b</p></td></tr></tbody></table>',
      /<tr><td><p>b.*?<\/tr>/,
    ],
    ['a picture', '<p>x <img src="/files/1.png" alt="y"></p>', /<img[^>]*>/],
    ['words for a picture', '<p><img src="/files/1.png" alt="y"></p>', / alt="y"/],
    ['a number', '<ol start="4"><li><p>x</p></li></ol>', / start="4"/],
    ['a kind of number', '<ol type="a"><li><p>x</p></li></ol>', / type="a"/],
    ['what a cell covers', '<table><tbody><tr><td colspan="2"><p>x</p></td></tr></tbody></table>', / colspan="2"/],
    ['a link', '<p><a href="https://example.com/">x</a></p>', / href="[^"]*"/],
  ])('names %s that is left out', (_what, html, part) => {
    expect(html).toMatch(part)
    expect(reading(html.replace(part, ''))).not.toEqual(reading(html))
  })
})
