import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CHANGE_STREAM } from '#contract/change-stream.ts'
import { API_BASE } from '#contract/endpoint.ts'
import { MANUAL_PDF_MEGABYTES } from '#contract/manuals.ts'
import { readSettings } from '../server/settings/settings.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

const chosen: Record<string, string> = { ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'secret12@' }

it('the compose file and the image set nothing that the product does not know, and nothing that it refuses', () => {
  const [, app = ''] = read('compose.yaml').match(/\n {2}app:\n([^]*?)\n\n {2}\w+:/) ?? []
  const [, environment = ''] = app.match(/environment:\n((?: {6}.+\n)+)/) ?? []
  const composed = [...environment.matchAll(/^ {6}(\w+): "?(.*?)"?$/gm)].map(([, name = '', value = '']) => [
    name,
    value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace(/\$\{\w+:\?[^}]*\}/g, chosen[name] ?? 'secret12'),
  ])
  const [, baked = ''] = read('Dockerfile').match(/^ENV (.+)$/m) ?? []
  const set = Object.fromEntries([...composed, ...baked.split(' ').map((pair) => pair.split('='))]) as Record<
    string,
    string
  >
  expect(Object.keys(set).length).toBeGreaterThan(15)

  const known = read('server/settings/environment.ts')
  expect(Object.keys(set).filter((name) => !known.includes(`  ${name}: `))).toEqual([])
  expect(readSettings(set)).toMatchObject({ databaseUrl: 'postgres://rv:secret12@database:5432/rv', dataDir: '/data' })
})

it('the examples in deploy/ name files, settings, addresses and limits that the product has', () => {
  const unit = read('deploy/rv-back-office.service')
  const known = read('server/settings/environment.ts') + read('server/settings/secret-files.ts')
  const names = [...unit.matchAll(/Environment=(\w+)=/g)].map(([, name = '']) => name)
  expect(names).toContain('DATABASE_URL_FILE')
  expect(
    names.filter((name) => !known.includes(`  ${name}: `) && !known.includes(`'${name.replace(/_FILE$/, '')}'`)),
  ).toEqual([])
  expect(unit).toMatch(/^ExecStart=\S+\/node_modules\/\.bin\/node server\/main\.ts$/m)
  const nginx = read('deploy/nginx.conf')
  expect(nginx).toContain(`location = ${API_BASE}/${CHANGE_STREAM} {`)
  expect(Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1])).toBeGreaterThan(MANUAL_PDF_MEGABYTES)
})
