import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = globSync('{*.md,docs/**/*.md,attacks/*.md}', { cwd: root })
const textOf = (page: string) => readFileSync(join(root, page), 'utf8')

it('no page of the docs holds what a merge has left open', () => {
  expect(pages.length).toBeGreaterThan(30)
  const left = /^(?:<{7}|>{7})(?: |$)/m
  expect(pages.filter((page) => left.test(textOf(page)))).toEqual([])
})

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Whether a link of a page leads to a file that is there, and to a heading of it. */
function leadsSomewhere(page: string, link: string) {
  const [path = '', anchor] = link.split('#')
  const target = path ? join(dirname(page), path) : page
  if (!existsSync(join(root, target))) return false
  return anchor === undefined || anchorsOf(target).includes(anchor)
}

it.each(pages)('every link of %s leads somewhere', (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const local = links.filter((link) => !/^https?:/.test(link))
  expect(local.filter((link) => !leadsSomewhere(page, link))).toEqual([])
})

it.each(pages.filter((page) => page.startsWith('docs/decisions/')))('%s says why in at most 120 words', (page) => {
  const prose = textOf(page)
    .replaceAll(/^\|.*$/gm, '')
    .replaceAll(/\]\([^)]*\)/g, '')
  expect(prose.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length).toBeLessThanOrEqual(120)
})
