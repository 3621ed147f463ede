type Json = { [name: string]: unknown }

/** Whether a value is an object, and no array. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * What an app may rely on, one promise per line: each call, what it takes and requires, and the fields of its answer
 * with their types, and which are always present. `described` is an OpenAPI description.
 */
export function promisesOf(described: { paths: object; components: object }): string[] {
  const schemas = (described.components as { schemas: Json }).schemas
  const resolve = (schema: unknown): Json => {
    if (!isObject(schema)) return {}
    const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined
    return name === undefined ? schema : resolve(schemas[name])
  }
  const parts = (schema: Json) =>
    ['anyOf', 'oneOf', 'allOf'].flatMap((how) => (Array.isArray(schema[how]) ? schema[how].map(resolve) : []))
  const typesOf = (schema: Json): string[] =>
    [schema['type'] ?? [], ...parts(schema).map(typesOf)].flat(2).map(String).toSorted()

  function* fieldsOf(unresolved: unknown, at: string): Generator<[string, Json, boolean]> {
    const schema = resolve(unresolved)
    const required = Array.isArray(schema['required']) ? schema['required'] : []
    for (const [name, one] of Object.entries(isObject(schema['properties']) ? schema['properties'] : {})) {
      yield [`${at}.${name}`, resolve(one), required.includes(name)]
      yield* fieldsOf(one, `${at}.${name}`)
    }
    if (schema['items']) yield* fieldsOf(schema['items'], `${at}[]`)
    for (const part of parts(schema)) yield* fieldsOf(part, at)
  }

  const lines = Object.entries(described.paths as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters, requestBody, responses }]) => {
      const call = `${method.toUpperCase()} ${path}`
      const query = (parameters as Json[]).filter((one) => one['in'] === 'query')
      const sent = (Object.values(((requestBody as Json | undefined)?.['content'] ?? {}) as Json)[0] as Json)?.[
        'schema'
      ]
      const answer = (
        Object.values(((responses as Record<string, Json>)['200']?.['content'] ?? {}) as Json)[0] as Json
      )?.['schema']
      return [
        call,
        ...query.flatMap((one) => [
          `${call} takes ${String(one['name'])}`,
          ...(one['required'] ? [`${call} must be sent ${String(one['name'])}`] : []),
        ]),
        ...[...fieldsOf(sent, '')].flatMap(([name, , required]) => [
          `${call} takes ${name.slice(1)}`,
          ...(required ? [`${call} must be sent ${name.slice(1)}`] : []),
        ]),
        ...[...fieldsOf(answer, '')].flatMap(([name, one, required]) => [
          `${call} answers ${name.slice(1)}: ${typesOf(one).join('|') || 'anything'}`,
          ...(required ? [`${call} always answers ${name.slice(1)}`] : []),
        ]),
      ]
    }),
  )
  return [...new Set(lines)].toSorted()
}

/** Which of these promises are broken: one is gone, or something has become required. */
export const brokenPromises = (before: readonly string[], now: readonly string[]) => [
  ...before.filter((line) => !line.includes(' must be sent ') && !now.includes(line)),
  ...now.filter(
    (line) =>
      line.includes(' must be sent ') &&
      !before.includes(line) &&
      before.includes(line.split(' must be sent ')[0] ?? ''),
  ),
]
