import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aChecklist, pageOfRows } from '#web/testing/rows.ts'
import { ChecklistsScreen } from './checklists-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = () => renderScreen(<ChecklistsScreen />, { path: '/checklists-management' })

beforeEach(() => {
  api = fakeApi()
  api.answers(checklists.list, pageOfRows([aChecklist()]))
})

describe('Checklists Management', () => {
  it('shows who added each', async () => {
    open()
    expect(await screen.findByText('Ada Lovelace')).toBeVisible()
  })

  it('leads to who added each, an administrator or an owner, also from the page of one', async () => {
    const grace = {
      user: { _id: 'user-1', name: 'Grace Hopper' },
      added_by: 'Grace Hopper',
      added_by_kind: 'user',
    } as const
    const hers = aChecklist({ _id: 'checklist-2', ...grace })
    api.answers(checklists.list, pageOfRows([aChecklist(), hers]))
    api.answers(checklists.get, { message: '', data: hers })
    api.answers(changes.of_record, pageOfRows([]))
    const { router } = renderScreen(
      [
        { path: '/checklists-management', element: <ChecklistsScreen /> },
        { path: '/checklists-management/:id', element: <ChecklistsScreen /> },
      ],
      { path: '/checklists-management' },
    )
    const leadsTo = async (name: string, path: string) =>
      expect(await screen.findByRole('link', { name })).toHaveAttribute('href', path)
    await leadsTo('Ada Lovelace', '/administrators/admin-ada')
    await leadsTo('Grace Hopper', '/users/user-1')
    await act(() => router.navigate('/checklists-management/checklist-2'))
    await screen.findByRole('heading', { level: 1, name: 'Departure (Grace Hopper)' })
    await leadsTo('Grace Hopper', '/users/user-1')
  })

  it('adds a checklist without a note', async () => {
    api.answers(checklists.add, { message: 'Checklist added successfully.', data: aChecklist() })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'New' }))
    const form = within(await screen.findByRole('dialog', { name: 'New Checklist' }))
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Arrival')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Checklist added successfully.')).toBeVisible()
    expect(api.calls(checklists.add)).toEqual([{ name: 'Arrival', note: '' }])
  })

  it('starts the edit with Save disabled, until something differs and all is valid', async () => {
    api.answers(checklists.edit, { message: 'Checklist updated successfully.', data: aChecklist() })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit Departure (Ada Lovelace)' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Checklist' }))
    const save = form.getByRole('button', { name: 'Save' })
    const name = form.getByRole('textbox', { name: 'Name' })
    expect(save).toBeDisabled()
    await user.type(name, '{Enter}')
    expect(form.queryByRole('alert')).toBeNull()
    await user.type(name, 's')
    expect(save).toBeEnabled()
    await user.type(name, '{Backspace} ')
    expect(save).toBeDisabled()
    await user.clear(name)
    await user.tab()
    expect(form.getByText('Name cannot be empty.')).toBeVisible()
    expect(save).toBeDisabled()
    await user.type(name, 'Departure')
    await user.clear(form.getByRole('textbox', { name: 'Note' }))
    await user.click(save)
    expect(await screen.findByText('Checklist updated successfully.')).toBeVisible()
    expect(api.calls(checklists.edit)).toEqual([
      { name: 'Departure', note: '', checklist_id: 'checklist-1', version: 1 },
    ])
  })

  it('can be typed back to its first value once somebody else has changed it', async () => {
    const theirs = aChecklist({ version: 2, name: 'Leaving' })
    api.refuses(checklists.edit, 409, { message: 'This record has changed in the meantime.', data: theirs })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit Departure (Ada Lovelace)' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Checklist' }))
    const name = form.getByRole('textbox', { name: 'Name' })
    await user.type(name, 's')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await user.click(await form.findByRole('button', { name: 'Use current version' }))
    expect(name).toHaveValue('Leaving')
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.clear(name)
    await user.type(name, 'Departure')
    expect(form.getByRole('button', { name: 'Save' })).toBeEnabled()
  })
})
