import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { rvTypes } from '#contract/rv-types.ts'
import { type ListPreferences, preferences, type View, views } from '#contract/views.ts'
import { hasUnsavedForms } from '#web/forms/unsaved-forms.ts'
import { helpOf } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { anRvType, pageOfRows } from '#web/testing/rows.ts'
import { aView, preferring, rvTypesList, searchIn } from '#web/testing/rv-types-list.tsx'
import { setLetterKeys } from '#web/ui/keys/letter-keys.ts'

const opened = vi.fn<(kind: string) => void>()
const list = rvTypesList(opened)
let api: ReturnType<typeof fakeApi>

beforeEach(() => {
  opened.mockClear()
  api = fakeApi()
  api.answers(rvTypes.list, pageOfRows([anRvType({ name: 'Truck Camper' })], 30))
})

const open = (path = '/rv-types') => renderScreen(list, { path })
const prefers = (known: Partial<ListPreferences>) => api.answers(preferences.get, preferring(known))
const seesViews = (...list: View[]) => api.answers(views.list, { message: 'Views', data: list })

describe('the keys of a list', () => {
  it('go to the first filter, open New, ask for Delete, and show themselves', async () => {
    const { user } = open()
    const row = await screen.findByText('Truck Camper')
    await user.keyboard('n')
    expect(opened).toHaveBeenLastCalledWith('new')
    row.closest<HTMLElement>('[role=gridcell]')?.focus()
    await user.keyboard('{Delete}')
    expect(opened).toHaveBeenLastCalledWith('delete')
    await user.keyboard('/')
    expect(screen.getByRole('searchbox', { name: 'Filter Name' })).toHaveFocus()
    expect(screen.getByRole('searchbox', { name: 'Filter Name' })).toHaveValue('')
    row.closest<HTMLElement>('[role=gridcell]')?.focus()
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })

  it.each([
    ['with Caps Lock', 'N', 'KeyN'],
    ['on a Cyrillic layout', 'т', 'KeyN'],
  ])('work %s', async (_how, key, code) => {
    open()
    const row = await screen.findByText('Truck Camper')
    fireEvent.keyDown(document.body, { key, code })
    expect(opened).toHaveBeenLastCalledWith('new')
    const cell = row.closest<HTMLElement>('[role=gridcell]') ?? row
    cell.focus()
    fireEvent.keyDown(cell, { key: 'у', code: 'KeyE' })
    expect(opened).toHaveBeenLastCalledWith('edit')
    fireEvent.keyDown(cell, { key: '.', code: 'Slash' })
    expect(screen.getByRole('searchbox', { name: 'Filter Name' })).toHaveFocus()
  })

  it('of one letter or sign do nothing once they are turned off', async () => {
    setLetterKeys(false)
    const { user } = open()
    const cell = (await screen.findByText('Truck Camper')).closest<HTMLElement>('[role=gridcell]')
    cell?.focus()
    await user.keyboard('ne/?')
    expect(opened).not.toHaveBeenCalled()
    expect(cell).toHaveFocus()
    await user.keyboard('{Delete}')
    expect(opened).toHaveBeenLastCalledWith('delete')
    await user.click(screen.getByRole('button', { name: 'Help for RV Types' }))
    await user.click(await screen.findByRole('button', { name: 'Keyboard shortcuts' }))
    const keys = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(keys.queryByRole('rowheader', { name: 'n' })).toBeNull()
    expect(keys.getByRole('rowheader', { name: 'Delete' })).toBeVisible()
    expect(keys.getByText('Single-key shortcuts are turned off in Edit Profile.')).toBeVisible()
  })

  it('do nothing while one types, and while a dialog is open', async () => {
    const { user } = open()
    await user.type(await screen.findByRole('searchbox', { name: 'Filter Name' }), 'n/?')
    expect(screen.getByRole('searchbox', { name: 'Filter Name' })).toHaveValue('n/?')
    expect(opened).not.toHaveBeenCalled()
    screen.getByRole('button', { name: 'New' }).focus()
    await user.keyboard('?')
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    await user.keyboard('n')
    await user.keyboard('{Control>}n{/Control}')
    expect(opened).not.toHaveBeenCalled()
  })
})

describe('an empty list', () => {
  it('says what it is for and offers to add the first record', async () => {
    api.answers(rvTypes.list, pageOfRows([]))
    const { user } = open()
    const region = within(screen.getByRole('region', { name: 'RV Types' }))
    expect(await region.findByText('No Records Found.')).toBeVisible()
    expect(region.getByText(helpOf(screens.rvTypes) ?? '')).toBeVisible()
    await user.click(region.getByRole('button', { name: 'Add the first RV type' }))
    expect(opened).toHaveBeenCalledWith('new')
  })
})

