import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { administrators } from '#contract/administrators.ts'
import { checklists } from '#contract/checklists.ts'
import { dealers } from '#contract/dealers.ts'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { users } from '#contract/users.ts'
import { ChecklistsScreen } from '#web/screens/checklists/checklists-screen.tsx'
import { DealersScreen } from '#web/screens/dealers/dealers-screen.tsx'
import { ModelsScreen } from '#web/screens/models/models-screen.tsx'
import { RvsScreen } from '#web/screens/rvs/rvs-screen.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aDealer, anRv, aUser } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aModel, anRvType, pageOfRows } from '#web/testing/rows.ts'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  api.answers(dealers.list, pageOfRows([aDealer()]))
  api.answers(models.list, pageOfRows([aModel()]))
  api.answers(rvs.list, pageOfRows([anRv()]))
})

const pills = async () => {
  const list = await screen.findByRole('list', { name: 'Filters in force' })
  return within(list)
    .getAllByRole('listitem')
    .map((pill) => pill.textContent)
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })

async function addFilter(user: ReturnType<typeof renderScreen>['user'], title: string) {
  await user.click(await button('Filter'))
  await user.click(await screen.findByRole('menuitem', { name: title }))
  return within(await screen.findByRole('dialog', { name: `Filter by ${title}` }))
}

