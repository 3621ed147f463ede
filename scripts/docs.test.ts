import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = globSync('{*.md,docs/**/*.md}', { cwd: root })

it('no page of the docs holds what a merge has left open', () => {
  expect(pages.length).toBeGreaterThan(30)
  const left = /^(?:<{7}|>{7})(?: |$)/m
  expect(pages.filter((page) => left.test(readFileSync(join(root, page), 'utf8')))).toEqual([])
})
