import { afterEach, beforeEach, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { imports } from '#contract/imports.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvs } from '#contract/rvs.ts'
import { withCheckDigit } from '#contract/vin.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue, addOwner } from '../../testing/people.ts'
import { formOf } from '../../testing/pictures.ts'

let app: TestApp
let chosen: Awaited<ReturnType<typeof addCatalogue>>
let token: string
let owner: string
beforeEach(async () => {
  app = await buildTestApp()
  chosen = await addCatalogue(app, '2027')
  owner = await addOwner(app, 'Grace Hopper')
  token = await openAppSession(app.db, owner)
})
afterEach(() => app.close())

const vinOf = (makers: string) => withCheckDigit(`${makers}0GD310312`) ?? ''
const [FORD, DODGE, THOR] = [vinOf('1FDXE4FS'), vinOf('2B4GP443'), vinOf('5ZT2CXKB')]
const TAKEN = { vin: ['This owner already has an RV with this VIN.'] }
const add = (more: object) => app.call(ownRecords.addRv, { ...chosen, ...more }, { token })
const refusal = async (more: object) => (await app.refusal(ownRecords.addRv, { ...chosen, ...more }, { token })).errors
const known = async () => new Set((await app.call(rvs.list, {})).data.map(({ full_vin }) => full_vin))

it('an owner adds two RVs of the same six digits whose full VINs differ, and none that may be one of them', async () => {
  await add({ vin: FORD })
  await add({ vin: DODGE })
  expect(await known()).toEqual(new Set([FORD, DODGE]))
  expect(await refusal({ vin: FORD })).toEqual(TAKEN)
  expect(await refusal({ vin: '310312' })).toEqual(TAKEN)
})

it('an edit tells two apart, and makes nobody doubt that they are two', async () => {
  const first = (await add({ vin: '310312' })).data
  expect(await refusal({ vin: DODGE })).toEqual(TAKEN)
  const edit = { ...chosen, rv_id: first._id }
  await app.call(ownRecords.editRv, { ...edit, vin: FORD }, { token })
  const second = (await add({ vin: DODGE })).data
  const both = { ...chosen, rv_id: second._id }
  for (const full_vin of [FORD, null]) {
    const { errors } = await app.refusal(ownRecords.editRv, { ...both, vin: '310312', full_vin }, { token })
    expect([full_vin, errors]).toEqual([full_vin, TAKEN])
  }
  const edited = await app.call(rvs.edit, { ...chosen, rv_id: second._id, user_id: owner, vin: THOR })
  expect(edited.data.full_vin).toBe(THOR)
  await app.call(changes.undo, { change_id: edited.change_id ?? '' })
  expect(await known()).toEqual(new Set([FORD, DODGE]))
})

it('two that nobody owns are told apart in the same way', async () => {
  const row = { rv_type: 'Type of 2027', year: '2027', model: '2027' }
  await app.call(rvs.upsert, {
    records: [
      { ...row, vin: FORD },
      { ...row, vin: DODGE },
    ],
  })
  expect(await known()).toEqual(new Set([FORD, DODGE]))
  const again = await app.call(rvs.upsert, { records: [{ ...row, vin: DODGE, serial_no: '123456' }] })
  expect(again.data).toMatchObject({ new: 0, changed: 1 })
  // The owner of one gets that one.
  await add({ vin: DODGE })
  const { data } = await app.call(ownRecords.rvs, {}, { token })
  expect(data.map(({ full_vin, serial_no }) => [full_vin, serial_no])).toEqual([[DODGE, '123456']])
})

it('a file brings both, changes the one that it means, and refuses a row that may mean either', async () => {
  const head = 'User Email,RV Type,Model,Year,VIN,Serial Number'
  const line = (vin: string, serial: string) => `grace.hopper@example.com,Type of 2027,2027,2027,${vin},${serial}`
  const rehearse = async (...lines: string[]) => {
    const file = new File([[head, ...lines].join('\r\n')], 'rvs.csv')
    const { data } = await app.call(imports.rehearse, formOf({ record_type: 'rvs', file }))
    const rows = (await app.call(imports.rows, { rehearsal_id: data.rehearsal_id, per_page: 100 })).data
    return { outcomes: rows.map(({ outcome }) => outcome), rows, rehearsal_id: data.rehearsal_id }
  }
  const first = await rehearse(line(FORD, '111111'), line(DODGE, '222222'))
  expect(first.outcomes).toEqual(['new', 'new'])
  await app.call(imports.apply, { rehearsal_id: first.rehearsal_id })
  const second = await rehearse(
    line(DODGE, '333333'),
    line(FORD, '111111'),
    line(THOR, '444444'),
    line('310312', '555555'),
  )
  expect(second.outcomes).toEqual(['changed', 'unchanged', 'new', 'refused'])
})
