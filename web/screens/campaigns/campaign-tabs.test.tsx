import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CampaignDoubt } from '#contract/campaign-doubts.ts'
import type { CampaignReport } from '#contract/campaign-report.ts'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { changes } from '#contract/changes.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aCampaign, aCampaignUnit } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aChange, pageOfRows } from '#web/testing/rows.ts'
import { vehiclesIn } from './add-vehicles-dialog.tsx'
import { CampaignTabs } from './campaign-tabs.tsx'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
})
const done = { message: 'Done.', change_id: 'c1', can_undo: false }
const aDoubt = (fields: Partial<CampaignDoubt>): CampaignDoubt => ({
  why: 'possible',
  unit_id: 'unit-1',
  vin: '1FDXE4FS6GD310312',
  rv_id: 'rv-1',
  user: { _id: 'user-1', name: 'Grace Hopper' },
  said: null,
  ...fields,
})
const aReport = (quarter: string, fields: object = {}): CampaignReport => ({
  quarter,
  number: '27V-101',
  due_on: null,
  filed: null,
  differs: {},
  involved: 4,
  remedied: 1,
  no_remedy_needed: 0,
  unreachable: { exported: 0, stolen: 1, scrapped: 0, not_notified: 0, other: 0 },
  open: 2,
  completion: 25,
  notified_from: '2020-06-01',
  notified_to: '2020-06-20',
  ...fields,
})
const open = (tab: string, fields: object = {}) =>
  renderScreen(
    <CampaignTabs
      campaign={aCampaign({
        state: 'open',
        opened_at: '2020-05-05T12:00:00.000Z',
        decided_on: '2020-05-04',
        ...fields,
      })}
    />,
    {
      path: `/campaigns/campaign-1?tab=${tab}`,
    },
  )

it('vehicles are VINs and ranges, however they are pasted', () => {
  expect(vehiclesIn('A1 B2\nC3, D4;\n\n E5 to F6\r\nG7 – H8')).toEqual({
    vins: ['A1', 'B2', 'C3', 'D4'],
    ranges: [
      { from: 'E5', to: 'F6' },
      { from: 'G7', to: 'H8' },
    ],
  })
})

it('a VIN may be typed with spaces and dashes, alone in its line or behind another one', () => {
  const [first, second] = ['1fdxe4fs 0gd 001701', '1FDXE4FS-6GD-310312']
  expect(vehiclesIn(`${first}\n${second}\n${first} ${second}\n${second} 1FDXE4FS6GD310313`).vins).toEqual([
    first,
    second,
    first,
    second,
    second,
    '1FDXE4FS6GD310313',
  ])
  expect(vehiclesIn(`${first} to 1fdxe4fs 0gd 001799`).ranges).toEqual([{ from: first, to: '1fdxe4fs 0gd 001799' }])
  expect(vehiclesIn('1fdxe4fs6gd310312 B2').vins).toEqual(['1fdxe4fs6gd310312', 'B2'])
})

it('what is far too long to be a VIN is named by its beginning', () => {
  const { vins, ranges } = vehiclesIn(`${'x'.repeat(1000)}\n${'y'.repeat(61)} to E5`)
  expect(vins).toEqual([`${'x'.repeat(59)}…`])
  expect(ranges).toEqual([{ from: `${'y'.repeat(59)}…`, to: 'E5' }])
})

it('adds only what was checked as it stands now', async () => {
  const { user } = open('vehicles')
  await user.click(screen.getByRole('button', { name: 'Add vehicles' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Vehicles' }))
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'VINs' })).toHaveFocus())
  const refused = [{ vin: 'B2', errors: { vin: ['A VIN has 17 characters.'] } }]
  api.answers(campaigns.addUnits, { ...done, data: { new: 1, unchanged: 2, refused } })
  api.answers(changes.get, {
    ...pageOfRows([]),
    change: aChange({ _id: 'c1', state: 'running', expected_count: 1, record_count: 0 }),
  })
  await user.type(dialog.getByRole('textbox', { name: 'VINs' }), 'A1 B2')
  await user.click(dialog.getByRole('button', { name: 'Check' }))
  expect(await dialog.findByText('1 new vehicle. 2 are on the list already.')).toBeVisible()
  expect(dialog.getByText('B2: A VIN has 17 characters.')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'VINs' }), ' C3')
  expect(dialog.getByRole('button', { name: 'Add' })).toBeDisabled()
  await user.click(dialog.getByRole('button', { name: 'Check' }))
  await user.click(await dialog.findByRole('button', { name: 'Add 1 vehicle' }))
  // It may take a while: how far it is stands in its change.
  await waitFor(() => expect(api.calls(changes.get).at(-1)).toMatchObject({ change_id: 'c1' }))
  expect(api.calls(campaigns.addUnits).at(-1)).toMatchObject({
    vins: ['A1', 'B2', 'C3'],
    expect: 1,
    leave_refused: true,
  })
})

