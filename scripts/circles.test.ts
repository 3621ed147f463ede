import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

/** Sources by their paths in the project. */
type Sources = Record<string, string>
/** Imports of values or types that lead from one module into another. */
type Arrow = { from: string; to: string; imports: string[] }

const project = join(import.meta.dirname, '..')
const IMPORTS = /\bfrom\s+'([^'\n]+)'|^\s*import\s+'([^'\n]+)'|\bimport\(\s*'([^'\n]+)'/gm

function sourcesOf(top: string): Sources {
  const files = globSync(`${top}/**/*.{ts,tsx}`, { cwd: project })
  const shipped = files.filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  return Object.fromEntries(shipped.map((file) => [file, readFileSync(join(project, file), 'utf8')]))
}

/** The modules of a folder are the folders in it, and each of the files beside those. */
const inFolder = (top: string) => (file: string) =>
  file.startsWith(`${top}/`) ? (file.slice(top.length + 1).split('/')[0] ?? '') : undefined

/** `moduleOf` says to which module a file belongs; undefined for one that is not looked at. */
function arrowsIn(sources: Sources, moduleOf: (file: string) => string | undefined) {
  const arrows = new Map<string, Arrow>()
  for (const [file, text] of Object.entries(sources)) {
    for (const [, ...found] of text.matchAll(IMPORTS)) {
      const name = found.find(Boolean) ?? ''
      const target = name.startsWith('#') ? name.slice(1) : normalize(join(dirname(file), name))
      const [from, to] = [moduleOf(file), moduleOf(target)]
      if (!/^[#.]/.test(name) || from === undefined || to === undefined || from === to) continue
      const arrow = arrows.get(`${from} ${to}`) ?? { from, to, imports: [] }
      arrow.imports.push(`${file} imports ${target}`)
      arrows.set(`${from} ${to}`, arrow)
    }
  }
  return [...arrows.values()]
}

/** What is left once modules that lead nowhere, or that nobody imports, are taken away again and again. */
function circlesAmong(arrows: Arrow[]): Arrow[] {
  const starts = new Set(arrows.map(({ from }) => from))
  const ends = new Set(arrows.map(({ to }) => to))
  const left = arrows.filter(({ from, to }) => starts.has(to) && ends.has(from))
  return left.length < arrows.length ? circlesAmong(left) : left
}

/** The arrows of circles in words, those of the fewest imports first: one of these probably points the wrong way. */
const circlesIn = (sources: Sources, moduleOf: (file: string) => string | undefined) =>
  circlesAmong(arrowsIn(sources, moduleOf))
    .toSorted((one, other) => one.imports.length - other.imports.length)
    .map(({ from, to, imports }) => `${from} -> ${to}: ${imports.slice(0, 3).join(', ')}`)

it.each([
  ['server', 80],
  ['web', 30],
  ['web/records', 3],
])('no circle of imports between the modules of %s', (top, fewestArrows) => {
  const sources = sourcesOf(top)
  expect(arrowsIn(sources, inFolder(top)).length).toBeGreaterThanOrEqual(fewestArrows)
  expect(circlesIn(sources, inFolder(top))).toEqual([])
})

it('no circle of imports between files', () => {
  const tops = ['contract', 'server', 'web', 'bench', 'e2e', 'attacks', 'faults', 'lossless', 'scripts']
  const sources = Object.assign({}, ...tops.map(sourcesOf)) as Sources
  expect(Object.keys(sources).length).toBeGreaterThan(1500)
  expect(circlesIn(sources, (file) => (file in sources ? file : undefined))).toEqual([])
})

it('a circle is found, also one of types over three modules, and each of its arrows is named', () => {
  const sources = {
    'server/db/open.ts': "import {\n  type Settings,\n} from '../start/settings.ts'\n",
    'server/start/files.ts': "export type { Store } from '#server/outside/store.ts'\nimport '../clock.ts'\n",
    'server/outside/store.ts': "import { Piscina } from 'piscina'\ntype Db = import('../db/schema.ts').Db\n",
    'server/main.ts': "import { open } from './db/open.ts'\n",
  }
  expect(circlesIn(sources, inFolder('server'))).toEqual([
    'db -> start: server/db/open.ts imports server/start/settings.ts',
    'start -> outside: server/start/files.ts imports server/outside/store.ts',
    'outside -> db: server/outside/store.ts imports server/db/schema.ts',
  ])
})
