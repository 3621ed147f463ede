import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { API_BASE, type Endpoint } from '#contract/endpoint.ts'
import type { TestApp } from '#server/testing/build-test-app.ts'

type Answer = { statusCode: number; json: () => unknown }
const inPointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

/**
 * A third-party validator over the served description: whether an answer of a call matches what the description says
 * for its status.
 */
export async function describedAnswers({ app }: TestApp) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema((await app.inject(`${API_BASE}/openapi.json`)).json<object>(), 'openapi')

  return ({ path, get, file }: Endpoint, { statusCode, json }: Answer) => {
    if (file && statusCode === 200) return []
    const place = [
      'paths',
      `/${path}`,
      get ? 'get' : 'post',
      'responses',
      '200',
      'content',
      'application/json',
      'schema',
    ]
    const pointer = statusCode === 200 ? place.map(inPointer).join('/') : 'components/schemas/Failure'
    const validate = ajv.getSchema(`openapi#/${pointer}`)
    if (!validate) throw new Error(`the description has no answer of ${path}`)
    return validate(json()) ? [] : (validate.errors ?? [])
  }
}