it('says once, in the dialog, why vehicles could not be checked', async () => {
  const { user } = open('vehicles')
  await user.click(screen.getByRole('button', { name: 'Add vehicles' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Vehicles' }))
  api.breaks(campaigns.addUnits, 'cut', { ...done, data: { new: 1, unchanged: 0, refused: [] } })
  await user.type(dialog.getByRole('textbox', { name: 'VINs' }), 'A1')
  await user.click(dialog.getByRole('button', { name: 'Check' }))
  expect(await dialog.findByText('Network Problem')).toBeVisible()
  expect(screen.getAllByText('Network Problem')).toHaveLength(1)
})

it('decides doubts: who has it, who has not, and what an owner says', async () => {
  const said = { what: 'stolen', on: '2026-06-01' }
  const doubts = [
    aDoubt({}),
    aDoubt({ why: 'disputed', unit_id: 'unit-2' }),
    aDoubt({ why: 'said', unit_id: 'unit-3', rv_id: null, user: null, said }),
  ]
  api.answers(campaigns.doubts, { message: '', data: doubts })
  for (const one of [campaignUnits.confirm, campaignUnits.reject, campaignUnits.accept])
    api.answers(one, { ...done, data: aCampaignUnit() })
  const { user } = open('doubts')
  const entries = within(await screen.findByRole('list', { name: 'Doubts' })).getAllByRole('listitem')
  expect(entries[2]).toHaveTextContent('It was stolen on 06-01-2026.')
  const press = async (place: number, name: RegExp) =>
    user.click(within(entries[place] as HTMLElement).getByRole('button', { name }))
  await press(0, /^Is this vehicle/)
  await press(1, /^Is not/)
  await press(2, /^Accept/)
  expect([campaignUnits.confirm, campaignUnits.reject, campaignUnits.accept].map((one) => api.calls(one))).toEqual([
    [{ unit_id: 'unit-1', rv_id: 'rv-1' }],
    [{ unit_id: 'unit-2', rv_id: 'rv-1' }],
    [{ unit_id: 'unit-3' }],
  ])
})

it('gives the focus to the next doubt, and behind the last one to the heading', async () => {
  let doubts = [aDoubt({}), aDoubt({ unit_id: 'unit-2', vin: '1FDXE4FS8GD310313' })]
  api.answers(campaigns.doubts, () => ({ message: '', data: doubts }))
  api.answers(campaignUnits.reject, ({ unit_id }) => {
    doubts = doubts.filter((one) => one.unit_id !== unit_id)
    return { ...done, data: aCampaignUnit() }
  })
  const { user } = open('doubts')
  const [first] = await screen.findAllByRole('button', { name: /^Is not/ })
  first?.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: /^Is this vehicle: 1FDXE4FS8GD310313/ })).toHaveFocus())
  await user.tab()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Doubts' })).toHaveFocus())
})

