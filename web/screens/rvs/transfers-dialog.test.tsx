import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { rvs } from '#contract/rvs.ts'
import { type Transfer, transfers } from '#contract/transfers.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { anRv } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows } from '#web/testing/rows.ts'
import { RvsScreen } from './rvs-screen.tsx'

let api: ReturnType<typeof fakeApi>
const aTransfer = (more: Partial<Transfer> = {}): Transfer => ({
  transfer_id: 'rv-2',
  rv_id: 'rv-1',
  vin: '310312',
  model: { _id: 'model-1', name: '2285' },
  from_user: { _id: 'user-1', name: 'Grace Hopper' },
  to_user: { _id: 'user-2', name: 'Ada Byron' },
  proposed_at: '2026-11-20T12:00:00.000Z',
  ...more,
})
const waiting = (...data: Transfer[]) => api.answers(transfers.list, { message: 'Transfers', data, total: data.length })
const open = (path = '/rv-management?transfers') => renderScreen(<RvsScreen />, { path })

beforeEach(() => {
  api = fakeApi()
  api.answers(rvs.list, pageOfRows([anRv()]))
  waiting(aTransfer(), aTransfer({ transfer_id: 'rv-3', to_user: { _id: 'user-3', name: 'Hedy Lamarr' } }))
})

it('opens from its button, and from a link', async () => {
  const { user } = open('/rv-management')
  await user.click(await screen.findByRole('button', { name: 'Transfers' }))
  expect(await screen.findByText('2 transfers')).toBeVisible()
})

it('says who has sold which RV to whom, and accepts it', async () => {
  const { user } = open()
  const list = await screen.findByRole('list', { name: 'Transfers' })
  const [first] = within(list).getAllByRole('listitem')
  expect(first).toHaveTextContent(/RV 310312 \(2285\).*Grace Hopper.*to.*Ada Byron.*registered.*on 11-20-2026/)
  const answer = { message: 'The RV has been transferred.', change_id: 'c1', can_undo: true }
  api.answers(transfers.accept, answer)
  waiting()
  await user.click(screen.getByRole('button', { name: 'Accept RV 310312 (2285) for Ada Byron' }))
  expect(await screen.findByText('No RV waits to be transferred.')).toBeVisible()
  expect(api.calls(transfers.accept)).toEqual([{ transfer_id: 'rv-2' }])
  expect(await screen.findByText('The RV has been transferred.')).toBeVisible()
})

it('refuses one, and says where it was decided meanwhile', async () => {
  const { user } = open()
  api.refuses(transfers.refuse, 404, { message: 'This transfer does not exist.' })
  const button = await screen.findByRole('button', { name: 'Refuse RV 310312 (2285) for Hedy Lamarr' })
  waiting()
  await user.click(button)
  expect(await screen.findByText('This transfer does not exist.')).toBeVisible()
  expect(api.calls(transfers.refuse)).toEqual([{ transfer_id: 'rv-3' }])
  expect(await screen.findByText('No RV waits to be transferred.')).toBeVisible()
})

it('gives the focus to the next transfer once one is decided', async () => {
  const { user } = open()
  const button = await screen.findByRole('button', { name: 'Accept RV 310312 (2285) for Ada Byron' })
  api.answers(transfers.accept, { message: 'The RV has been transferred.', change_id: 'c1', can_undo: true })
  waiting(aTransfer({ transfer_id: 'rv-3', to_user: { _id: 'user-3', name: 'Hedy Lamarr' } }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus())
  button.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: /^Accept .* for Hedy Lamarr/ })).toHaveFocus())
})