describe('a saved view', () => {
  it('shows its rows, and is left by "All"', async () => {
    seesViews(aView())
    const rendered = open()
    await rendered.user.click(await screen.findByRole('link', { name: 'Campers' }))
    await waitFor(() =>
      expect(searchIn(rendered)).toBe(`?name=camper&sort=seq_no.desc&per_page=50&saved_view=${aView()._id}`),
    )
    await rendered.user.click(screen.getByRole('link', { name: 'All' }))
    await waitFor(() => expect(searchIn(rendered)).toBe(''))
  })

  it('opens at first where it is the default, also by its address', async () => {
    seesViews(aView({ is_default: true }))
    prefers({ default_view: aView()._id, last: { filters: { name: { value: 'other' } } } })
    const rendered = open()
    await waitFor(() => expect(searchIn(rendered)).toContain('name=camper'))
  })

  it('does not take the place of what the address says', async () => {
    seesViews(aView({ is_default: true }))
    prefers({ default_view: aView()._id })
    const rendered = open('/rv-types?name=truck')
    await screen.findByText('Truck Camper')
    expect(searchIn(rendered)).toBe('?name=truck')
  })

  it('is saved with what the list shows, and shared', async () => {
    api.answers(views.save, { message: 'View saved successfully.', data: aView({ name: 'By number' }) })
    const { user } = open('/rv-types?sort=seq_no.asc&name=camper&name.op=ends_with&per_page=50')
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    const form = within(await screen.findByRole('dialog', { name: 'New view' }))
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'By number')
    await user.click(form.getByRole('checkbox', { name: 'Shared with all administrators' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('View saved successfully.')).toBeVisible()
    expect(api.calls(views.save)[0]).toEqual({
      list: 'rv_types',
      name: 'By number',
      is_shared: true,
      is_default: false,
      state: {
        filters: { name: { op: 'ends_with', value: 'camper' } },
        sort: [{ field: 'seq_no', order: 'asc' }],
        columns: [],
        per_page: 50,
      },
    })
  })

  it('is saved by key', async () => {
    api.answers(views.save, { message: 'View saved successfully.', data: aView() })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    const form = within(await screen.findByRole('dialog', { name: 'New view' }))
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Campers{Control>}s{/Control}')
    expect(await screen.findByText('View saved successfully.')).toBeVisible()
    expect(api.calls(views.save)).toHaveLength(1)
  })

  it('asks before what was typed is thrown away', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'By')
    expect(hasUnsavedForms()).toBe(true)
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(hasUnsavedForms()).toBe(false)
  })

  it('says on the name when there is one already', async () => {
    api.refuses(views.save, 422, {
      message: 'View already exists.',
      errors: { name: ['View already exists.'] },
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    const form = within(await screen.findByRole('dialog', { name: 'New view' }))
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Campers')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(form.getByRole('textbox', { name: 'Name' })).toBeInvalid())
  })

  it('of somebody else can only become one’s own default', async () => {
    const shared = aView({ is_mine: false, is_shared: true, owner: { _id: 'admin-grace', name: 'Grace Hopper' } })
    seesViews(shared)
    api.answers(views.save, { message: 'View updated successfully.', data: { ...shared, is_default: true } })
    const { user } = open(`/rv-types?name=camper&saved_view=${shared._id}`)
    await user.click(await screen.findByRole('button', { name: 'Settings of “Campers”' }))
    const form = within(await screen.findByRole('dialog', { name: 'View settings' }))
    expect(form.queryByRole('textbox')).toBeNull()
    expect(form.queryByRole('button', { name: 'Delete' })).toBeNull()
    await user.click(form.getByRole('checkbox', { name: 'Open this list with this view (just for you)' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(api.calls(views.save)).toEqual([{ list: 'rv_types', view_id: shared._id, is_default: true }]),
    )
  })

  it('is deleted after a question', async () => {
    seesViews(aView())
    api.answers(views.delete, { message: 'View removed successfully.' })
    const { user } = open(`/rv-types?name=camper&saved_view=${aView()._id}`)
    await user.click(await screen.findByRole('button', { name: 'Edit view “Campers”' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete view' }))
    seesViews()
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('View removed successfully.')).toBeVisible()
    expect(api.calls(views.delete)).toEqual([{ view_id: aView()._id }])
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save view' })).toHaveFocus())
  })
})