describe('notices', () => {
  const counts = { ...aCampaign().counts, not_mailed: 5, without_address: 2 }

  it('say when letters are overdue: not of a draft, nor where all were written to', () => {
    const row = () => screen.getByRole('row', { name: /^Due on/ })
    const days = { counts, owners_due_on: '2020-07-03' }
    const { unmount } = open('notices', days)
    expect(row()).toHaveTextContent('07-03-2020. Overdue.')
    unmount()
    const drafted = open('notices', { ...days, state: 'draft' })
    expect(row()).not.toHaveTextContent('Overdue')
    drafted.unmount()
    open('notices', { ...days, counts: { ...counts, not_mailed: 0 } })
    expect(row()).not.toHaveTextContent('Overdue')
  })

  it('note as mailed only what has an address, and dealers as many as there are', async () => {
    api.answers(campaigns.mailed, { ...done, data: { mailed: 3 } })
    api.answers(campaigns.dealersTold, { ...done, data: { told: 3 } })
    const { user } = open('notices', { counts })
    await user.click(screen.getByRole('button', { name: 'Mark as mailed' }))
    const mailed = within(await screen.findByRole('dialog', { name: 'Mark as Mailed' }))
    expect(
      mailed.getByText(/^3 letters to those with an address .* 2 vehicles without an address remain /),
    ).toBeVisible()
    await user.click(mailed.getByRole('button', { name: 'Mark as mailed' }))
    expect(api.calls(campaigns.mailed)).toMatchObject([{ with_address: true, expect: 3 }])
    await user.click(screen.getByRole('button', { name: 'Mark as told' }))
    const told = within(await screen.findByRole('dialog', { name: 'Mark Dealers as Told' }))
    await user.click(told.getByRole('button', { name: 'Mark as told' }))
    expect(api.calls(campaigns.dealersTold)).toMatchObject([{ expect: 3 }])
  })

  it('say why no letter can be noted as mailed', async () => {
    const { user } = open('notices', { counts: { ...counts, not_mailed: 2 } })
    await user.click(screen.getByRole('button', { name: 'Mark as mailed' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark as Mailed' }))
    expect(dialog.getByText('No letter can be mailed yet: 2 vehicles have no address.')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Mark as mailed' })).toBeDisabled()
  })

  it('say which VIN of a returned letter is not on the list, and note none then', async () => {
    const { user } = open('notices')
    api.answers(campaignUnits.list, pageOfRows([]))
    await user.click(screen.getByRole('button', { name: 'Note returned letters' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Note Returned Letters' }))
    await user.type(dialog.getByRole('textbox', { name: 'VINs on the letters' }), '1fdxe4fs6gd310312')
    await user.click(dialog.getByRole('button', { name: 'Note as returned' }))
    const words = '1FDXE4FS6GD310312 is not on the list of this campaign.'
    expect((await dialog.findAllByText(words))[0]).toBeVisible()
    expect(api.calls(campaigns.returned)).toEqual([])
  })
})

it('reports say what was filed, what is overdue, and how what was filed differs', async () => {
  const filed = { filed: { submitted_on: '2020-07-20' }, differs: { remedied: 2, 'unreachable.stolen': -1 } }
  api.answers(campaigns.report, ({ quarter }) => ({
    message: '',
    data: aReport(quarter, quarter === '2020-2' ? filed : {}),
  }))
  open('reports')
  const [first, second] = within(await screen.findByRole('list', { name: 'Reports' })).getAllByRole('listitem')
  await screen.findByRole('button', { name: 'Mark as filed: quarter 2020-3' })
  expect(first).toHaveTextContent('Filed on 07-20-2020')
  expect(first).toHaveTextContent(
    '4 vehicles: 1 remedied, 0 needed no remedy, 1 unreachable (1 stolen), 2 open. 25% complete.',
  )
  expect(first).toHaveTextContent('What was filed differs from what is known now: +2 remedied, −1 stolen.')
  expect(first).not.toHaveTextContent('Overdue')
  expect(second).toHaveTextContent('Due on 10-30-2020')
  expect(second).toHaveTextContent('Overdue.')
})

it('reports name what was filed of quarters before the day that is edited since, under the number of then', async () => {
  api.answers(campaigns.report, ({ quarter }) => ({
    message: '',
    data: aReport(quarter, { number: '27V-100', due_on: '2020-04-30', filed: { submitted_on: '2020-04-20' } }),
  }))
  open('reports', { number: '27V-101', filed_quarters: ['2020-1'] })
  const [first] = within(await screen.findByRole('list', { name: 'Reports' })).getAllByRole('listitem')
  await waitFor(() => expect(first).toHaveTextContent('Filed on 04-20-2020'))
  expect(first).toHaveTextContent('Quarter 2020-1')
  expect(first).toHaveTextContent('Filed under the number 27V-100.')
})

it('reports name one day where owners were all told on it', async () => {
  api.answers(campaigns.report, ({ quarter }) => ({
    message: '',
    data: aReport(quarter, { notified_to: '2020-06-01' }),
  }))
  open('reports')
  expect((await screen.findAllByText('Owners were told on 06-01-2020.'))[0]).toBeVisible()
})

it('reports that could not be read are said to be neither not begun nor overdue', async () => {
  api.refuses(campaigns.report, 503, { message: 'Please try again later.' })
  open('reports')
  expect(await screen.findByText('Please try again later.')).toBeVisible()
  const [first] = within(screen.getByRole('list', { name: 'Reports' })).getAllByRole('listitem')
  expect(first).toHaveTextContent(/^Quarter 2020-2Due on 07-30-2020$/)
})

it('reports of a draft are not filed', async () => {
  api.answers(campaigns.report, ({ quarter }) => ({ message: '', data: aReport(quarter) }))
  open('reports', { state: 'draft', opened_at: null })
  await screen.findAllByText(/^4 vehicles/)
  expect(screen.queryByRole('button', { name: /^Mark as filed/ })).toBeNull()
})
