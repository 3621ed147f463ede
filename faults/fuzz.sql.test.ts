import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { manuals } from '#contract/manuals.ts'
import { moveIn, type Tried } from '../attacks/any-call.ts'
import { inputsOf, nearInputsOf } from '../attacks/contract-inputs.ts'
import { everyCall } from '../attacks/inhabited-app.ts'
import { TEST_SERVER } from '../server/testing/open-test-database.ts'
import { ROUNDS } from './rounds.ts'

/** The seed differs with each commit, so that few inputs become many. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 5 * ROUNDS)
/** Calls that start a process are tried less often. */
const runsOf = (endpoint: Endpoint) =>
  endpoint === manuals.create_pdf || endpoint === manuals.generate_pdf ? Math.ceil(RUNS / 5) : RUNS

let tried: Tried

describe('every call of the contract', () => {
  beforeAll(async () => {
    tried = await moveIn()
  })
  afterAll(() => tried.app.close())

  it.each(everyCall)('%s gives a sound answer to whatever its description allows', async (_address, endpoint) => {
    const property = fc.asyncProperty(inputsOf(endpoint, tried.known), (input) =>
      tried.expectSoundAnswer(endpoint, input),
    )
    await expect(fc.assert(property, { numRuns: runsOf(endpoint) })).resolves.toBeUndefined()
  })
})

// Schemas refuse most of it before any query, so one database is enough.
describe.runIf(!TEST_SERVER)('every call of the contract', () => {
  beforeAll(async () => {
    tried = await moveIn()
  })
  afterAll(() => tried.app.close())

  it.each(everyCall)('%s gives a sound answer to what is nearly right', async (_address, endpoint) => {
    const property = fc.asyncProperty(nearInputsOf(endpoint, tried.known), (input) =>
      tried.expectSoundAnswer(endpoint, input),
    )
    await expect(fc.assert(property, { numRuns: runsOf(endpoint) })).resolves.toBeUndefined()
  })
})
