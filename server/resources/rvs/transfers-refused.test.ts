import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownRecords } from '#contract/owner/own-records.ts'
import { privacy } from '#contract/privacy.ts'
import { transfers } from '#contract/transfers.ts'
import { users } from '#contract/users.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { readQuery } from '../../db/raw-query.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue, addOwner } from '../../testing/people.ts'

let app: TestApp
let buyer: string
let transfer_id: string

beforeEach(async () => {
  app = await buildTestApp()
  const chosen = { ...(await addCatalogue(app)), vin: '310312' }
  const seller = { token: await openAppSession(app.db, await addOwner(app, 'Grace Hopper')) }
  const { _id: rv_id } = (await app.call(ownRecords.addRv, chosen, seller)).data
  await app.call(ownRecords.soldRv, { rv_id }, seller)
  buyer = await addOwner(app, 'Ada Byron')
  transfer_id = (await app.call(ownRecords.addRv, chosen, { token: await openAppSession(app.db, buyer) })).data._id
})
afterEach(() => app.close())

describe('accepting a transfer is refused, and nothing is written, while the next owner', () => {
  const written = async () => [
    await readQuery(app.db, 'select * from rvs order by id', []),
    await readQuery(app.db, 'select count(*) as count from activity', []),
  ]
  const refusal = async () => {
    const before = await written()
    const { status, message } = await app.refusal(transfers.accept, { transfer_id })
    expect(await written()).toEqual(before)
    return [status, message]
  }

  it('is not active', async () => {
    await app.call(users.changeStatus, { user_id: buyer, status: false })
    expect(await refusal()).toEqual([422, 'The account of Ada Byron is not active. Please activate it first.'])
    await app.call(users.changeStatus, { user_id: buyer, status: true })
    await app.call(transfers.accept, { transfer_id })
  })

  it('is to be erased', async () => {
    await app.call(privacy.erase, { user_id: buyer, asked_by: 'owner', verified_by: 'password' })
    expect(await refusal()).toEqual([422, 'The account of Ada Byron is to be erased. Please keep it first.'])
    await app.call(privacy.keep, { user_id: buyer })
    await app.call(transfers.accept, { transfer_id })
  })

  it('was deleted', async () => {
    await app.db.updateTable('users').set({ is_deleted: 1 }).where('id', '=', buyer).execute()
    expect(await refusal()).toEqual([422, 'The account of Ada Byron is not active. Please activate it first.'])
  })
})
