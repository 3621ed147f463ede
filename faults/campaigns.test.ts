import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { models } from '#contract/models.ts'
import { notifications } from '#contract/notifications.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { years } from '#contract/years.ts'
import type { RunningServer } from '../e2e/server.ts'
import { newId } from '../server/clock.ts'
import { insertMany } from '../server/db/engines/insert-many.ts'
import { readQuery } from '../server/db/raw-query.ts'
import type { Db } from '../server/db/schema.ts'
import { inTransaction } from '../server/db/transaction.ts'
import { recallFields, vinOf } from '../server/testing/campaigns.ts'
import { random } from '../server/testing/seed.ts'
import { answered, type Call, callerOf } from './call.ts'
import { places } from './places.ts'
import { PATIENCE } from './rounds.ts'
import { keyOf, signIn } from './workload.ts'

/** Enough for several steps of the job that tells them; each tenth owner has two of the vehicles. */
const OWNERS = 2000
const TWO_EACH = 200
/** On the list, and of nobody whom the app knows. */
const STRANGERS = 100
/** Longer than the lease of a job that its process left behind. */
const LONGEST_WAIT_MS = 240_000

type Chosen = { cat_id: string; year_id: string; model_id: string }

/** Adds the owners with their RVs. */
async function fill(db: Db, chosen: Chosen) {
  const at = new Date().toISOString()
  const row = () => ({ id: newId(), is_deleted: 0, version: 1, created_at: at, updated_at: at })
  const owners = Array.from({ length: OWNERS }, (_, place) => {
    const email = `owner-${place}@example.com`
    const name = { name: 'Owner', name_key: 'owner', email, email_key: email }
    return { ...row(), ...name, type: 'SIMPLE', status: 1, must_change_password: 0 }
  })
  const rvs = Array.from({ length: OWNERS + TWO_EACH }, (_, place) => {
    const full_vin = vinOf(place)
    const user_id = owners[place % OWNERS]?.id
    return { ...row(), ...chosen, user_id, serial_no: null, vin: full_vin.slice(-6), full_vin }
  })
  await inTransaction(db, async (db) => {
    await insertMany(db, 'users', owners)
    await insertMany(db, 'rvs', rvs)
  })
  await db.destroy()
}

/** How often each owner was sent the message of a round, and how often each vehicle was noted as told. */
async function toldIn(db: Db, campaign_id: string, round: number) {
  const perOwner = await readQuery<{ times: number; owners: number }>(
    db,
    `select times, count(*) as owners from (
       select user_id, count(*) as times from notification_recipients where notification_id in (
         select notification_id from campaign_rounds where campaign_id = ? and round = ?) group by user_id) as told
     group by times`,
    [campaign_id, round],
  )
  const perVehicle = await readQuery<{ times: number; units: number }>(
    db,
    `select times, count(*) as units from (
       select unit_id, count(*) as times from campaign_notices
       where campaign_id = ? and round = ? and kind = 'told' group by unit_id) as told
     group by times`,
    [campaign_id, round],
  )
  const numbers = (rows: object[]) => rows.map((row) => Object.values(row).map(Number))
  return { perOwner: numbers(perOwner), perVehicle: numbers(perVehicle) }
}
const EACH_ONCE = { perOwner: [[1, OWNERS]], perVehicle: [[1, OWNERS + TWO_EACH]] }

it.each(places)(
  'a campaign that opens, and that reminds, tells each owner once in the round although its server is killed: %s',
  async (name, prepare) => {
    const { dataDir, start, open, end } = await prepare()
    let servers: RunningServer[] = [await start()]
    const token = await signIn(servers[0]?.url ?? '', dataDir)
    const callOf = ({ url }: RunningServer): Call => callerOf(url, keyOf(dataDir), token)
    const call = () => callOf(servers[0] as RunningServer)
    const stopAll = async () => {
      for (const server of servers) await server.stop()
      servers = []
    }
    const startAll = async () => {
      servers.push(await start())
      // The embedded database has one server.
      if (name === 'PostgreSQL') servers.push(await start())
    }

    const cat_id = answered(await call()(rvTypes.add, { name: 'Travel Trailer', seq_no: 1 })).data._id
    const year_id = answered(await call()(years.add, { name: '2027' })).data._id
    const model = { cat_id, year_id, name: 'Sportsmen', seq_no: 1, description: 'Bunks for two.' }
    const model_id = answered(await call()(models.add, model)).data._id
    await stopAll()
    await fill(open(), { cat_id, year_id, model_id })
    await startAll()
    const added = answered(await call()(campaigns.add, recallFields))
    const campaign_id = added.data._id
    // The last step has owners who were in none before, so that it was done once the message has all of them.
    const vins = Array.from({ length: OWNERS + TWO_EACH + STRANGERS }, (_, place) => vinOf(place)).toReversed()
    answered(await call()(campaigns.addUnits, { campaign_id, vins }))

    const which = { campaign_id, expect: OWNERS }
    for (const [place, endpoint] of [campaigns.open, campaigns.remind].entries()) {
      // Two administrators open it at once: one of them is refused, or waits in vain for the other on a slow machine.
      const asked = place === 0 ? servers : servers.slice(0, 1)
      const both = await Promise.allSettled(asked.map((server) => callOf(server)(endpoint, which)))
      expect(both.filter((one) => one.status === 'fulfilled' && one.value.known).length).toBe(1)
      await setTimeout(random() * 1500)
      const [dead] = servers.splice(0, 1)
      dead?.process.kill('SIGKILL')
      if (dead) await once(dead.process, 'exit')
      servers.push(await start())
      const sent = async () => answered(await call()(notifications.list, {})).data.map(({ recipients }) => recipients)
      const all = Array.from({ length: place + 1 }, () => OWNERS)
      for (let waited = 0; (await sent()).join() !== all.join() && waited < LONGEST_WAIT_MS; waited += 500)
        await setTimeout(500)
      expect(await sent()).toEqual(all)
      const { round, counts } = answered(await call()(campaigns.get, { campaign_id })).data
      expect([round, counts.not_told]).toEqual([place + 1, STRANGERS])
      await stopAll()
      const db = open()
      for (let one = 1; one <= round; one++) expect(await toldIn(db, campaign_id, one)).toEqual(EACH_ONCE)
      await db.destroy()
      await startAll()
    }
    await stopAll()
    end()
  },
  PATIENCE + 600_000,
)
