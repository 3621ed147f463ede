import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { rvTypes } from '#contract/rv-types.ts'
import { type ListPreferences, preferences, type View, views } from '#contract/views.ts'
import { storeToken } from '#web/api/session.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { anRvType, pageOfRows } from '#web/testing/rows.ts'
import { aView, preferring, rvTypesList, searchIn } from '#web/testing/rv-types-list.tsx'

const OF_CAMPERS = `?name=camper&sort=seq_no.desc&per_page=50&saved_view=${aView()._id}`
const shared = aView({ is_shared: true })
const ofGrace = aView({ is_shared: true, is_mine: false, owner: { _id: 'admin-grace', name: 'Grace Hopper' } })

let api: ReturnType<typeof fakeApi>

beforeEach(() => {
  storeToken('another-session')
  api = fakeApi()
  api.answers(rvTypes.list, pageOfRows([anRvType({ name: 'Truck Camper' })], 30))
})

const list = rvTypesList()
const open = (path = '/rv-types') => renderScreen(list, { path })
const prefers = (known: Partial<ListPreferences>) => api.answers(preferences.get, preferring(known))
const seesViews = (...seen: View[]) => api.answers(views.list, { message: 'Views', data: seen })
const tabs = () => within(screen.getByRole('navigation', { name: 'Views' }))
const tab = (name: string) => screen.findByRole('link', { name })
const currentTab = () => tabs().getByRole('link', { current: 'page' })
const titles = () => screen.getAllByRole('columnheader', { hidden: true }).map((title) => title.textContent)

describe('the tabs above a list', () => {
  it('are all records and the views, as links that lead back and forth', async () => {
    seesViews(shared)
    const rendered = open('/rv-types?page=2')
    expect(await tab('All')).toHaveAttribute('aria-current', 'page')
    expect(await tab('Campers')).toHaveAttribute('href', `/rv-types${OF_CAMPERS}`)
    await rendered.user.click(await tab('Campers'))
    await waitFor(() => expect(searchIn(rendered)).toBe(OF_CAMPERS))
    expect(currentTab()).toHaveTextContent('Campers')
    await rendered.user.click(await tab('All'))
    await waitFor(() => expect(searchIn(rendered)).toBe(''))
    await act(() => rendered.router.navigate(-1))
    expect(searchIn(rendered)).toBe(OF_CAMPERS)
    expect(currentTab()).toHaveTextContent('Campers')
  })

  it('are one’s own and those of others, and say which opens at first and who shares one', async () => {
    seesViews(aView({ is_default: true }), { ...ofGrace, _id: 'of-grace', name: 'Trailers' })
    const { user } = open()
    expect(await tab('Campers')).toHaveAttribute('title', 'Campers, opens at first')
    expect(await tab('Trailers')).toHaveAttribute('title', 'Trailers, shared by Grace Hopper')
    expect(screen.queryByRole('button', { name: /“/ })).toBeNull()
    await user.click(await tab('Trailers'))
    expect(await screen.findByRole('button', { name: 'Settings of “Trailers”' })).toBeVisible()
    await user.click(await tab('Campers'))
    expect(await screen.findByRole('button', { name: 'Edit view “Campers”' })).toBeVisible()
  })

  it('are none without views, and a view is saved there', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    expect(await screen.findByRole('dialog', { name: 'New view' })).toBeVisible()
    expect(screen.queryByRole('navigation', { name: 'Views' })).toBeNull()
  })

  it('say why they cannot be read', async () => {
    api.refuses(views.list, 422, { message: 'Not now.' })
    open()
    expect(await screen.findByText('The saved views could not be read. Not now.')).toBeVisible()
  })

  it('lead to all records also where a view opens by itself', async () => {
    seesViews({ ...shared, is_default: true })
    prefers({ default_view: shared._id })
    const rendered = open()
    await waitFor(() => expect(searchIn(rendered)).toBe(OF_CAMPERS))
    await rendered.user.click(await tab('All'))
    await waitFor(() => expect(searchIn(rendered)).toBe('?saved_view=all'))
    rendered.unmount()
    const again = open('/rv-types?saved_view=all')
    expect(await tab('All')).toHaveAttribute('aria-current', 'page')
    expect(searchIn(again)).toBe('?saved_view=all')
  })

  it('are as they were left in this window', async () => {
    seesViews(shared)
    const rendered = renderScreen([
      { path: '/rv-types', element: list },
      { path: '/', element: <p>Home</p> },
    ])
    await rendered.router.navigate('/rv-types')
    await rendered.user.click(await tab('Campers'))
    await rendered.router.navigate('/')
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
    await rendered.router.navigate('/rv-types')
    await waitFor(() => expect(currentTab()).toHaveTextContent('Campers'))
    expect(screen.queryByText('edited')).toBeNull()
  })

  it('say that all is shown where the view is gone', async () => {
    seesViews({ ...shared, _id: '00000000-0000-4000-8000-000000000002', name: 'Other' })
    open(`/rv-types${OF_CAMPERS}`)
    expect(await tab('All')).toHaveAttribute('aria-current', 'page')
    expect(screen.queryByText('edited')).toBeNull()
  })
})

