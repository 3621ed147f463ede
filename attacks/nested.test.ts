import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressOf } from '#contract/endpoint.ts'
import { API_KEY } from '#server/testing/build-test-app.ts'
import { buildInhabitedApp, everyCall, type InhabitedApp, tokenFor } from './inhabited-app.ts'

let app: InhabitedApp
beforeAll(async () => {
  app = await buildInhabitedApp()
})
afterAll(() => app.close())

const LEVELS = 2500
const NAMES = ['credential', 'state', 'filters', 'all_matching', 'audience', 'matching', 'name', 'ids']

it.each([
  ['lists', '['.repeat(LEVELS) + ']'.repeat(LEVELS)],
  ['objects', '{"a":'.repeat(LEVELS) + '1' + '}'.repeat(LEVELS)],
])('a body of thousands of nested %s is refused in words by every call', async (_what, nested) => {
  const answers = new Set<string>()
  for (const [, endpoint] of everyCall.filter(([, { get }]) => !get)) {
    // Visitors may send few bytes: one name at a time.
    for (const name of NAMES.slice(0, endpoint.public ? 1 : NAMES.length)) {
      const token = tokenFor(endpoint, app)
      const { statusCode, body } = await app.app.inject({
        method: 'POST',
        url: addressOf(endpoint),
        headers: { 'content-type': 'application/json', 'x-api-key': API_KEY, ...(token && { token }) },
        payload: `{"${name}":${nested}}`,
      })
      answers.add(`${statusCode} ${JSON.parse(body).message}`)
    }
  }
  expect([...answers]).toEqual(['422 The request is nested too deeply.'])
})
