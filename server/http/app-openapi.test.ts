import { expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { appOpenApi } from './app-openapi.ts'
import { appSchemas, appTags } from './app-words.ts'

type Json = Record<string, unknown>
type Operation = {
  operationId: string
  summary: string
  tags: string[]
  parameters: ({ name?: string; description?: string } & Json)[]
  requestBody?: unknown
  responses: Record<string, unknown>
}

const described = appOpenApi('1.0.0') as unknown as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Json }
}
const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.values(methods).map((one) => ({ path, ...one })),
)

/** Every object in a value, with its path. */
function* objectsIn(value: unknown, path = ''): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, value as Json]
  for (const [name, one] of Object.entries(value)) yield* objectsIn(one, `${path}/${name}`)
}

it('has every call of the app, each once, under a name and a sentence of its own', () => {
  const own = Object.values(calls)
    .flatMap((endpoints) => Object.values<Endpoint>(endpoints))
    .filter(({ owner }) => owner)
  expect(operations.map(({ path }) => path).toSorted()).toEqual(own.map(({ path }) => `/${path}`).toSorted())
  const names = operations.map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
  for (const { path, summary, tags, operationId } of operations) {
    expect([path, summary]).toEqual([path, expect.stringMatching(/^[A-Z].+\.$/)])
    expect(operationId).toMatch(/^[a-z][A-Za-z]+$/)
    expect(Object.keys(appTags)).toEqual(expect.arrayContaining(tags))
  }
})

it('says of every parameter and field what it is', () => {
  const silent: string[] = []
  for (const { path, parameters, requestBody, responses } of operations) {
    for (const { name, description } of parameters) if (name && !description) silent.push(`${path} ?${name}`)
    for (const [at, { properties }] of objectsIn([requestBody, responses['200'], described.components.schemas])) {
      if (at.includes('/example')) continue
      for (const [name, one] of Object.entries((properties ?? {}) as Record<string, Json>))
        if (!one['description'] && !one['$ref']) silent.push(`${path} ${name}`)
    }
  }
  expect(silent).toEqual([])
})

it('has the formats and bounds of what is sent, as one type each', () => {
  const sent = (path: string) => {
    const { requestBody } = operations.find((one) => one.path === path) as Operation
    const { schema } = (requestBody as { content: Record<string, { schema: Json }> }).content['application/json'] ?? {}
    return (schema as { properties: Json }).properties
  }
  expect(sent('/reset_password')).toMatchObject({
    email: { type: 'string', format: 'email' },
    otp: { type: 'string', pattern: '^[0-9]{4,6}$' },
    new_password: { type: 'string', minLength: 8, maxLength: 128 },
  })
  expect(sent('/maintenance/edit')).toMatchObject({
    due_date: { type: 'string', format: 'date' },
    version: { type: 'integer' },
  })
  const { vin } = sent('/rvs/add') as { vin: { type: string; pattern: string } }
  const pattern = new RegExp(vin.pattern)
  expect(vin.type).toBe('string')
  expect(['310312', '1HGCM82633A004352', '1HGCM82633A00435X', '31031'].map((one) => pattern.test(one))).toEqual([
    true,
    true,
    false,
    false,
  ])
  const { parameters } = operations.find(({ path }) => path === '/dealers/near') as Operation
  const schemaOf = (name: string) => parameters.find((one) => one.name === name)?.['schema']
  expect(schemaOf('per_page')).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 })
  expect(schemaOf('latitude')).toMatchObject({ type: 'number', minimum: -90, maximum: 90 })
})

it('has an example of each answer, which the call could give', () => {
  const own = Object.values(calls)
    .flatMap((endpoints) => Object.values<Endpoint>(endpoints))
    .filter(({ owner, file }) => owner && !file)
  const wrong = own.flatMap(({ path, output }) => {
    const { responses } = operations.find((one) => one.path === `/${path}`) as Operation
    const { content } = responses['200'] as { content: Record<string, { example?: object }> }
    const { error } = output.safeParse(content['application/json']?.example)
    return (error?.issues ?? []).map(({ path: field, message }) => [path, field.join('.'), message])
  })
  expect(wrong).toEqual([])
})

it('says of each code why a call is refused', () => {
  const { Failure } = described.components.schemas as { Failure: { properties: { code: Json } } }
  expect(Failure.properties.code['description']).toContain('`sync_again`: The cursor is too old')
})

it('has open answers: nobody refuses one with another field or value', () => {
  const closed = operations.flatMap(({ path, responses }) =>
    [...objectsIn(responses['200'])]
      .filter(([, one]) => one['additionalProperties'] === false || one['enum'])
      .map(() => path),
  )
  expect(closed).toEqual([])
  for (const [, one] of objectsIn(described.components.schemas)) expect(one['additionalProperties']).not.toBe(false)
})

it('names nothing that it does not have, and no call of the back-office', () => {
  const text = JSON.stringify(described)
  for (const [, name = ''] of text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
    const [part = '', one = ''] = name.split('/')
    expect((described.components as Json as Record<string, Json>)[part]).toHaveProperty([one])
  }
  expect(text).not.toContain('admin/users')
})

it('calls its records as an app’s developer would, each by a name of its own', () => {
  const names = Object.keys(described.components.schemas)
  expect(names.filter((name) => name.startsWith('Owner') && !['Owner', 'OwnersData'].includes(name))).toEqual([])
  expect(names).toEqual(expect.arrayContaining(['Rv', 'Manual', 'Dealer', 'Message', 'Owner', 'Failure']))
  expect(new Set(Object.values(appSchemas)).size).toBe(Object.keys(appSchemas).length)
})
