import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { maintenanceItems } from '#contract/maintenance-items.ts'
import { chooseOperator } from '#web/testing/choose-operator.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aMaintenanceItem, pageOfRows } from '#web/testing/rows.ts'
import { MaintenanceItemsScreen } from './maintenance-items-screen.tsx'

const PATH = '/maintenance-item-management'
let api: ReturnType<typeof fakeApi>
const open = (search = '') => renderScreen(<MaintenanceItemsScreen />, { path: `${PATH}${search}` })

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2027-03-01T12:00:00Z'), toFake: ['Date'] })
  api = fakeApi()
  api.answers(maintenanceItems.list, pageOfRows([aMaintenanceItem()]))
})

describe('Maintenance Items Management', () => {
  it('pins the first and the last column', async () => {
    open()
    expect(await screen.findByText('04-10-2027')).toBeVisible()
    const headers = screen.getAllByRole('columnheader')
    expect(headers[1]).toHaveAttribute('data-pinned', 'left')
    expect(headers[8]).toHaveAttribute('data-pinned', 'right')
  })

  it('offers its first record while it is empty', async () => {
    api.answers(maintenanceItems.list, pageOfRows([]))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Add the first maintenance item' }))
    expect(await screen.findByRole('dialog', { name: 'New Maintenance Item' })).toBeVisible()
  })

  it('has no New button in its header; an item is added from below the rows', async () => {
    api.answers(maintenanceItems.add, { message: 'Maintenance Details added successfully.', data: aMaintenanceItem() })
    const { user } = open()
    expect(screen.queryByRole('button', { name: 'New' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Add maintenance item' }))
    const form = within(await screen.findByRole('dialog', { name: 'New Maintenance Item' }))
    const type = (name: string, keys: string) => user.type(form.getByRole('textbox', { name }), keys)
    await type('Reminder Name', 'Repack the bearings')
    await type('Item Name', 'Wheel bearings')
    await type('Note', 'Both axles.')
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    await type('Due Date', '03012027')
    await user.tab()
    expect(form.getByText('Please select a Due Date later than today.')).toBeVisible()
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.clear(form.getByRole('textbox', { name: 'Due Date' }))
    expect(form.getByText('Please select Due Date')).toBeVisible()
    await type('Due Date', '03022027')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Maintenance Details added successfully.')).toBeVisible()
    expect(api.calls(maintenanceItems.add)).toEqual([
      {
        reminder_name: 'Repack the bearings',
        item_name: 'Wheel bearings',
        due_date: '2027-03-02',
        note: 'Both axles.',
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    ])
  })

  it('offers no day of the calendar before tomorrow, and saves an overdue item whose date stays', async () => {
    api.answers(maintenanceItems.list, pageOfRows([aMaintenanceItem({ due_date: '2026-12-31' })]))
    api.answers(maintenanceItems.edit, {
      message: 'Maintenance Details updated successfully.',
      data: aMaintenanceItem(),
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit Inspect the roof (Ada Lovelace)' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Maintenance Item' }))
    expect(form.getByRole('textbox', { name: 'Due Date' })).toHaveValue('12-31-2026')
    expect(document.querySelector('input[type=date]')).toHaveAttribute('min', '2027-03-02')
    await user.type(form.getByRole('textbox', { name: 'Note' }), ' Again.')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Maintenance Details updated successfully.')).toBeVisible()
    expect(api.calls(maintenanceItems.edit)[0]).toMatchObject({ due_date: '2026-12-31', maintenance_id: 'item-1' })
  })
})

describe('the filter of the due date', () => {
  const asked = () => api.calls(maintenanceItems.list).at(-1)?.filters
  const openFilter = async (search?: string) => {
    const { user, router } = open(search)
    await user.click(await screen.findByRole('button', { name: /^Filter Due Date/ }))
    const filter = within(await screen.findByRole('dialog', { name: /^Filter Due Date/ }))
    return { user, router, filter }
  }

  it('offers the eight operators', async () => {
    const { user, filter } = await openFilter()
    await user.click(filter.getByRole('button', { name: 'Operator for Due Date: Equals' }))
    const names = [
      'Equals',
      'Not equal',
      'Less than',
      'Less than or equal',
      'Greater than',
      'Greater than or equal',
      'In range',
      'Inclusive range',
    ]
    const entries = await filter.findAllByRole('menuitemradio')
    expect(entries).toHaveLength(names.length)
    for (const [place, name] of names.entries()) expect(entries[place]).toHaveAccessibleName(name)
    // Escape closes the menu alone, and the next one the filter.
    await user.keyboard('{Escape}')
    await waitFor(() => expect(filter.queryByRole('menu')).toBeNull())
    expect(filter.getByRole('button', { name: 'Operator for Due Date: Equals' })).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('asks once the date is complete, keeps it in the address, and can be reset', async () => {
    const { user, router, filter } = await openFilter()
    await chooseOperator(user, 'Due Date', 'Less than')
    await user.type(filter.getByRole('textbox', { name: 'Date' }), '0501202')
    expect(asked()).toBeUndefined()
    await user.type(filter.getByRole('textbox', { name: 'Date' }), '7')
    await waitFor(() => expect(asked()).toEqual({ due_date: { op: 'lt', value: '2027-05-01' } }))
    expect(router.state.location.search).toBe('?due_date=lt.2027-05-01')
    expect(screen.getByRole('button', { name: 'Filter Due Date: Less than 05-01-2027', hidden: true })).toBeVisible()
    await user.click(filter.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(asked()).toBeUndefined())
    expect(router.state.location.search).toBe('')
  })

  it('asks for a range with both its ends, in their order', async () => {
    const { user, filter } = await openFilter('?due_date=between_inclusive.2027-04-01.2027-04-30')
    await waitFor(() =>
      expect(asked()).toEqual({
        due_date: { op: 'between_inclusive', value: '2027-04-01', value_to: '2027-04-30' },
      }),
    )
    const to = filter.getByRole('textbox', { name: 'To' })
    expect(to).toHaveValue('04-30-2027')
    await user.clear(to)
    await user.type(to, '03012027')
    expect(filter.getByText('This day is before the first day.')).toBeVisible()
    expect(asked()).toBeUndefined()
  })

  it.each(['lt', 'lt.tomorrow', 'like.2027-05-01', 'between.2027-05-01', 'lt.2027-02-30'])(
    'passes over %s in the address',
    async (text) => {
      open(`?due_date=${text}`)
      await screen.findByText('Inspect the roof')
      expect(asked()).toBeUndefined()
    },
  )
})
