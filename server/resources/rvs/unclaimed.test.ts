import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { sync } from '#contract/owner/sync.ts'
import { privacy } from '#contract/privacy.ts'
import { rvs } from '#contract/rvs.ts'
import { search } from '#contract/search.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue, addOwner } from '../../testing/people.ts'

let app: TestApp
let chosen: Awaited<ReturnType<typeof addCatalogue>>
let owner: string
let token: string
beforeEach(async () => {
  app = await buildTestApp()
  chosen = await addCatalogue(app)
  owner = await addOwner(app)
  token = await openAppSession(app.db, owner)
})
afterEach(() => app.close())

/** Its last six digits are stored. */
const VIN = '1FDXE4FS8GD310312'
const fromFactory = (more: object = {}) => ({ ...chosen, external_id: 'F-1', vin: VIN, ...more })
const upsert = async (...records: object[]) => app.call(rvs.upsert, { records })
const upserted = async (...records: object[]) => (await upsert(...records)).data
const register = async (more: object = {}, as = token) =>
  (await app.call(ownRecords.addRv, { ...chosen, vin: VIN, ...more }, { token: as })).data
const listed = async (input: object = {}) => (await app.call(rvs.list, { is_deleted: false, ...input })).data
const own = async (as = token) => (await app.call(ownRecords.rvs, {}, { token: as })).data
const sentences = async () => (await app.call(changes.list, { per_page: 5 })).data.map(({ sentence }) => sentence)

describe('an RV of a factory', () => {
  it('has no owner, and is listed, found, filtered and shown so', async () => {
    const { new: added, ids } = await upserted(fromFactory())
    expect(added).toBe(1)
    const without = { _id: ids[0], user: null, added_by: null, user_email: null, vin: '310312', external_id: 'F-1' }
    expect(await listed()).toMatchObject([without])
    expect(await listed()).toMatchObject([{ serial_no: '310312' }])
    expect((await app.call(rvs.get, { rv_id: ids[0] ?? '' })).data).toMatchObject(without)
    await register({ vin: '900900' })
    const vins = async (filter: object) => (await listed({ filters: filter })).map(({ vin }) => vin)
    expect(await vins({ added_by: { op: 'is_empty' } })).toEqual(['310312'])
    expect(await vins({ added_by: { op: 'not_empty' } })).toEqual(['900900'])
    expect(await vins({ user_email: { op: 'not_contains', value: 'grace' } })).toEqual(['310312'])
    for (const [order, expected] of [
      ['asc', ['310312', '900900']],
      ['desc', ['900900', '310312']],
    ] as const)
      expect((await listed({ sort: [{ field: 'added_by', order }] })).map(({ vin }) => vin)).toEqual(expected)
    const { data: found } = await app.call(search.search, { text: '310312' })
    expect(found).toMatchObject([{ record_type: 'rvs', record_id: ids[0], subtitle: expect.stringContaining('2285') }])
    expect((await sentences()).join('; ')).toContain('Administrator imported RV 310312 (2285)')
  })

  it('is edited, removed and restored as any other', async () => {
    const { ids } = await upserted(fromFactory())
    const rv_id = ids[0] ?? ''
    await app.call(rvs.edit, { ...chosen, rv_id, serial_no: '123456' })
    await app.call(rvs.delete, { rv_id })
    await app.call(rvs.restore, { rv_id })
    expect(await listed()).toMatchObject([{ _id: rv_id, serial_no: '123456', user: null }])
  })

  it('remains once when its owner is erased, also if the factory has described it again since', async () => {
    const [{ ids: first }, { ids: second }] = [
      await upserted(fromFactory({ user: owner })),
      await upserted(fromFactory({ external_id: 'F-2' })),
    ]
    await app.call(privacy.erase, { user_id: owner, asked_by: 'owner', verified_by: 'password', now: true })
    await app.runJobs()
    expect(await listed()).toMatchObject([{ _id: second[0], user: null }])
    expect((await app.call(rvs.get, { rv_id: first[0] ?? '' })).data).toMatchObject({ user: null, is_deleted: true })
  })

  it('is not there twice for one model, in one call or in two', async () => {
    const second = fromFactory({ external_id: 'F-2' })
    const refusal = (await app.refusal(rvs.upsert, { records: [fromFactory(), second] })) as unknown as Refused
    expect(refusal.refused).toEqual([{ place: 1, errors: { vin: ['The record at place 0 is the same RV.'] } }])
    await upsert(fromFactory())
    expect(((await app.refusal(rvs.upsert, { records: [second] })) as unknown as Refused).refused).toEqual([
      { place: 0, errors: { vin: ['There is already an RV of this model with this VIN and no owner.'] } },
    ])
    const other = await addCatalogue(app, '2311')
    expect(await upserted({ ...second, ...other })).toMatchObject({ new: 1 })
  })
})
type Refused = { refused: object[] }

