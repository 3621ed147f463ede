import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { vinPatterns } from '#contract/vin-patterns.ts'
import { years } from '#contract/years.ts'
import { chooseAction } from '#web/testing/choose-action.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { anRv } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aModel, anRvType, aYear, pageOfRows } from '#web/testing/rows.ts'
import { RvsScreen } from './rvs-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = (path: string) => renderScreen(<RvsScreen />, { path })
beforeEach(() => {
  api = fakeApi()
  api.answers(rvTypes.list, pageOfRows([anRvType()]))
  api.answers(years.list, pageOfRows([aYear()]))
  api.answers(rvTypes.models, { message: '', data: [aModel()] })
  api.answers(rvs.list, pageOfRows([anRv()], 320))
  api.answers(rvs.owners, { message: 'Owners', data: { count: 312, user_ids: ['user-1'], without_owner: 3 } })
})

it('a filtered list leads to a message to its owners, and says which RVs have none', async () => {
  open('/rv-management?model_name=2285')
  const link = await screen.findByRole('link', { name: 'Send to these 312' })
  expect(link).toHaveAttribute('href', '/manage-notifications')
  expect(screen.getByText('3 RVs without an owner')).toBeVisible()
  expect(api.calls(rvs.owners)[0]).toMatchObject({ filters: { model_name: { value: '2285' } }, is_deleted: false })
})

it('says why a list of RVs with too many owners leads to no message', async () => {
  api.answers(rvs.owners, { message: 'Owners', data: { count: 12_345, user_ids: [], without_owner: 0 } })
  open('/rv-management?model_name=2285')
  const button = await screen.findByRole('button', { name: 'Send to these 12,345' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAttribute('aria-description', 'A message goes to at most 10,000 chosen owners. Use an audience.')
  expect(screen.queryByRole('link', { name: /^Send to/ })).toBeNull()
})

it('is not offered for all RVs', async () => {
  open('/rv-management')
  await screen.findByText('310312')
  expect(screen.queryByRole('link', { name: /^Send to/ })).toBeNull()
  expect(api.calls(rvs.owners)).toEqual([])
})

it('the form says what a whole VIN says while it is typed', async () => {
  const proposed = { category: { _id: 't', name: 'Truck Camper' }, year: null, model: null }
  const warnings = ['The check digit of this VIN is wrong.']
  api.answers(vinPatterns.check, { message: '', data: { warnings, model_year: null, proposed } })
  const { user } = open('/rv-management')
  await screen.findByText('310312')
  await chooseAction(user, 'RV 310312 (2285 of Grace Hopper)', 'Edit')
  const vin = await screen.findByRole('textbox', { name: /^VIN/ })
  await user.clear(vin)
  await user.paste('5ZT2CXKB1VB310312')
  expect(vin).toHaveValue('310312')
  expect(await screen.findByText('This VIN says: Truck Camper.')).toBeVisible()
  expect(screen.getByText('The check digit of this VIN is wrong.')).toBeVisible()
  await waitFor(() => expect(api.calls(vinPatterns.check).at(-1)).toMatchObject({ vin: '5ZT2CXKB1VB310312' }))
})