describe('the filters in force', () => {
  it.each([
    ['name=rv', 'Name contains rv'],
    ['name=rv&name.op=not_contains', 'Name does not contain rv'],
    ['name=Redstone&name.op=equals', 'Name is Redstone'],
    ['city.op=is_empty', 'City is empty'],
    ['type=dealer', 'Type is Dealer'],
    ['type=dealer,service', 'Type is Dealer or Service'],
    ['status=inactive', 'Status is Inactive'],
    ['updated_at=last.7', 'Updated in the last 7 days'],
    ['updated_at=lt.2027-03-01', 'Updated is before 03-01-2027'],
    ['created_at=between_inclusive.2027-03-01.2027-04-01', 'Created is from 03-01-2027 to 04-01-2027'],
    ['created_at=between.2027-03-01.2027-04-01', 'Created is between 03-01-2027 and 04-01-2027'],
  ])('are read in words: %s', async (search, words) => {
    renderScreen(<DealersScreen />, { path: `/rv-dealers?${search}` })
    expect(await pills()).toEqual([words])
  })

  it.each([
    ['seq_no=12', 'Sequence No. contains 12'],
    ['seq_no=12&seq_no.op=gte', 'Sequence No. is at least 12'],
    ['seq_no=5-10&seq_no.op=between_inclusive', 'Sequence No. is from 5 to 10'],
    ['cat_id=type-1', 'RV type is Travel Trailer'],
  ])('are read in words: %s', async (search, words) => {
    renderScreen(<ModelsScreen />, { path: `/models?${search}` })
    await screen.findByText('Travel Trailer')
    expect(await pills()).toEqual([words])
  })

  it('name the record that they refer to, also where no row is left', async () => {
    api.answers(models.list, pageOfRows([]))
    api.answers(rvTypes.get, { message: '', data: anRvType({ name: 'Fifth Wheel' }) })
    renderScreen(<ModelsScreen />, { path: '/models?cat_id=type-9' })
    await waitFor(async () => expect(await pills()).toEqual(['RV type is Fifth Wheel']))
    expect(api.calls(rvTypes.get)).toEqual([{ cat_id: 'type-9' }])
  })

  it('name who added records, be it an administrator or an owner', async () => {
    api.answers(checklists.list, pageOfRows([]))
    api.refuses(administrators.get, 404)
    api.answers(users.get, { message: '', data: aUser({ name: 'Grace', email: 'grace@example.com' }) })
    renderScreen(<ChecklistsScreen />, { path: '/checklists?user_id=user-9' })
    await waitFor(async () => expect(await pills()).toEqual(['Person is Grace (grace@example.com)']))
  })

  it('are only those that leave rows out', async () => {
    renderScreen(<ModelsScreen />, { path: '/models?name.op=starts_with&seq_no=5&seq_no.op=between_inclusive' })
    await screen.findByText('Travel Trailer')
    expect(screen.queryByRole('list', { name: 'Filters in force' })).toBeNull()
  })

  it('are one state with the inputs below the titles, and the focus stays in the bar', async () => {
    const { user, router } = renderScreen(<DealersScreen />, { path: '/rv-dealers?name=rv&type=dealer' })
    await user.click(await button('Remove filter: Type is Dealer'))
    expect(router.state.location.search).toBe('?name=rv')
    expect(screen.getByRole('combobox', { name: 'Filter Type' })).toHaveValue('')
    expect(await button('Filter')).toHaveFocus()
    await user.type(screen.getByRole('searchbox', { name: 'Filter City' }), 'waco')
    await waitFor(async () => expect(await pills()).toEqual(['Name contains rv', 'City contains waco']))
    await user.click(await button('Clear filters'))
    expect(router.state.location.search).toBe('')
    expect(screen.getByRole('searchbox', { name: 'Filter Name' })).toHaveValue('')
  })

  it('are changed where they are read, and Escape closes the operators first', async () => {
    const { user, router } = renderScreen(<DealersScreen />, { path: '/rv-dealers?name=rv' })
    const pill = await button('Name contains rv')
    await user.click(pill)
    const form = within(await screen.findByRole('dialog', { name: 'Filter by Name' }))
    expect(form.getByRole('textbox', { name: 'Value' })).toHaveValue('rv')
    await user.click(form.getByRole('button', { name: 'Operator for Name: Contains' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(form.getByRole('textbox', { name: 'Value' })).toBeVisible()
    await user.click(form.getByRole('button', { name: 'Operator for Name: Contains' }))
    await user.click(await form.findByRole('menuitemradio', { name: 'Starts with' }))
    await waitFor(() => expect(router.state.location.search).toBe('?name=rv&name.op=starts_with'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await button('Name starts with rv')).toHaveFocus()
  })

  it('that no column shows are read and removed too', async () => {
    const { user, router } = renderScreen(<RvsScreen />, { path: '/rv-management?inactive=true' })
    expect(await pills()).toEqual(['Inactive only'])
    await user.click(await button('Remove filter: Inactive only'))
    expect(router.state.location.search).toBe('')
    expect(screen.getByRole('switch', { name: 'Show inactive' })).not.toBeChecked()
  })
})

describe('another filter', () => {
  it('is added for any field, also one whose column is hidden, with any operator', async () => {
    const { user, router } = renderScreen(<DealersScreen />, { path: '/rv-dealers' })
    const form = await addFilter(user, 'State')
    await user.click(form.getByRole('button', { name: 'Operator for State: Contains' }))
    await user.click(await form.findByRole('menuitemradio', { name: 'Is not empty' }))
    await waitFor(() => expect(router.state.location.search).toBe('?state.op=not_empty'))
    expect(form.queryByRole('textbox')).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    const dates = await addFilter(user, 'Updated')
    await user.click(dates.getByRole('button', { name: 'Last 7 days' }))
    await waitFor(() => expect(router.state.location.search).toContain('updated_at=last.7'))
    expect(await pills()).toEqual(['State is not empty', 'Updated in the last 7 days'])
    const today = new Date().toISOString().slice(0, 10)
    const { updated_at } = api.calls(dealers.list).at(-1)?.filters ?? {}
    expect(updated_at?.op).toBe('gte')
    expect(Date.parse(today) - Date.parse(String(updated_at?.value))).toBe(6 * 86_400_000)
  })

  it('is one of several choices', async () => {
    const { user, router } = renderScreen(<DealersScreen />, { path: '/rv-dealers' })
    const form = await addFilter(user, 'Type')
    await user.click(form.getByRole('checkbox', { name: 'Dealer' }))
    await user.click(form.getByRole('checkbox', { name: 'Service' }))
    expect(router.state.location.search).toBe('?type=dealer%2Cservice')
  })
})

it('a list is printed from its bar', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const { user } = renderScreen(<DealersScreen />, { path: '/rv-dealers' })
  await user.click(await button('Print'))
  expect(print).toHaveBeenCalledOnce()
})
