import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteObject } from 'react-router'
import { expect, it } from 'vitest'
import { listPaths } from '#contract/paths.ts'
import { screens } from '#web/navigation/screens.ts'
import { menu, menuBelow } from './menu.ts'
import { routes } from './routes.tsx'

const pathsOf = (routes: RouteObject[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...pathsOf(children)])
const paths = [...new Set<string>([...Object.values(screens).map(({ path }) => path), ...Object.values(listPaths)])]

it('every screen has a route', () => {
  expect(paths.filter((path) => !pathsOf(routes).includes(path))).toEqual([])
})

const inMenu: (string | undefined)[] = [...menu, ...menuBelow]
  .flatMap((item) => ('entries' in item ? item.entries : [item]))
  .map(({ path }) => path)

it('every menu entry leads to a screen', () => {
  expect(paths).toEqual(expect.arrayContaining(inMenu))
})

it('no screen writes its title itself', () => {
  const folder = join(import.meta.dirname, '../screens')
  const writing = globSync('**/*-screen.tsx', { cwd: folder }).filter((file) =>
    /<(?:Account)?Page\s+title="/.test(readFileSync(join(folder, file), 'utf8')),
  )
  expect(writing).toEqual([])
})
