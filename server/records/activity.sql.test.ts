import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { menuItems } from '#contract/menu-items.ts'
import { models } from '#contract/models.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { users } from '#contract/users.ts'
import { years } from '#contract/years.ts'
import { openAppSession } from '../auth/app-sessions.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { addAnotherAdmin, addCatalogue, addOwner } from '../testing/people.ts'
import { formOf } from '../testing/pictures.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const listed = async () => (await app.call(rvTypes.list, { page: 1 })).data.map(({ updated_by }) => updated_by)

describe('a list', () => {
  it('shows who changed a record last, by the name of today', async () => {
    const { data } = await app.call(rvTypes.add, { name: 'Toy Hauler', seq_no: 1 })
    expect([data.updated_by, await listed()]).toEqual(['Administrator', ['Administrator']])
    const grace = await addAnotherAdmin(app, 'Grace')
    await app.call(rvTypes.edit, { cat_id: data._id, name: 'Toy Haulers', seq_no: 1 }, grace)
    expect(await listed()).toEqual(['Grace'])
    await app.call(account.editProfile, formOf({ name: 'Grace Hopper' }), grace)
    expect(await listed()).toEqual(['Grace Hopper'])
    await app.call(rvTypes.delete, { cat_id: data._id })
    expect(await listed()).toEqual(['Administrator'])
  })

  it('shows nobody for what was there from the start', async () => {
    const { data } = await app.call(menuItems.list, {})
    expect(new Set(data.map(({ updated_by }) => updated_by))).toEqual(new Set([null]))
  })

  it('shows owners who changed what is theirs', async () => {
    const owner = await addOwner(app, 'Ada Byron')
    const catalogue = await addCatalogue(app)
    const token = await openAppSession(app.db, owner)
    const mine = await app.call(ownRecords.addRv, { ...catalogue, vin: '310312' }, { token })
    expect(mine.data).not.toHaveProperty('updated_by')
    expect((await app.call(rvs.list, { page: 1 })).data).toMatchObject([{ updated_by: 'Ada Byron' }])
  })

  it('counts the RVs of an owner, and the models of a type and a year', async () => {
    const owner = await addOwner(app)
    const { category, model, year } = await addCatalogue(app)
    const counts = async () => {
      const [type] = (await app.call(rvTypes.list, { page: 1 })).data
      const [first] = (await app.call(years.list, { page: 1 })).data
      const [user] = (await app.call(users.list, { page: 1 })).data
      return [type?.model_count, first?.model_count, user?.rv_count]
    }
    expect(await counts()).toEqual([1, 1, 0])
    const token = await openAppSession(app.db, owner)
    const rv = await app.call(ownRecords.addRv, { category, model, year, vin: '310312' }, { token })
    expect(await counts()).toEqual([1, 1, 1])
    await app.call(rvs.delete, { rv_id: rv.data._id })
    await app.call(models.delete, { model_id: model })
    expect(await counts()).toEqual([0, 0, 0])
  })
})
