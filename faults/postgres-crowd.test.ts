import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addressOf, type CallInput } from '#contract/endpoint.ts'
import { rvTypes } from '#contract/rv-types.ts'
import type { RunningServer } from '../e2e/server.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { answered, callerOf } from './call.ts'
import { ask, createDatabase, startOn } from './postgres.ts'
import { PATIENCE, ROUNDS } from './rounds.ts'
import { counter, keyOf, signIn } from './workload.ts'

const CALLERS = 96
const EDITS = 2
const BUSY = { message: expect.stringContaining('busy'), request_id: expect.any(String) }

let postgres: Awaited<ReturnType<typeof startPrivatePostgres>>
let url: string
let dataDir: string
let servers: RunningServer[]
let token: string
let cat_id: string
const next = counter()
vi.setConfig({ testTimeout: PATIENCE })

beforeAll(async () => {
  postgres = await startPrivatePostgres({ durable: true })
  url = await createDatabase(postgres)
  dataDir = mkdtempSync(join(tmpdir(), 'crowd-'))
  servers = [await startOn(url, dataDir), await startOn(url, dataDir)]
  token = await signIn(servers[0]?.url ?? '', dataDir)
  const call = callerOf(servers[0]?.url ?? '', keyOf(dataDir), token)
  cat_id = answered(await call(rvTypes.add, { name: 'Crowded', seq_no: 1 })).data._id
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  postgres.throwAway()
  rmSync(dataDir, { recursive: true })
})

/** Changes the record through one of the servers; returns the status, the body, and the version that is now known. */
async function edit(place: number, fields: Partial<CallInput<typeof rvTypes.edit>>) {
  const answer = await fetch((servers[place % 2]?.url ?? '') + addressOf(rvTypes.edit), {
    method: 'POST',
    headers: { 'x-api-key': keyOf(dataDir), token, 'content-type': 'application/json' },
    body: JSON.stringify({ cat_id, name: 'Crowded', seq_no: next(), ...fields }),
  })
  const body = (await answer.json()) as { message: string; data?: { version: number } }
  return { status: answer.status, body, version: body.data?.version }
}

async function recordNow() {
  const [row] = await ask<{ version: number; seq_no: number }>(url, 'select version::int, seq_no::int from rv_types')
  if (!row) throw new Error('the record is gone')
  return row
}

describe('one record, through two servers,', () => {
  it(`is changed by ${CALLERS} callers at once: each has an answer that is true`, async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const { version: before } = await recordNow()
      const answers: Awaited<ReturnType<typeof edit>>[] = []
      await Promise.all(
        Array.from({ length: CALLERS }, async (_, place) => {
          // Every third caller says which version it has seen.
          let version: number | undefined = before
          for (let turn = 0; turn < EDITS; turn++) {
            const answer = await edit(place, place % 3 === 0 && version ? { version } : {})
            version = answer.version
            answers.push(answer)
          }
        }),
      )
      const counts = Object.groupBy(answers, ({ status }) => status)
      expect(Object.keys(counts)).toEqual(expect.arrayContaining(['200', '409']))
      expect(Object.keys(counts).filter((status) => !['200', '409', '503'].includes(status))).toEqual([])
      for (const { body } of counts[503] ?? []) expect(body).toMatchObject(BUSY)
      const acknowledged = (counts[200] ?? []).map(({ version }) => version)
      // Each acknowledged change made one version, and there are no others.
      expect(acknowledged.toSorted((a = 0, b = 0) => a - b)).toEqual(acknowledged.map((_, place) => before + place + 1))
      expect((await recordNow()).version).toBe(before + acknowledged.length)
      if (process.env.FAULT_ROUNDS) {
        const shown = Object.entries(counts).map(([status, some]) => `${status} ${some?.length} times`)
        process.stdout.write(`96 callers: ${shown.join(', ')}\n`)
      }
    }
  })

  it('is refused by PostgreSQL again and again: the callers are told that the server is busy', async () => {
    await ask(
      url,
      `create function never_in_turn() returns trigger language plpgsql as
         $$ begin raise exception 'could not serialize access' using errcode = '40001'; end $$;
       create trigger never_in_turn before update on rv_types for each row execute function never_in_turn()`,
    )
    const before = await recordNow()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, place) => edit(place, {})))
    await ask(url, 'drop trigger never_in_turn on rv_types')
    for (const { status, body } of answers) expect({ status, body }).toMatchObject({ status: 503, body: BUSY })
    expect(await recordNow()).toEqual(before)
    expect((await edit(1, { seq_no: 7 })).status).toBe(200)
    expect((await recordNow()).seq_no).toBe(7)
  })
})
