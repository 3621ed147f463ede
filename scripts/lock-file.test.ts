import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

type Package = {
  version?: string
  resolved?: string
  integrity?: string
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Package> }
const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as Lock
const installed = Object.entries(packages).filter(([name]) => name !== '')

it('the lock file names every package by its content, and none by an address it was downloaded from', () => {
  expect(installed.length).toBeGreaterThan(100)
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  expect(installed.filter(([, { integrity }]) => !integrity).map(([name]) => name)).toEqual([])
  expect(installed.filter(([, { version }]) => !version).map(([name]) => name)).toEqual([])
})

it('the lock file holds every platform’s part of every package, without which npm ci refuses', () => {
  const names = new Set(installed.map(([path]) => path.split('node_modules/').at(-1)))
  const wanted = installed.flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies))
  expect(wanted.filter((name) => !names.has(name))).toEqual([])
})

it('the lock file holds the pinned Node for every platform that the project promises', () => {
  for (const platform of ['linux-x64', 'linux-arm64', 'win-x64']) {
    expect(packages[`node_modules/node-${platform}`]?.version).toBe('24.21.0')
  }
})
