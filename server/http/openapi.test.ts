import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { exports } from '#contract/exports.ts'
import { listedColumns } from '../resources/listed.ts'
import { foreignClient } from '../testing/foreign-client.ts'
import { openApi } from './openapi.ts'
import type { Schema } from './openapi-schemas.ts'

const described = openApi('1.0.0', listedColumns)
const endpoints = Object.values(calls).flatMap((group) => Object.values(group))
const operationOf = (path: string, isRead = false) => {
  const { get, post } = described.paths[`/${path}`] as Record<'get' | 'post', Operation | undefined>
  return (isRead ? get : (post ?? get)) as Operation
}
type Operation = {
  parameters: { name?: string; $ref?: string; example?: unknown }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; example: Record<string, unknown> }> }
  responses: Record<string, { $ref?: string }>
}
const bodyOf = (path: string) => Object.values(operationOf(path).requestBody?.content ?? {})[0]

const inPointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

const exampleOfQuery = (path: string) =>
  Object.fromEntries(
    operationOf(path, true).parameters.flatMap(({ name, example }) =>
      name && example !== undefined ? [[name, example] as const] : [],
    ),
  )

const TYPES: Record<string, string> = { png: 'image/png', pdf: 'application/pdf' }

/** The example with files in place of their names, as in a form. */
function withFiles(schema: Schema | undefined, example: Record<string, unknown> = {}) {
  const sent = Object.entries(example).map(([field, value]) => {
    if (schema?.properties?.[field]?.format !== 'binary') return [field, value]
    return [field, new File(['x'], String(value), { type: TYPES[String(value).split('.')[1] ?? ''] ?? '' })]
  })
  return Object.fromEntries(sent) as Record<string, unknown>
}

