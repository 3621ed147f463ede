import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { API_BASE, type Endpoint, OWNER_BASE } from '#contract/endpoint.ts'
import { releasedForApps } from '#server/http/app-released.ts'
import type { TestApp } from '#server/testing/build-test-app.ts'

type Answer = { statusCode: number; json: () => unknown }
type Operation = { responses: Record<string, object> }
type Description = { paths: Record<string, Record<string, Operation>> }
const RELEASES = join(import.meta.dirname, '../server/testing/fixtures/releases')

/** What a release has promised apps that are still about, as it served it. */
export const promisedToApps = (version: string) =>
  JSON.parse(readFileSync(join(RELEASES, `app-${version}.json`), 'utf8')) as Description

const inPointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

/**
 * A third-party validator over the served descriptions: what of an answer differs from what they say for its status. A
 * call of the app must also answer what the last release has promised, if that had the call.
 */
export async function describedAnswers({ app }: TestApp) {
  const served = async (base: string) => (await app.inject(`${base}/openapi.json`)).json<Description>()
  const mistakesIn = validatorOf(await served(API_BASE))
  const mistakesForApps = validatorOf(await served(OWNER_BASE))
  const released = releasedForApps()
  const mistakesOfRelease = validatorOf(released)

  return (endpoint: Endpoint, answer: Answer) => {
    if (endpoint.file && answer.statusCode === 200) return []
    return [
      ...mistakesIn(endpoint, answer),
      ...(endpoint.owner ? mistakesForApps(endpoint, answer) : []),
      ...(endpoint.owner && released.paths[`/${endpoint.path}`] ? mistakesOfRelease(endpoint, answer) : []),
    ]
  }
}

export function validatorOf(description: Description) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(description, 'openapi')

  return ({ path, get }: Endpoint, { statusCode, json }: Answer) => {
    const place = ['paths', `/${path}`, get ? 'get' : 'post', 'responses', String(statusCode)]
    const { responses = {} } = description.paths[`/${path}`]?.[get ? 'get' : 'post'] ?? {}
    if (!responses[statusCode]) return [`the description has no ${statusCode} of ${path}`]
    const pointer =
      statusCode === 200
        ? [...place, 'content', 'application/json', 'schema'].map(inPointer).join('/')
        : 'components/schemas/Failure'
    const validate = ajv.getSchema(`openapi#/${pointer}`)
    if (!validate) throw new Error(`the description has no answer of ${path}`)
    return validate(json()) ? [] : (validate.errors ?? [])
  }
}
