import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { rvTypes } from '#contract/rv-types.ts'
import { type ListPreferences, preferences, type View, views } from '#contract/views.ts'
import { storeToken } from '#web/api/session.ts'
import { chooseOperator } from '#web/testing/choose-operator.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { anRvType, pageOfRows } from '#web/testing/rows.ts'
import { aView, preferring, rvTypesList, searchIn } from '#web/testing/rv-types-list.tsx'

let api: ReturnType<typeof fakeApi>

beforeEach(() => {
  // What an earlier test has changed belongs to another session.
  storeToken('another-session')
  api = fakeApi()
  api.answers(rvTypes.list, pageOfRows([anRvType({ name: 'Truck Camper' })], 30))
})

const list = rvTypesList()
const open = (path = '/rv-types') => renderScreen(list, { path })
const prefers = (known: Partial<ListPreferences>) => api.answers(preferences.get, preferring(known))
const seesViews = (...list: View[]) => api.answers(views.list, { message: 'Views', data: list })
/** Opens the list by a link of another page. */
async function follow(state?: object, left?: object) {
  const rendered = renderScreen([
    { path: '/rv-types', element: list },
    { path: '/', element: <p>Home</p> },
  ])
  if (left) sessionStorage.setItem('filters-of-rv_types', JSON.stringify(left))
  await rendered.router.navigate('/rv-types', { state })
  return rendered
}
const titles = () => screen.getAllByRole('columnheader', { hidden: true }).map((title) => title.textContent)
const pageSize = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Page size' })

describe('what an administrator has arranged', () => {
  it('hides, shows, moves and resets columns, and keeps it on the server', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Updated by' }))
    await user.click(screen.getByRole('checkbox', { name: 'Sequence No.' }))
    await user.click(screen.getByRole('button', { name: 'Move Name down' }))
    await waitFor(() =>
      expect(api.calls(preferences.set).at(-1)).toEqual({
        list: 'rv_types',
        columns: [
          { field: 'seq_no', hidden: true },
          { field: 'name' },
          { field: 'created_at', hidden: true },
          { field: 'updated_at', hidden: true },
          { field: 'updated_by' },
          { field: 'actions' },
        ],
      }),
    )
    const titles = () => screen.getAllByRole('columnheader', { hidden: true }).map((title) => title.textContent)
    expect(titles()).toEqual(['Name', 'Updated by', 'Actions'])
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    expect(titles()).toEqual(['Name', 'Sequence No.', 'Actions'])
    await waitFor(() => expect(api.calls(preferences.set).at(-1)).toEqual({ list: 'rv_types', columns: null }))
  })

  it('says when it cannot be kept', async () => {
    api.refuses(preferences.set, 503, { message: 'The server has a problem.' })
    const { user } = open()
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Page size' }), '50 per page')
    expect(
      await screen.findByText('The layout of this list could not be saved. The server has a problem.'),
    ).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Page size' })).toHaveDisplayValue('50 per page')
  })

  it('shows as many rows as were shown last', async () => {
    prefers({ per_page: 50 })
    open()
    await waitFor(() => expect(api.calls(rvTypes.list).at(-1)).toMatchObject({ per_page: 50 }))
  })

  it('opens as it was left when one comes by a link, and not by an address', async () => {
    prefers({ last: { sort: [{ field: 'name', order: 'desc' }] } })
    const byLink = await follow(undefined, { name: { op: 'starts_with', value: 'truck' } })
    await waitFor(() => expect(searchIn(byLink)).toBe('?name=truck&name.op=starts_with&sort=name.desc'))
    byLink.unmount()
    const byAddress = open()
    await screen.findByText('Truck Camper')
    expect(searchIn(byAddress)).toBe('')
  })

  it('opens in another window in the same order, without the filters of this one', async () => {
    prefers({ last: { filters: { name: { value: 'truck' } }, sort: [{ field: 'name', order: 'desc' }] } })
    const rendered = await follow()
    await waitFor(() => expect(searchIn(rendered)).toBe('?sort=name.desc'))
  })

  it('opens in the next session without the filters of the last', async () => {
    const rendered = await follow(undefined, { name: { value: 'truck' } })
    await waitFor(() => expect(searchIn(rendered)).toBe('?name=truck'))
    rendered.unmount()
    storeToken('of-somebody-else')
    const next = await follow()
    await screen.findByText('Truck Camper')
    expect(searchIn(next)).toBe('')
  })

  it('opens with the filters that it was left with in this window', async () => {
    const rendered = await follow()
    await rendered.user.type(await screen.findByRole('searchbox', { name: 'Filter Name' }), 'truck')
    await waitFor(() => expect(searchIn(rendered)).toBe('?name=truck'))
    // The address comes before what the list makes of it.
    await screen.findByRole('button', { name: 'Clear filters' })
    await rendered.router.navigate('/')
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
    await rendered.router.navigate('/rv-types')
    await waitFor(() => expect(searchIn(rendered)).toBe('?name=truck'))
    expect(api.calls(preferences.set)).toEqual([])
  })

  it('is shown as a link with filters says, which changes nothing of what is remembered', async () => {
    const rendered = await follow(undefined, { name: { value: 'truck' } })
    await waitFor(() => expect(searchIn(rendered)).toBe('?name=truck'))
    await rendered.router.navigate('/')
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
    await rendered.router.navigate('/rv-types?name=camper')
    await screen.findByText('Truck Camper')
    expect(searchIn(rendered)).toBe('?name=camper')
    await rendered.router.navigate('/')
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
    await rendered.router.navigate('/rv-types')
    await waitFor(() => expect(searchIn(rendered)).toBe('?name=truck'))
  })

  it('opens without what was left when another page leads to something in particular', async () => {
    const rendered = await follow({ manual_id: 'm1' }, { name: { value: 'truck' } })
    await screen.findByText('Truck Camper')
    expect(searchIn(rendered)).toBe('')
  })

  it('is remembered when the sort changes', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('columnheader', { name: 'Name' }))
    await waitFor(() =>
      expect(api.calls(preferences.set).at(-1)).toEqual({
        list: 'rv_types',
        last: { sort: [{ field: 'name', order: 'asc' }] },
      }),
    )
  })
})