describe('a view that was changed', () => {
  it('says so, and is saved as the list is now', async () => {
    seesViews(shared)
    const { user } = open(`/rv-types${OF_CAMPERS}`)
    await tab('Campers')
    await user.click(screen.getByRole('columnheader', { name: 'Name' }))
    expect(await screen.findByText('edited')).toBeVisible()
    expect(currentTab()).toHaveAccessibleName('Campers, edited')
    const state = {
      filters: { name: { value: 'camper' } },
      sort: [{ field: 'name', order: 'asc' as const }],
      columns: [],
      per_page: 50,
    }
    const saved = { ...shared, state, version: 2 }
    api.answers(views.save, { message: 'View updated successfully.', data: saved })
    seesViews(saved)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('View updated successfully.')).toBeVisible()
    expect(api.calls(views.save)).toEqual([{ list: 'rv_types', view_id: shared._id, version: 1, state }])
    await waitFor(() => expect(screen.queryByText('edited')).toBeNull())
    expect(currentTab()).toHaveFocus()
  })

  it('is shown again by Reset, with its columns', async () => {
    seesViews(shared)
    const rendered = open(`/rv-types${OF_CAMPERS}`)
    await tab('Campers')
    await rendered.user.click(screen.getByRole('button', { name: 'Columns' }))
    await rendered.user.click(await screen.findByRole('checkbox', { name: 'Sequence No.' }))
    await rendered.user.keyboard('{Escape}')
    expect(titles()).toEqual(['Name', 'Actions'])
    expect(await screen.findByText('edited')).toBeVisible()
    await rendered.user.click(screen.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(screen.queryByText('edited')).toBeNull())
    expect(titles()).toEqual(['Name', 'Sequence No.', 'Actions'])
    expect(currentTab()).toHaveFocus()
    expect(searchIn(rendered)).toBe(OF_CAMPERS)
    expect(api.calls(preferences.set)).toEqual([])
  })

  it('of somebody else is not saved, but saved as another one', async () => {
    seesViews(ofGrace)
    const { user } = open(`/rv-types${OF_CAMPERS.replace('desc', 'asc')}`)
    expect(await screen.findByText('edited')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save as' }))
    expect(await screen.findByRole('dialog', { name: 'New view' })).toBeVisible()
  })

  it('says when somebody else has saved it, and can be saved over that', async () => {
    seesViews(shared)
    const { user } = open(`/rv-types${OF_CAMPERS.replace('desc', 'asc')}`)
    await screen.findByText('edited')
    api.refuses(views.save, 409, { message: 'Changed.' })
    seesViews({ ...shared, version: 2, state: { sort: [{ field: 'name', order: 'asc' }] } })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/“Campers” was changed in the meantime/)).toBeVisible()
    await waitFor(() => expect(api.calls(views.list)).toHaveLength(2))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.calls(views.save).at(-1)).toMatchObject({ version: 2 }))
  })

  it('is saved from what was read when it was changed here, also where what another window saved is known already', async () => {
    seesViews(shared)
    const { user, client } = open(`/rv-types${OF_CAMPERS.replace('desc', 'asc')}`)
    await screen.findByText('edited')
    const renamed = { ...shared, version: 2, name: 'Truck campers' }
    seesViews(renamed)
    await act(() => client.invalidateQueries())
    await tab('Truck campers, edited')
    api.refuses(views.save, 500, { message: 'No luck.' })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.calls(views.save).at(-1)).toMatchObject({ version: 2 }))
    seesViews({ ...renamed, version: 3, name: 'Vans', state: { filters: { name: { value: 'van' } } } })
    await act(() => client.invalidateQueries())
    await tab('Vans, edited')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.calls(views.save)).toHaveLength(2))
    expect(api.calls(views.save).at(-1)).toMatchObject({ version: 1 })
  })

  it('is not one whose page was changed, or whose filter is of a column that is gone', async () => {
    seesViews({ ...shared, state: { filters: { name: { value: 'camper' }, length: { value: '30' } } } })
    open(`/rv-types?name=camper&page=2&saved_view=${shared._id}`)
    expect(await tab('Campers')).toHaveAttribute('aria-current', 'page')
    await screen.findByText('Truck Camper')
    expect(screen.queryByText('edited')).toBeNull()
  })

  it('follows what its owner has changed, where nothing was changed here', async () => {
    seesViews(ofGrace)
    const rendered = open(`/rv-types${OF_CAMPERS}`)
    await tab('Campers')
    seesViews({ ...ofGrace, version: 2, state: { filters: { name: { value: 'van' } } } })
    await act(() => rendered.client.invalidateQueries())
    await waitFor(() => expect(searchIn(rendered)).toBe(`?name=van&saved_view=${shared._id}`))
    await waitFor(() => expect(screen.queryByText('edited')).toBeNull())
  })
})

describe('the columns of a view', () => {
  it('are its own, and leave those of the administrator alone', async () => {
    prefers({ columns: [{ field: 'name', hidden: true }] })
    seesViews({ ...shared, state: { ...shared.state, columns: [{ field: 'seq_no', hidden: true }] } })
    const { user } = open()
    await waitFor(() => expect(titles()).toEqual(['Sequence No.', 'Actions']))
    await user.click(await tab('Campers'))
    await waitFor(() => expect(titles()).toEqual(['Name', 'Actions']))
    await user.click(await tab('All'))
    await waitFor(() => expect(titles()).toEqual(['Sequence No.', 'Actions']))
  })
})