describe('the description of the calls', () => {
  it('says of each body whether it may be left out', () => {
    for (const { path, get, input } of endpoints.filter(({ get }) => !get)) {
      const takesNothing = input.safeParse({}).success
      expect([path, get, operationOf(path).requestBody?.required]).toEqual([path, undefined, !takesNothing])
    }
  })

  it('says what a field is where it stands, for one record under one name in all calls', () => {
    const dataOf = (path: string) =>
      (operationOf(path).responses['200'] as { content: Record<string, { schema: Schema }> }).content[
        'application/json'
      ]?.schema.properties?.['data']
    const Rv = (described.components.schemas as Record<string, Schema>)['Rv']
    expect(Rv?.properties?.['year_name']).toEqual({ type: 'string', description: 'The model year.' })
    expect(dataOf('admin/rvs/get')).toEqual({ $ref: '#/components/schemas/Rv', description: 'What was asked for.' })
    expect(dataOf('admin/rvs/edit')).toMatchObject({ $ref: '#/components/schemas/Rv' })
  })

  it('has an example for each call, which the call takes', () => {
    const mistaken = endpoints.flatMap(({ path, get, input }) => {
      const example = get ? exampleOfQuery(path) : withFiles(bodyOf(path)?.schema, bodyOf(path)?.example)
      const { error } = input.safeParse(example)
      return (error?.issues ?? []).map(({ path: field, message }) => [path, field.join('.'), message, example])
    })
    expect(mistaken).toEqual([])
  })

  it('has an example for each call that fits its own schema, with all files of a form', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addSchema(described, 'openapi')
    const mistaken = endpoints.flatMap(({ path, get }) => {
      if (get) return []
      return Object.entries(operationOf(path).requestBody?.content ?? {}).flatMap(([type, { example }]) => {
        const place = ['paths', `/${path}`, 'post', 'requestBody', 'content', type, 'schema']
        const validate = ajv.getSchema(`openapi#/${place.map(inPointer).join('/')}`)
        return validate?.(example) ? [] : [[path, type, validate?.errors, example]]
      })
    })
    expect(mistaken).toEqual([])
    expect(bodyOf('admin/social_medias/add')?.example).toMatchObject({ icon: 'picture.png' })
    expect(bodyOf('admin/app_images/add')?.example).toMatchObject({ url: 'picture.png' })
    expect(bodyOf('admin/manuals/create_pdf')?.example).toMatchObject({ file: 'guide.pdf' })
  })

  it('has the JSON of calls that take a file, where they can do without one', () => {
    const typesOf = (path: string) => Object.keys(operationOf(path).requestBody?.content ?? {})
    expect(typesOf('admin/app_images/edit')).toEqual(['multipart/form-data', 'application/json'])
    const { schema } = operationOf('admin/app_images/edit').requestBody?.content['application/json'] ?? {}
    expect(schema?.properties).not.toHaveProperty('url')
    expect(schema?.properties).toHaveProperty('seq_no')
    expect(typesOf('admin/app_images/add')).toEqual(['multipart/form-data'])
    expect(typesOf('admin/years/add')).toEqual(['application/json'])
  })

  it('names the fields, operators and orders of each list, and no others', () => {
    for (const { path } of endpoints) {
      const { filters, sort } = bodyOf(path)?.schema.properties ?? {}
      const columns = listedColumns.get(path)
      // An export takes what its list takes.
      if ((!filters && !sort) || path.startsWith(exports.export.path)) continue
      expect([path, Boolean(columns)]).toEqual([path, true])
      const names = Object.keys(columns ?? {})
      if (filters)
        expect([path, filters.additionalProperties, Object.keys(filters.properties ?? {})]).toEqual([
          path,
          false,
          names,
        ])
      if (sort) expect([path, (sort.items as Schema).properties?.field]).toEqual([path, { enum: names }])
    }
    const { TextFilter, ChoiceFilter } = described.components.schemas as Record<string, Schema>
    expect(TextFilter?.properties?.op).toMatchObject({ enum: expect.arrayContaining(['contains', 'is_empty']) })
    expect(ChoiceFilter?.properties?.op).toMatchObject({ enum: ['eq', 'in'] })
  })

  it('names the records, so that it is not written out again in each call', () => {
    expect(Object.keys(described.components.schemas)).toEqual(
      expect.arrayContaining(['Failure', 'RvType', 'Model', 'Dealer', 'User', 'Rv', 'Manual', 'Reference']),
    )
    const list = JSON.stringify(operationOf('admin/models/list').responses)
    expect(list).toContain('"items":{"$ref":"#/components/schemas/Model"}')
    const text = JSON.stringify(described)
    expect(text.length / Object.keys(described.paths).length).toBeLessThan(2_400)
    for (const [, ref = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = ref.split('/').reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], described)
      expect([ref, typeof found]).toEqual([ref, 'object'])
    }
  })

  it('has all statuses, with the time to wait, and what is sent beside the body', () => {
    for (const { path, owner, get } of endpoints) {
      const { responses } = operationOf(path, get)
      expect([path, '503' in responses, '304' in responses]).toEqual([path, true, Boolean(owner && get)])
    }
    expect(described.components.responses).toMatchObject({
      429: { headers: { 'Retry-After': { schema: { type: 'integer' } } } },
      503: { headers: { 'Retry-After': { schema: { type: 'integer' } } } },
    })
    expect(operationOf('admin/users/login').parameters).toContainEqual({ $ref: '#/components/parameters/BrowserId' })
  })

  it('makes a client by a generator of others, which compiles strictly', () => {
    const client = foreignClient('openapi-typescript-codegen', described)
    const use = `import { RvTypesService, type RvType } from 'client'
export async function first(): Promise<RvType | undefined> {
  const requestBody = { page: 1, filters: { name: { op: 'contains' as const, value: 'x' } }, sort: [{ field: 'name' as const, order: 'asc' as const }] }
  const { data } = await RvTypesService.adminCategoriesList({ requestBody })
  return (data as RvType[])[0]
}
`
    expect(client.complaints(use)).toBe('')
    client.throwAway()
  })
})