describe('the owner who registers its VIN', () => {
  it('claims it: the same record, as the factory has described it, in the words of the history', async () => {
    const { ids } = await upserted(fromFactory({ serial_no: '654321' }))
    const rv = await register()
    expect(rv).toMatchObject({ _id: ids[0], vin: '310312', serial_no: '654321' })
    expect(await listed()).toMatchObject([{ external_id: 'F-1', user: { _id: owner }, added_by: 'Grace Hopper' }])
    expect(await own()).toHaveLength(1)
    expect((await sentences())[0]).toBe('Grace Hopper claimed RV 310312 (2285 of Grace Hopper)')
    expect((await app.call(changes.of_record, { record_type: 'rvs', record_id: rv._id })).data).toHaveLength(2)
  })

  it('gives it a serial number where it has none', async () => {
    await upsert(fromFactory({ vin: '310312' }))
    expect(await register({ serial_no: '777777' })).toMatchObject({ serial_no: '777777' })
  })

  it('claims none of another model, none that somebody has, and none that is removed', async () => {
    await upsert(fromFactory())
    const other = await addCatalogue(app, '2311')
    const ownAnother = await register(other)
    expect(await listed()).toHaveLength(2)
    await app.call(ownRecords.deleteRv, { rv_id: ownAnother._id }, { token })
    const claimed = await register()
    const secondOwner = await openAppSession(app.db, await addOwner(app, 'Ada Byron'))
    const theirs = await register({}, secondOwner)
    expect(theirs._id).not.toBe(claimed._id)
    expect(await own()).toHaveLength(1)
    const gone = await upserted(fromFactory({ external_id: 'F-2', vin: '808080' }))
    await app.call(rvs.delete, { rv_id: gone.ids[0] ?? '' })
    expect((await register({ vin: '808080' }))._id).not.toBe(gone.ids[0])
  })

  it('claims it once where two do so at once', async () => {
    await upsert(fromFactory())
    const tokens = [token, await openAppSession(app.db, await addOwner(app, 'Ada Byron'))]
    const both = await Promise.all(tokens.map((as) => register({}, as)))
    expect(new Set(both.map(({ _id }) => _id)).size).toBe(2)
    const all = await listed()
    expect(all.map(({ user }) => user !== null)).toEqual([true, true])
    expect(all.filter(({ external_id }) => external_id === 'F-1')).toHaveLength(1)
  })

  it('has it no longer after an undo, in lists and in what an app syncs', async () => {
    await upsert(fromFactory())
    await register({ vin: '900900' })
    const held = new Map<string, string>()
    let since: string | undefined
    const synced = async () => {
      const answer = await app.call(sync, since === undefined ? {} : { since }, { token })
      since = answer.cursor
      for (const { type, record } of answer.changed) held.set(record._id, type)
      for (const { _id } of answer.deleted) held.delete(_id)
      return [...held].filter(([, type]) => type === 'rvs').length
    }
    expect(await synced()).toBe(1)
    await register()
    expect(await synced()).toBe(2)
    const [claim] = (await app.call(changes.list, { per_page: 1 })).data
    await app.call(changes.undo, { change_id: claim?._id ?? '' })
    expect(await own()).toHaveLength(1)
    expect(await synced()).toBe(1)
    expect(await listed({ filters: { added_by: { op: 'is_empty' } } })).toMatchObject([{ external_id: 'F-1' }])
    await register()
    expect(await synced()).toBe(2)
  })
})

