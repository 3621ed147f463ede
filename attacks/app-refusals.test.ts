import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { sync } from '#contract/owner/sync.ts'
import { openAppSession } from '#server/auth/app-sessions.ts'
import { API_KEY, type CallAs } from '#server/testing/build-test-app.ts'
import { describedAnswers } from './described-answers.ts'
import { buildInhabitedApp, everyCall, fieldsOf, type InhabitedApp } from './inhabited-app.ts'
import { validInputs } from './valid-inputs.ts'

const ofApp = everyCall.map(([, endpoint]) => endpoint).filter(({ owner }) => owner)
const NOBODY = '01a20aa3-4eee-71f4-a95c-01d1ea14347e'
type Call = [endpoint: Endpoint, input: unknown, as?: CallAs]

let app: InhabitedApp
let mistakesIn: Awaited<ReturnType<typeof describedAnswers>>
beforeAll(async () => {
  app = await buildInhabitedApp()
  mistakesIn = await describedAnswers(app)
})
afterAll(() => app.close())

/** Makes the calls, by the owner unless they say otherwise: those not refused with this status as it is described. */
async function otherThan(status: number, calls: Call[]) {
  const others: unknown[] = []
  for (const [endpoint, input, as = { token: app.owner }] of calls) {
    const response = await app.send(endpoint, input, as)
    const mistakes = mistakesIn(endpoint, response)
    if (response.statusCode !== status || mistakes.length) others.push([endpoint.path, response.body, mistakes])
  }
  return others
}

describe('refusals of the app’s calls are as they are described', () => {
  it('without a session, or with one that is none', async () => {
    const closed = [sync, ...ofApp.filter((one) => !one.public)]
    expect(await otherThan(401, ofAll(closed, {}, { token: 'nobody’s' }))).toEqual([])
    expect(await otherThan(401, ofAll(closed.slice(1), {}, { token: null }))).toEqual([])
  })

  it('with a wrong application key', async () => {
    expect(await otherThan(403, ofAll(ofApp, {}, { token: app.owner, key: 'wrong' }))).toEqual([])
  })

  const hasOneMethod = ({ path, get }: Endpoint) => !ofApp.some((one) => one.path === path && one.get !== get)
  it('by the other method, which say the right one', async () => {
    const wrong = await Promise.all(
      ofApp.filter(hasOneMethod).map(async (endpoint) => {
        const [other, right] = endpoint.get ? (['POST', 'GET'] as const) : (['GET', 'POST'] as const)
        const headers = { 'x-api-key': API_KEY }
        const answer = await app.app.inject({ method: other, url: addressOf(endpoint), headers })
        const { code, allow } = { code: answer.json().code, allow: answer.headers['allow'] }
        const isSo = answer.statusCode === 405 && code === 'wrong_method' && allow === right
        return isSo && answer.headers['request-id'] ? [] : [endpoint.path, answer.statusCode, allow]
      }),
    )
    expect(wrong.flat()).toEqual([])
  })

  it('of a GET with a parameter that it does not have', async () => {
    const reads = ofApp.filter(({ get }) => get)
    expect(await otherThan(422, ofAll(reads, { colour: 'red' }))).toEqual([])
  })

  it('of a POST whose body is no JSON, no object, or lacks what is required', async () => {
    const writes = ofApp.filter(({ get, path }) => !get && path !== ownerAccount.signOut.path)
    expect(await otherThan(400, ofAll(writes, '{'))).toEqual([])
    expect(await otherThan(422, ofAll(writes, '[]'))).toEqual([])
    const demanding = writes.filter(({ input }) => !input.safeParse({}).success)
    expect(await otherThan(422, ofAll(demanding, {}))).toEqual([])
  })

  it('of a record that is not there', async () => {
    const reads = ofApp.filter(({ path }) => path.endsWith('/get'))
    expect(await otherThan(404, ofAll(reads, { _id: NOBODY }))).toEqual([])
    const known = { ids: app.ids, icon: new File([], 'none.png'), emptyManualId: app.emptyManualId }
    const edits = validInputs.flatMap(([endpoint, input]): Call[] =>
      endpoint.owner && endpoint.change === 'edit' ? [[endpoint, { ...input(known), ...ofNobody(endpoint) }]] : [],
    )
    expect(edits.length).toBeGreaterThan(3)
    expect(await otherThan(404, edits)).toEqual([])
    const deletes = [ownRecords.deleteRv, ownRecords.deleteChecklist, ownRecords.deleteMaintenance]
    expect(
      await otherThan(
        404,
        deletes.map((one): Call => [one, { ...ofNobody(one), version: 1 }]),
      ),
    ).toEqual([])
  })

  it('of what another has changed, of a cursor that is over, and of too many tries', async () => {
    const edit = (note: string) => ({ checklist_id: app.ids.own_checklist_id, name: 'Own', note, version: 1 })
    await app.call(ownRecords.editChecklist, edit('Changed.'), { token: app.owner })
    expect(await otherThan(409, [[ownRecords.editChecklist, edit('Changed elsewhere.')]])).toEqual([])

    const { cursor: since } = await app.call(sync, {}, { token: app.owner })
    const other = await openAppSession(app.db, app.otherId)
    const over: Call[] = [
      [sync, { since }, { token: other }],
      [sync, { since: 'nobody’s' }],
    ]
    expect(await otherThan(410, over)).toEqual([])

    const wrong = { email: 'nobody@example.com', password: 'wrong-horse-1!' }
    for (let tries = 0; tries < 10; tries++) await app.send(ownerAccount.signIn, wrong, { token: null })
    expect(await otherThan(429, [[ownerAccount.signIn, wrong, { token: null }]])).toEqual([])
  })
})

const ofAll = (endpoints: Endpoint[], input: unknown, as?: CallAs) =>
  endpoints.map((endpoint): Call => (as ? [endpoint, input, as] : [endpoint, input]))

/** Names a record that is not there, in the field in which the call names one. */
function ofNobody(endpoint: Endpoint) {
  const ids = ['rv_id', 'checklist_id', 'maintenance_id']
  return Object.fromEntries(fieldsOf(endpoint).flatMap((name) => (ids.includes(name) ? [[name, NOBODY]] : [])))
}