describe('what was changed before the preferences were known', () => {
  it('stays when they arrive, beside what was kept before', async () => {
    prefers({ per_page: 50 })
    const answers = api.holds(preferences.get)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Sequence No.' }))
    expect(titles()).toEqual(['Name', 'Actions'])
    answers.release(0)
    await waitFor(() => expect(api.calls(rvTypes.list).at(-1)).toMatchObject({ per_page: 50 }))
    expect(titles()).toEqual(['Name', 'Actions'])
    await waitFor(() => expect(api.calls(preferences.set)).toHaveLength(1))
    expect(titles()).toEqual(['Name', 'Actions'])
  })

  it('does not pass for all there is when they do not arrive', async () => {
    api.refuses(preferences.get, 503)
    const answers = api.holds(preferences.get)
    const { user, router, client } = await follow()
    await user.selectOptions(await pageSize(), '50 per page')
    answers.release(0)
    await waitFor(() => expect(answers.count()).toBe(2))
    answers.release(1)
    answers.stop()
    await waitFor(() => expect(client.isFetching()).toBe(0))
    await router.navigate('/')
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
    prefers({ per_page: 50, columns: [{ field: 'seq_no', hidden: true }] })
    await router.navigate('/rv-types')
    await waitFor(() => expect(titles()).toEqual(['Name', 'Actions']))
    expect(await pageSize()).toHaveDisplayValue('50 per page')
  })
})

describe('what could not be kept', () => {
  it('goes along with the next change', async () => {
    api.refuses(preferences.set, 503, { message: 'The server has a problem.' })
    const { user } = open()
    await user.selectOptions(await pageSize(), '50 per page')
    await screen.findByText(/could not be saved/)
    api.answers(preferences.set, { message: '', data: { default_view: null } })
    await user.click(await screen.findByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Sequence No.' }))
    await waitFor(() =>
      expect(api.calls(preferences.set).at(-1)).toMatchObject({ per_page: 50, columns: expect.anything() }),
    )
  })

  it('is sent one after the other, so that a slow call does not undo the next', async () => {
    const answers = api.holds(preferences.set)
    const { user } = open()
    await user.selectOptions(await pageSize(), '50 per page')
    await waitFor(() => expect(answers.count()).toBe(1))
    await user.selectOptions(await pageSize(), '100 per page')
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(api.calls(preferences.set)).toHaveLength(1)
    answers.release(0)
    await waitFor(() => expect(api.calls(preferences.set)[1]).toMatchObject({ per_page: 100 }))
    answers.release(1)
  })
})

describe('how a list was left', () => {
  it('leaves out a filter that says nothing yet', async () => {
    const { user } = open()
    await chooseOperator(user, 'Name', 'Starts with')
    await user.click(screen.getByRole('columnheader', { name: 'Name' }))
    await waitFor(() =>
      expect(api.calls(preferences.set).at(-1)).toEqual({
        list: 'rv_types',
        last: { sort: [{ field: 'name', order: 'asc' }] },
      }),
    )
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  })

  it('is found again when the default view has been deleted meanwhile', async () => {
    seesViews()
    prefers({ default_view: aView()._id })
    const rendered = await follow(undefined, { name: { value: 'truck' } })
    await waitFor(() => expect(searchIn(rendered)).toBe('?name=truck'))
  })

  it('is found again when the views cannot be read', async () => {
    api.refuses(views.list, 422)
    prefers({ default_view: aView()._id })
    const rendered = await follow(undefined, { name: { value: 'truck' } })
    await waitFor(() => expect(searchIn(rendered)).toBe('?name=truck'))
  })
})

describe('the page size', () => {
  it('of a view counts more than the preferred one', async () => {
    prefers({ per_page: 50 })
    seesViews(aView({ state: { per_page: 10 } }))
    const { user } = open()
    await waitFor(async () => expect(await pageSize()).toHaveDisplayValue('50 per page'))
    await user.click(screen.getByRole('link', { name: 'Campers' }))
    await waitFor(async () => expect(await pageSize()).toHaveDisplayValue('10 per page'))
  })

  it('of an address with a page stays on its first page', async () => {
    prefers({ per_page: 50 })
    const { user } = open('/rv-types?page=2')
    await user.click(await screen.findByRole('button', { name: 'Page 1' }))
    expect(await pageSize()).toHaveDisplayValue('10 per page')
  })
})