describe('a nightly load', () => {
  it('leaves a claimed RV to its owner, and writes nothing', async () => {
    const { ids } = await upserted(fromFactory())
    await register({ serial_no: '' })
    expect(await upserted(fromFactory(), fromFactory({ external_id: 'F-2', vin: '909090', user: null }))).toMatchObject(
      {
        new: 1,
        unchanged: 1,
        ids: [ids[0], expect.any(String)],
      },
    )
    expect(await upserted(fromFactory({ user: null }))).toMatchObject({ unchanged: 1 })
    expect(await own()).toHaveLength(1)
  })

  it('finds the RV that its owner has registered before', async () => {
    const rv = await register()
    expect(await upserted(fromFactory())).toMatchObject({ new: 0, changed: 1, ids: [rv._id] })
    expect(await listed()).toMatchObject([{ _id: rv._id, external_id: 'F-1', user: { _id: owner } }])
  })

  it('leaves those alone of which several owners could be meant, and has one for the next', async () => {
    await register()
    await register({}, await openAppSession(app.db, await addOwner(app, 'Ada Byron')))
    expect(await upserted(fromFactory())).toMatchObject({ new: 1 })
  })

  it('gives one without an owner to the owner that it names', async () => {
    const { ids } = await upserted(fromFactory())
    expect(await upserted({ vin: VIN, ...chosen, user: owner })).toMatchObject({ changed: 1, ids })
    expect(await upserted(fromFactory({ user: owner }))).toMatchObject({ unchanged: 1, ids })
    expect(await own()).toHaveLength(1)
  })
})

describe('an owner who corrects the VIN', () => {
  it('of an RV to that of one without an owner has one RV, which the factory still finds', async () => {
    await upsert(fromFactory({ serial_no: '654321' }))
    const { _id: rv_id, version } = await register({ vin: '111111', serial_no: '' })
    const edited = await app.call(ownRecords.editRv, { ...chosen, rv_id, version, vin: '310312' }, { token })
    expect(edited.data).toMatchObject({ _id: rv_id, serial_no: '654321' })
    expect(await listed()).toMatchObject([{ _id: rv_id, external_id: 'F-1' }])
    expect(await upserted(fromFactory())).toMatchObject({ unchanged: 1, ids: [rv_id] })
    await app.call(changes.undo, { change_id: edited.change_id ?? '' })
    expect((await listed()).map(({ vin, external_id }) => `${vin} ${external_id}`).toSorted()).toEqual([
      '111111 null',
      '310312 F-1',
    ])
  })
})

describe('the full VIN', () => {
  const full = async () => (await listed()).map(({ vin, full_vin }) => [vin, full_vin])

  it('is kept beside the VIN by every way in, in capitals, and stays where the VIN does', async () => {
    const { _id: rv_id } = await register({ vin: '1fdxe4fs8 gd-310312' })
    expect(await full()).toEqual([['310312', VIN]])
    await app.call(rvs.edit, { ...chosen, rv_id, vin: '310312' })
    expect(await full()).toEqual([['310312', VIN]])
    await app.call(rvs.edit, { ...chosen, rv_id, vin: '310313' })
    expect(await full()).toEqual([['310313', null]])
    await app.call(ownRecords.editRv, { ...chosen, rv_id, vin: VIN }, { token })
    await app.call(rvs.edit, { ...chosen, rv_id, full_vin: '' })
    expect(await full()).toEqual([['310312', null]])
    await app.call(rvs.edit, { ...chosen, rv_id, full_vin: '1FDXE4FS8GD310399' })
    expect(await full()).toEqual([['310399', '1FDXE4FS8GD310399']])
  })

  it.each([
    ['1FDXE4FS8GD31031', 'A VIN has 17 characters.'],
    ['1FDXO4FS8GD310312', 'A VIN has no I, O or Q.'],
    ['1FDXE4FS8GD310399', 'The full VIN does not end with this VIN.'],
  ])('is refused as %s', async (full_vin, message) => {
    const { _id: rv_id } = await register()
    const refusal = await app.refusal(rvs.edit, { ...chosen, rv_id, vin: '310312', full_vin })
    expect(refusal.errors).toEqual({ full_vin: [message] })
  })

  it('tells two RVs apart that have the same six digits: neither is claimed for the other', async () => {
    const { ids } = await upserted(fromFactory())
    const other = await register({ vin: '1FDXE4FS8HD310312' })
    expect(other._id).not.toBe(ids[0])
    expect(await upserted(fromFactory())).toMatchObject({ unchanged: 1, ids })
    const both = [VIN, '1FDXE4FS8HD310312'].map((one) => ['310312', one])
    expect(await full()).toEqual(expect.arrayContaining(both))
  })
})
