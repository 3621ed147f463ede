import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const modules = ['records', 'resources', 'auth', 'jobs', 'http', 'live']

it('Whatever is stored is timed by the clock that all servers share', () => {
  const files = modules.flatMap((module) =>
    readdirSync(join('server', module), { recursive: true }).map((name) => join('server', module, String(name))),
  )
  const own = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  expect(own.length).toBeGreaterThan(50)
  // Presence goes by the clock of the server that received it.
  const others = own.filter((file) => !file.endsWith('presence.ts'))
  expect(others.filter((file) => /new Date\(\)|Date\.now|v7 as newId/.test(readFileSync(file, 'utf8')))).toEqual([])
})
