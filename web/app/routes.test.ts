import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteObject } from 'react-router'
import { expect, it } from 'vitest'
import { recordTypes } from '#contract/kinds.ts'
import { listPaths, recordPathOf } from '#contract/paths.ts'
import { screens } from '#web/navigation/screens.ts'
import { menu, menuBelow } from './menu.ts'
import { routes } from './routes.tsx'

const pathsOf = (routes: RouteObject[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...pathsOf(children)])
const paths = Object.values(screens).map(({ path }) => path)

it('every screen has a route', () => {
  expect(paths.filter((path) => !pathsOf(routes).includes(path))).toEqual([])
  expect(new Set(paths).size).toBe(paths.length)
})

it('every kind of record has the screen that lists it, and a page for each record', () => {
  const all = pathsOf(routes)
  const lacks = (path: string) => (all.includes(path) ? [] : [`routes.tsx has no ${path}`])
  expect(recordTypes.flatMap((type) => [...lacks(listPaths[type]), ...lacks(recordPathOf(type, ':id'))])).toEqual([])
})

const inMenu: (string | undefined)[] = [...menu, ...menuBelow]
  .flatMap((item) => ('entries' in item ? item.entries : [item]))
  .map(({ path }) => path)

it('every menu entry leads to a screen', () => {
  expect(paths).toEqual(expect.arrayContaining(inMenu))
})

it('every kind of record is in the menu', () => {
  const missing = recordTypes.filter((type) => !inMenu.includes(listPaths[type]))
  expect(missing.map((type) => `menu.ts has no entry for ${type}`)).toEqual([])
})

it('no screen writes its title itself', () => {
  const folder = join(import.meta.dirname, '../screens')
  const writing = globSync('**/*-screen.tsx', { cwd: folder }).filter((file) =>
    /<(?:Account)?Page\s+title="/.test(readFileSync(join(folder, file), 'utf8')),
  )
  expect(writing).toEqual([])
})
