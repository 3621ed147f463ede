import { OWNER_BASE } from '#contract/endpoint.ts'
import { isObject } from './app-promises.ts'
import { appCalls, appRefusals, appSchemas, appTags } from './app-words.ts'
import { openApi } from './openapi.ts'
import { answerFor } from './openapi-examples.ts'

type Json = { [name: string]: unknown }
type Operation = Json & { parameters: Json[]; requestBody?: Json; responses: Record<string, Json> }

/** The value with `change` applied to each object in it, from the inside out. */
function mapObjects(value: unknown, change: (one: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((one) => mapObjects(one, change))
  if (!isObject(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapObjects(one, change)])))
}

const TYPED = '^[0-9]{1,15}$'
/** A schema of an input with one type each, although the calls also take numbers as text, and vice versa. */
const plain = (value: unknown) =>
  mapObjects(value, ({ anyOf, type, ...one }) => {
    if (Array.isArray(type) && type.join() === 'string,number') return { type: 'number', ...one }
    const parts = (Array.isArray(anyOf) ? anyOf : []) as Json[]
    const [text, whole] = ['string', 'integer'].map((name) => parts.find((part) => part['type'] === name))
    if (text && whole && parts.length === 2) return { ...(text['pattern'] === TYPED ? whole : text), ...one }
    return { ...(type !== undefined && { type }), ...one, ...(anyOf !== undefined && { anyOf }) }
  })

/** A schema of an answer to which later releases may add fields and values. */
const opened = (value: unknown) =>
  mapObjects(value, ({ additionalProperties, enum: values, ...one }) => ({
    ...one,
    ...(isObject(additionalProperties) && { additionalProperties }),
    // What tells records apart; not all generators know `const`.
    ...(typeof one['const'] === 'string' && { enum: [one['const']] }),
    // Strict clients refuse a value outside an enum.
    ...(Array.isArray(values) && {
      ...(values.every((value) => typeof value === 'string') && { type: 'string' }),
      'x-extensible-enum': values,
    }),
  }))

/**
 * The OpenAPI 3.1 description of the owners' app alone, for its developers and their generators. Answers are open:
 * later releases may add to them.
 */
export function appOpenApi(version: string) {
  const whole = openApi(version, new Map())
  const items = Object.entries(whole.paths as Record<string, Json>)
  const paths = items.flatMap(([path, { servers, ...methods }]) =>
    servers
      ? [
          [
            path,
            mapValues(methods, (operation, method) => asApps(path.slice(1), method, operation as Operation)),
          ] as const,
        ]
      : [],
  )
  const { components } = whole
  const described = {
    openapi: whole.openapi,
    info: {
      title: 'RV owners’ app',
      version,
      description:
        'What the app of RV owners calls. Send the application key in the header `x-api-key`, and the token of a sign-in in the header `token`. Answers may get more fields and values in later releases: read what you know, and leave the rest.',
    },
    servers: [{ url: OWNER_BASE }],
    security: whole.security,
    tags: Object.entries(appTags).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: {
      ...components,
      schemas: opened(components.schemas),
      responses: mapValues(components.responses, (one, status) => ({
        ...(one as Json),
        ...(appRefusals[status] && { description: appRefusals[status] }),
      })),
    },
  }
  return withAnswers(renamed(withoutUnused(described)))
}

/** The description with an example of each answer. */
function withAnswers<Described extends Json & { paths: Json; components: Json }>(described: Described): Described {
  const schemas = described.components['schemas'] as Record<string, Json>
  const paths = mapValues(described.paths, (methods, path) =>
    mapValues(methods as Json, (operation) => {
      const { responses, ...rest } = operation as Operation
      const { content, ...done } = responses['200'] as Json & { content?: Json }
      const { schema } = (content?.['application/json'] ?? {}) as { schema?: Json }
      if (!schema) return operation
      const example = answerFor(path.slice(1), schema, schemas)
      return {
        ...rest,
        responses: { ...responses, 200: { ...done, content: { ...content, 'application/json': { schema, example } } } },
      }
    }),
  )
  return { ...described, paths }
}

const mapValues = (values: Json, change: (value: unknown, name: string) => unknown): Json =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]))

function asApps(path: string, method: string, { description: _description, ...operation }: Operation) {
  const called = appCalls[`${method} ${path}`] ?? appCalls[path]
  const [operationId, tag, summary] = called ?? [operation['operationId'], 'Content', '']
  const { parameters, requestBody, responses } = operation
  return {
    ...operation,
    operationId,
    tags: [tag],
    summary,
    parameters: parameters.map((one) => ({
      ...(plain(one) as Json),
      ...(isObject(one['schema']) && { description: one['schema']['description'] }),
    })),
    ...(requestBody && { requestBody: plain(requestBody) }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, answer]) => [status, status === '200' ? opened(answer) : answer]),
    ),
  }
}

/** The description without unused components. */
function withoutUnused<Described extends Json & { components: Json }>(described: Described): Described {
  const { components } = described
  const used = new Set<string>()
  const note = (value: unknown) =>
    mapObjects(value, (one) => {
      if (typeof one['$ref'] === 'string' && !used.has(one['$ref'])) {
        used.add(one['$ref'])
        const [, , part = '', name = ''] = one['$ref'].split('/')
        note((components[part] as Json | undefined)?.[name])
      }
      return one
    })
  note(described['paths'])
  note(components['responses'])
  const kept = Object.entries(components).map(([part, some]) => [
    part,
    part === 'schemas' || part === 'parameters'
      ? Object.fromEntries(Object.entries(some as Json).filter(([name]) => used.has(`#/components/${part}/${name}`)))
      : some,
  ])
  return { ...described, components: Object.fromEntries(kept) }
}

const SCHEMAS = '#/components/schemas/'

/** The description with the names that records have in the app. */
function renamed<Described extends Json & { components: Json }>(described: Described): Described {
  const nameOf = (name: string) => appSchemas[name] ?? name
  const { components, ...rest } = mapObjects(described, (one) =>
    typeof one['$ref'] === 'string' && one['$ref'].startsWith(SCHEMAS)
      ? { ...one, $ref: SCHEMAS + nameOf(one['$ref'].slice(SCHEMAS.length)) }
      : one,
  ) as Described
  const schemas = Object.entries(components['schemas'] as Json).map(([name, schema]) => [nameOf(name), schema])
  return { ...rest, components: { ...components, schemas: Object.fromEntries(schemas) } } as unknown as Described
}
