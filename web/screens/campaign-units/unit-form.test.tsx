import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { dealers } from '#contract/dealers.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aCampaign, aCampaignUnit } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows } from '#web/testing/rows.ts'
import { CampaignUnitsScreen } from './units-screen.tsx'

it('finds any campaign by its number or its title, and offers the newest at first', async () => {
  const api = fakeApi()
  const old = aCampaign({ _id: 'campaign-old', number: '12V-007', title: 'Axle may break' })
  api.answers(campaignUnits.list, pageOfRows([]))
  api.answers(dealers.list, pageOfRows([]))
  api.answers(campaigns.list, ({ filters = {} }) => {
    const [[field, filter] = ['', {}]] = Object.entries(filters)
    if (!field) return pageOfRows([aCampaign({ number: '27V-101', title: 'Gas line may leak' })], 101)
    const isMeant = String(old[field as 'number' | 'title'])
      .toLowerCase()
      .includes(String(filter.value).toLowerCase())
    return pageOfRows(isMeant ? [old] : [])
  })
  const { user } = renderScreen(<CampaignUnitsScreen />, { path: '/campaign-vehicles' })
  await user.click(await screen.findByRole('button', { name: /^Add/ }))
  const campaign = await screen.findByRole('combobox', { name: 'Campaign' })
  await user.click(campaign)
  expect(await screen.findByRole('option', { name: '27V-101: Gas line may leak' })).toBeVisible()
  for (const typed of ['12v', 'axle']) {
    await user.clear(campaign)
    await user.type(campaign, typed)
    expect(await screen.findByRole('option', { name: '12V-007: Axle may break' })).toBeVisible()
  }
  await user.click(screen.getByRole('option', { name: '12V-007: Axle may break' }))
  expect(campaign).toHaveDisplayValue('12V-007: Axle may break')
})

it('keeps what is typed while the campaigns are being loaded, and reads none of them as whole ones', async () => {
  const api = fakeApi()
  const unit = aCampaignUnit({ campaign_id: { _id: 'campaign-1', name: '27V-101' }, campaign: '27V-101' })
  api.answers(campaignUnits.list, pageOfRows([unit]))
  api.answers(dealers.list, pageOfRows([]))
  api.answers(campaigns.list, pageOfRows([aCampaign({ _id: 'campaign-1', number: '27V-101', title: 'Gas may leak' })]))
  const held = api.holds(campaigns.list)
  const { user, client } = renderScreen(<CampaignUnitsScreen />, { path: '/campaign-vehicles' })
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  const campaign = await screen.findByRole('combobox', { name: 'Campaign' })
  await user.clear(campaign)
  await user.type(campaign, 'ga')
  // The first ones, and those that contain the text in their number or title.
  await waitFor(() => expect(held.count()).toBe(3))
  for (const place of [0, 1, 2]) held.release(place)
  expect(await screen.findByRole('option', { name: '27V-101' })).toBeVisible()
  expect(campaign).toHaveDisplayValue('ga')
  // Pages look for their campaign among the lists that were read.
  expect(client.getQueriesData({ queryKey: [campaigns.list.path] })).toEqual([])
})
