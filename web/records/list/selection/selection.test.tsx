import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { users } from '#contract/users.ts'
import { watchConnection } from '#web/api/connection.ts'
import { RvTypesScreen } from '#web/screens/rv-types/rv-types-screen.tsx'
import { UsersScreen } from '#web/screens/users/users-screen.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aUser } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aChange, anRvType, pageOfRows } from '#web/testing/rows.ts'

let api: ReturnType<typeof fakeApi>
/** 156 types, of which every fifth is inactive. */
const manyTypes = () =>
  Array.from({ length: 156 }, (_, index) =>
    anRvType({ _id: `type-${index + 1}`, name: `Type ${index + 1}`, is_deleted: (index + 1) % 5 === 0 }),
  )
let all = manyTypes()
beforeEach(() => {
  all = manyTypes()
  api = fakeApi()
  api.answers(rvTypes.list, ({ page = 1, per_page = 10, is_deleted, filters }) => {
    const text = String(filters?.name?.value ?? '')
    const found = all.filter((row) => row.name.includes(text) && row.is_deleted === (is_deleted ?? row.is_deleted))
    const [number, size] = [Number(page), Number(per_page)]
    // Fewer rows than there would be are quicker to render.
    return pageOfRows(found.slice((number - 1) * size, (number - 1) * size + 5), found.length, number)
  })
  api.answers(records.bulk, { message: '4 RV types removed successfully.', change_id: 'bulk-1', data: aChange() })
})

