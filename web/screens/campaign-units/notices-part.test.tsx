import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aCampaignUnit } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { UnitNoticesPart } from './notices-part.tsx'

it('says of each notice its way, its round, its day, how it fared and its language', async () => {
  const at = '2026-06-01T12:00:00.000Z'
  fakeApi().answers(campaignUnits.notices, {
    message: '',
    data: [
      { way: 'app', round: 2, at, state: 'inbox', language: 'fr' },
      { way: 'letter', round: 1, at: '2026-06-03', state: 'returned', language: 'en' },
    ],
  })
  renderScreen(<UnitNoticesPart unit={aCampaignUnit()} />, { path: '/campaign-vehicles/unit-1' })
  const entries = within(await screen.findByRole('list', { name: 'Notices' })).getAllByRole('listitem')
  expect(entries[0]).toHaveTextContent(/^In the app.*In the inbox.*Round 2, .*, French$/)
  expect(entries[1]).toHaveTextContent(/^Letter.*Returned.*Round 1, 06-03-2026, English$/)
})
