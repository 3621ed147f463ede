import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aCampaign } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows } from '#web/testing/rows.ts'
import { CampaignsScreen } from './campaigns-screen.tsx'

it('offers to delete a draft, and to close what was opened', async () => {
  const draft = aCampaign({ number: 'D-1', state: 'draft', opened_at: null })
  const opened = aCampaign({ _id: 'campaign-2', number: 'O-2', state: 'open', opened_at: '2026-05-10T12:00:00.000Z' })
  fakeApi().answers(campaigns.list, pageOfRows([draft, opened]))
  renderScreen(<CampaignsScreen />, { path: '/campaigns' })
  const buttonsOf = async (number: string) =>
    within((await screen.findByText(number)).closest('[role=row]') as HTMLElement)
      .getAllByRole('button', { hidden: true })
      .map((button) => button.getAttribute('aria-label')?.split(' ')[0])
  expect(await buttonsOf('D-1')).toEqual(expect.arrayContaining(['Open', 'Delete']))
  expect(await buttonsOf('O-2')).toEqual(expect.arrayContaining(['Remind', 'Close']))
  expect(await buttonsOf('O-2')).not.toContain('Delete')
})

it('says beside the title whether it is a draft, open, closed or removed', async () => {
  const api = fakeApi()
  for (const [state, is_deleted, word] of [
    ['draft', false, 'Draft'],
    ['open', false, 'Open'],
    ['closed', false, 'Closed'],
    ['draft', true, 'Inactive'],
  ] as const) {
    api.answers(campaigns.list, pageOfRows([aCampaign({ number: 'D-1', state, is_deleted })]))
    const { unmount } = renderScreen(<CampaignsScreen />, { path: '/campaigns' })
    const row = (await screen.findByText('D-1')).closest('[role=row]') as HTMLElement
    expect(within(row).getByText(word)).toBeInTheDocument()
    unmount()
  }
})

it('counts the owners again where others are to be told by then', async () => {
  const api = fakeApi()
  const draft = (owners_to_tell: number) =>
    aCampaign({ number: 'D-1', state: 'draft', opened_at: null, owners_to_tell })
  api.answers(campaigns.list, pageOfRows([draft(4)]))
  api.answers(campaigns.get, { message: '', data: draft(4) })
  api.refuses(campaigns.open, 409, { message: '5 users now match, not the expected 4. Nobody was told.' })
  const { user } = renderScreen(<CampaignsScreen />, { path: '/campaigns' })
  await user.click(await screen.findByRole('button', { name: /^Open D-1/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Open Campaign' }))
  expect(await dialog.findByText(/^4 owners will be told/)).toBeVisible()
  api.answers(campaigns.get, { message: '', data: draft(5) })
  await user.click(dialog.getByRole('button', { name: 'Open' }))
  expect(await dialog.findByText(/^5 users now match/)).toBeVisible()
  expect(await dialog.findByText(/^5 owners will be told/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(api.calls(campaigns.open).map(({ expect }) => expect)).toEqual([4, 5]))
})