async function open(path = '/rv-types', first = 1) {
  const { user } = renderScreen(<RvTypesScreen />, { path })
  await box(first)
  return { user }
}
const box = (number: number) => screen.findByRole('checkbox', { name: `Select Type ${number}` })
const bar = () => within(screen.getByRole('region', { name: 'Selection' }))
const press = async (name: string) => fireEvent.click(await bar().findByRole('button', { name }))
const question = async (name: string) => within(await screen.findByRole('dialog', { name }))
const done = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('rows', () => {
  it('are selected one by one, in ranges, and over several pages', async () => {
    const { user } = await open()
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
    const spoken = screen.getByRole('status', { name: 'Selected rows' })
    expect(spoken).toBeEmptyDOMElement()
    await user.click(await box(2))
    expect(spoken).toHaveTextContent('1 selected')
    await user.keyboard('{Shift>}')
    await user.click(await box(4))
    await user.keyboard('{/Shift}')
    expect(bar().getByText('3 selected')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Page 2' }))
    await user.click(await box(11))
    expect(bar().getByText('4 selected')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Page 1' }))
    expect(await box(3)).toBeChecked()
    expect(await box(5)).not.toBeChecked()
    await press('Clear')
    expect(await box(3)).not.toBeChecked()
  })

  it('leave the keys of the list alone once a box has the focus', async () => {
    const { user } = await open()
    await user.click(await box(1))
    await user.keyboard('n')
    expect(await screen.findByRole('dialog', { name: 'New RV Type' })).toBeVisible()
  })

  it('are ticked together in the head, also by Space on its title', async () => {
    const { user } = await open()
    const page = screen.getByRole<HTMLInputElement>('checkbox', { name: 'All rows on this page' })
    await user.click(await box(2))
    await waitFor(() => expect(page.indeterminate).toBe(true))
    await user.click(page)
    expect(bar().getByText('5 selected')).toBeVisible()
    expect(page).toBeChecked()
    page.closest<HTMLElement>('[role=columnheader]')?.focus()
    await user.keyboard(' ')
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
    await user.keyboard(' ')
    expect(bar().getByText('5 selected')).toBeVisible()
  })

  it('are selected by Space in their cell, with Shift from the one before', async () => {
    await open()
    const cell = async (number: number) => (await box(number)).closest('td') as HTMLElement
    fireEvent.keyDown(await cell(1), { key: ' ' })
    fireEvent.keyDown(await cell(3), { key: ' ', shiftKey: true })
    expect(bar().getByText('3 selected')).toBeVisible()
    fireEvent.keyDown(await cell(2), { key: ' ' })
    expect(bar().getByText('2 selected')).toBeVisible()
    fireEvent.keyDown(await cell(2), { key: 'e' })
    expect(await screen.findByRole('dialog', { name: 'Edit RV Type' })).toBeVisible()
  })
})

describe('many at once', () => {
  it('are deleted as one change after the exact number and the first names were said', async () => {
    const used_by = [{ record_type: 'rvs' as const, count: 1204, filters: {} }]
    api.answers(records.relations, { message: '', data: { along: [], used_by, returning: [], below: 0, went_with: 0 } })
    const { user } = await open()
    for (const number of [1, 2, 3, 4, 5]) await user.click(await box(number))
    await press('Delete')
    const dialog = await question('Delete RV types')
    // The fifth is inactive already.
    expect(dialog.getByText('Are you sure you want to remove these 4 RV types?')).toBeVisible()
    expect(await dialog.findByText('4 RV types: 1,204 RVs use them.')).toBeVisible()
    expect(api.calls(records.relations)).toEqual([{ record_type: 'rv_types', ids: expect.any(Array) }])
    expect(dialog.getByText('Type 1, Type 2, Type 3 and 1 other')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await done()
    expect(api.calls(records.bulk)).toEqual([
      { record_type: 'rv_types', action: 'delete', ids: ['type-1', 'type-2', 'type-3', 'type-4'] },
    ])
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
    expect(await screen.findByText('4 RV types removed successfully.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  })

  it('that match the filters are chosen by these, but for those that were left out', async () => {
    const { user } = await open('/rv-types?name=Type')
    await user.click(await box(1))
    await press('Select all 156 matching')
    await user.click(await box(2))
    expect(bar().getByText('155 selected')).toBeVisible()
    await press('Delete')
    const dialog = await question('Delete RV types')
    expect(await dialog.findByText('Are you sure you want to remove these 124 RV types?')).toBeVisible()
    await waitFor(() => expect(api.calls(records.relations)[0]).toMatchObject({ except: expect.any(Array) }))
    expect(dialog.getByText('Type 1, Type 3, Type 4 and 121 others')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await done()
    expect(api.calls(records.bulk)).toEqual([
      {
        record_type: 'rv_types',
        action: 'delete',
        matching: { filters: { name: { op: 'contains', value: 'Type' } }, is_deleted: false },
        except: ['type-2'],
        expect: 124,
      },
    ])
  })

  it('that match say that they replaced rows of other filters, which come back', async () => {
    const { user } = await open()
    await user.click(await box(1))
    await user.click(await box(2))
    await user.type(screen.getByRole('searchbox', { name: 'Filter Name' }), '15')
    await box(15)
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select Type 1' })).toBeNull())
    await press('Select all 9 matching')
    expect(bar().getByText('This replaced the 2 rows selected before.')).toBeVisible()
    await press('Bring back')
    expect(bar().getByText('2 selected')).toBeVisible()
    expect(bar().queryByText(/^This replaced/)).toBeNull()
  })

  it('are counted again when others match by then', async () => {
    api.refuses(records.bulk, 409, { message: '123 RV types now match, not the expected 125. Nothing was changed.' })
    const { user } = await open()
    await user.click(await box(1))
    await press('Select all 156')
    await press('Delete')
    const dialog = await question('Delete RV types')
    await dialog.findByText('Are you sure you want to remove these 125 RV types?')
    all[0] = { ...(all[0] as (typeof all)[0]), is_deleted: true }
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await dialog.findByText(/^123 RV types now match/)).toBeVisible()
    expect(await dialog.findByText('Are you sure you want to remove these 124 RV types?')).toBeVisible()
  })

  it('are not selected any more when other records match', async () => {
    const { user } = await open()
    await user.click(await box(1))
    await press('Select all 156')
    await user.type(screen.getByRole('searchbox', { name: 'Filter Name' }), '11')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull())
  })

  it('cannot be changed without a connection, which is said', async () => {
    const { user } = await open()
    await user.click(await box(1))
    const stop = watchConnection()
    await api.losesConnection()
    await press('Delete')
    expect(await screen.findByText('You are offline. This needs a connection.')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    act(stop)
  })

  it('are offered what fits them', async () => {
    const { user } = await open('/rv-types?status=inactive', 5)
    await user.click(await screen.findByRole('checkbox', { name: 'Select Type 5' }))
    expect(bar().queryByRole('button', { name: 'Delete' })).toBeNull()
    expect(bar().getByRole('button', { name: 'Restore' })).toBeVisible()
    await press('Select all 31 matching')
    expect(bar().queryByRole('button', { name: 'Delete' })).toBeNull()
  })

  it('say how far they are when there are very many', async () => {
    const running = aChange({ _id: 'bulk-1', state: 'running', record_count: 0, expected_count: 9000 })
    api.answers(records.bulk, { message: '9,000 RV types removed successfully.', change_id: 'bulk-1', data: running })
    api.answers(changes.get, { ...pageOfRows([]), change: { ...running, record_count: 3000 } })
    const { user } = await open()
    await user.click(await box(1))
    await press('Delete')
    await user.click((await question('Delete RV types')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Running: 3,000 of 9,000')).toBeVisible()
  })
})

it('users are activated and deactivated', async () => {
  api.answers(users.list, pageOfRows([aUser(), aUser({ _id: 'user-2', name: 'Alan Kay', status: false })]))
  const { user } = renderScreen(<UsersScreen />, { path: '/users' })
  await user.click(await screen.findByRole('checkbox', { name: 'Select Grace Hopper (grace@example.com)' }))
  expect(bar().queryByRole('button', { name: 'Activate' })).toBeNull()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Alan Kay (grace@example.com)' }))
  await press('Deactivate')
  const dialog = await question('Deactivate Users')
  expect(dialog.getByText('Are you sure you want to deactivate this user?')).toBeVisible()
  expect(dialog.getByText(/^The user is signed out of the app/)).toBeVisible()
  expect(dialog.getByText('Grace Hopper (grace@example.com)')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
  await done()
  expect(api.calls(records.bulk)).toEqual([{ record_type: 'users', action: 'deactivate', ids: ['user-1'] }])
})
