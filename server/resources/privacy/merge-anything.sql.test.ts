import { afterAll, beforeAll, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { privacy } from '#contract/privacy.ts'
import { transfers } from '#contract/transfers.ts'
import { readQuery } from '../../db/raw-query.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addOwnerWith, vinOf } from '../../testing/campaigns.ts'
import { addCatalogue } from '../../testing/people.ts'
import { random } from '../../testing/seed.ts'

const ROUNDS = 15
const STEPS = 10
const below = (count: number) => Math.floor(random() * count)
const oneOf = <One>(list: readonly One[]) => list[below(list.length)] as One

let app: TestApp
let chosen: Awaited<ReturnType<typeof addCatalogue>>
beforeAll(async () => {
  app = await buildTestApp()
  chosen = await addCatalogue(app)
})
afterAll(() => app.close())

type Person = { id: string; token: string }
const FULL = ['', vinOf(310_312)]

/** Something that an owner or the office may do; what is refused does not matter. */
async function doAnything(people: Person[]) {
  const { token } = oneOf(people)
  const what = below(6)
  if (what < 3) {
    const full_vin = oneOf(FULL)
    return app.send(ownRecords.addRv, { ...chosen, vin: '310312', ...(full_vin && { full_vin }) }, { token })
  }
  if (what < 5) {
    const [rv] = (await app.call(ownRecords.rvs, {}, { token })).data
    return rv && app.send(ownRecords.soldRv, { rv_id: rv._id }, { token })
  }
  const [one] = (await app.call(transfers.list, {})).data
  return one && app.send(oneOf([transfers.accept, transfers.refuse]), { transfer_id: one.transfer_id })
}

type Row = Record<'id' | 'user_id' | 'sold_by' | 'model_id' | 'transfer_refused' | 'full_vin', string | null>
const allRows = async () =>
  (await readQuery<Row & { is_deleted: number }>(app.db, 'select * from rvs order by id', [])).map(
    ({ version: _v, updated_at: _u, ...row }: Row & { is_deleted: number; version?: number; updated_at?: string }) =>
      row,
  )
const maybeSame = (one: Row, other: Row) => (one.full_vin ?? other.full_vin) === (other.full_vin ?? one.full_vin)

it('a merge leaves one RV of each that was sold and registered anew, and its undo is exact, whatever came before', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [user, into, other] = [
      await addOwnerWith(app, chosen, `One ${round}`),
      await addOwnerWith(app, chosen, `Two ${round}`),
      await addOwnerWith(app, chosen, `Three ${round}`),
    ]
    for (let step = 0; step < STEPS; step++) await doAnything([user, into, other])
    const before = await allRows()
    const which = { user_id: user.id, into_id: into.id }
    const { data } = await app.call(privacy.merge, { ...which, preview: true })
    const proof = { verified_by: 'other', note: 'At the desk.', expect: data.expect } as const
    const { change_id } = await app.call(privacy.merge, { ...which, ...proof })
    const active = (await allRows()).filter((row) => !row.is_deleted)
    const own = active.filter(({ user_id }) => user_id === into.id)
    const sold = active.filter(({ user_id, sold_by }) => user_id === null && sold_by === into.id)
    const twice = own.flatMap((one, place) => [
      ...own.slice(place + 1).filter((another) => maybeSame(one, another)),
      ...sold.filter(({ id }) => one.transfer_refused !== id).filter((another) => maybeSame(one, another)),
    ])
    expect(twice).toEqual([])
    await app.call(changes.undo, { change_id: change_id ?? '' })
    expect(await allRows()).toEqual(before)
    await app.db.updateTable('rvs').set({ is_deleted: 1 }).execute()
  }
})
