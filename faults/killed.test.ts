import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { years } from '#contract/years.ts'
import { ADMIN, startServer } from '../e2e/server.ts'
import { callerOf, type Outcome, Register } from './history.ts'

/** `npm run faults` does fifty. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3)
const TOPICS = 4
const SUB_TOPICS = 8

type Call = ReturnType<typeof callerOf>

it(`a server killed ${ROUNDS} times while it writes loses nothing it has acknowledged, and leaves no half cascade`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'killed-'))
  const settings = { DATA_DIR: dataDir, DEMO_DATA: 'false', LOG_LEVEL: 'silent' }
  let server = await startServer(settings)
  const { token, cat_id, cascades } = await prepare(server.url, dataDir)
  const acknowledged: string[] = []
  const number = new Register(1)
  let next = 2000
  let writes = 0

  for (let round = 1; round <= ROUNDS; round++) {
    const call = callerOf(server.url, keyOf(dataDir), token)
    const goOn = async (write: () => Promise<boolean>) => {
      // The first call without an answer ends it: the server is dead.
      while (await write()) writes++
    }
    const addYears = async () => {
      const name = String(next++)
      const { known } = await call(years.add, { name })
      if (known) acknowledged.push(name)
      return known
    }
    const writers = [
      ...Array.from({ length: 4 }, () => goOn(addYears)),
      goOn(() => number.write(next++, (seq_no) => call(rvTypes.edit, { cat_id, name: 'Travel Trailer', seq_no }))),
      ...cascades.map(({ topic_id, deleted }) => {
        let to = deleted.settled
        return goOn(() => {
          to = !to
          return deleted.write(to, (gone) => call(gone ? topics.delete : topics.restore, { topic_id }))
        })
      }),
    ]
    await new Promise((resolve) => setTimeout(resolve, 30 + Math.random() * 400))
    server.process.kill('SIGKILL')
    await once(server.process, 'exit')
    await Promise.all(writers)

    server = await startServer(settings)
    const found = read(dataDir)
    expect(acknowledged.filter((name) => !found.years.has(name))).toEqual([])
    expect(number.settle(found.seqNo), `${found.seqNo} is not ${number.toString()}`).toBe(true)
    for (const { topic_id, deleted } of cascades) {
      const [state, ...below] = found.states.get(topic_id) ?? []
      expect(deleted.settle(state === 1), `${topic_id} is ${state} and not ${deleted.toString()}`).toBe(true)
      expect(below).toEqual(Array.from({ length: SUB_TOPICS }, () => state))
    }
    expect([found.integrity, found.addedTwice]).toEqual(['ok', []])
  }
  await server.stop()
  rmSync(dataDir, { recursive: true })
  expect(writes).toBeGreaterThan(ROUNDS)
}, 600_000)

async function prepare(url: string, dataDir: string) {
  const signIn = answered(await callerOf(url, keyOf(dataDir))(account.login, ADMIN))
  const { token } = signIn.data
  const call = callerOf(url, keyOf(dataDir), token)
  const type = answered(await call(rvTypes.add, { name: 'Travel Trailer', seq_no: 1 })).data
  const cascades = []
  for (let topic = 0; topic < TOPICS; topic++) {
    const topic_id = answered(await call(topics.add, { name: `Topic ${topic}`, seq_no: topic })).data._id
    for (let below = 0; below < SUB_TOPICS; below++) await addBelow(call, topic_id, below)
    cascades.push({ topic_id, deleted: new Register(false) })
  }
  return { token, cat_id: type._id, cascades }
}

const addBelow = async (call: Call, topic_id: string, place: number) =>
  answered(await call(subTopics.add, { topic_id, name: `Sub topic ${place}`, seq_no: place }))

function answered<Output>(outcome: Outcome<Output>): Output {
  if (!outcome.known) throw new Error('a server that nobody has killed did not answer')
  return outcome.output
}

const keyOf = (dataDir: string) => readFileSync(join(dataDir, 'api-key'), 'utf8').trim()

/** What the database holds, read beside the server. */
function read(dataDir: string) {
  const database = new Database(join(dataDir, 'back-office.db'), { readonly: true })
  const all = <Row>(query: string) => database.prepare(query).all() as Row[]
  const names = all<{ name: string }>('select name from years').map(({ name }) => name)
  const [type] = all<{ seq_no: number }>('select seq_no from rv_types')
  const states = new Map(
    all<{ id: string; is_deleted: number }>('select id, is_deleted from topics').map(({ id, is_deleted }) => [
      id,
      [is_deleted],
    ]),
  )
  for (const row of all<{ topic_id: string; is_deleted: number }>('select topic_id, is_deleted from sub_topics')) {
    states.get(row.topic_id)?.push(row.is_deleted)
  }
  const addedTwice = all(`select record_id from activity where action = 'add' group by record_id having count(*) > 1`)
  const integrity = database.pragma('integrity_check', { simple: true })
  database.close()
  return { years: new Set(names), seqNo: type?.seq_no ?? 0, states, addedTwice, integrity }
}
