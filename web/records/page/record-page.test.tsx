import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changes } from '#contract/changes.ts'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { vinPatterns } from '#contract/vin-patterns.ts'
import { years } from '#contract/years.ts'
import { ModelsScreen } from '#web/screens/models/models-screen.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aChange, aModel, pageOfRows } from '#web/testing/rows.ts'

let api: ReturnType<typeof fakeApi>
const all = Array.from({ length: 12 }, (_, place) =>
  aModel({ _id: `m${place + 1}`, name: `Model ${place + 1}`, srno: place + 1 }),
)

beforeEach(() => {
  api = fakeApi()
  api.answers(models.list, ({ page = 1, per_page = 10 }) =>
    pageOfRows(all.slice((Number(page) - 1) * Number(per_page), Number(page) * Number(per_page)), 12, Number(page)),
  )
  api.answers(models.get, ({ model_id }) => ({
    message: 'Model',
    data: all.find(({ _id }) => _id === model_id) ?? aModel(),
  }))
  api.answers(rvs.list, pageOfRows([]))
  api.answers(vinPatterns.list, pageOfRows([]))
  api.answers(rvTypes.list, pageOfRows([]))
  api.answers(years.list, pageOfRows([]))
  api.answers(changes.of_record, { message: '', data: [], total: 0, current_page: 1 })
})

const open = (path: string) =>
  renderScreen(
    [
      { path: '/models', element: <ModelsScreen /> },
      { path: '/models/:id', element: <ModelsScreen /> },
      { path: '*', element: null },
    ],
    { path },
  )
/** Of a model of the type and year of all of them. */
const heading = (name: string) => screen.findByRole('heading', { level: 1, name: `${name} (Travel Trailer 2027)` })
const part = async (name: string) => within(await screen.findByRole('region', { name }))

it('says of a record that it is being prepared, and leads to where it goes live', async () => {
  api.answers(models.get, { message: 'Model', data: aModel({ _id: 'm1', name: 'Model 1', is_prepared: true }) })
  open('/models/m1')
  await heading('Model 1')
  expect(await screen.findByRole('link', { name: 'Being prepared' })).toHaveAttribute('href', '/rollover')
  expect(screen.queryByText('Active')).toBeNull()
})

describe('a row', () => {
  it('opens its page with a click, and the page leads back to the list as it was', async () => {
    const { user, router } = open('/models?sort=name.desc')
    await user.click((await screen.findAllByText('Bunks for two at the rear.'))[1] as HTMLElement)
    await heading('Model 2')
    expect(router.state.location.pathname).toBe('/models/m2')
    await user.click(screen.getByRole('link', { name: 'Models' }))
    await screen.findByRole('grid')
    expect(router.state.location).toMatchObject({ pathname: '/models', search: '?sort=name.desc' })
  })

  it('opens its page with Enter on a cell, and its form with e', async () => {
    const { router } = open('/models')
    const cell = (await screen.findByText('Model 3')).closest('td') as HTMLElement
    fireEvent.keyDown(cell, { key: 'e' })
    await screen.findByRole('dialog', { name: 'Edit Model' })
    await router.navigate('/models')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.keyDown((await screen.findByText('Model 3')).closest('td') as HTMLElement, { key: 'Enter' })
    await heading('Model 3')
  })

  it('keeps the clicks of its boxes, buttons and links, and of selected text', async () => {
    const { user, router } = open('/models')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Model 1 (Travel Trailer 2027)' }))
    expect(router.state.location.pathname).toBe('/models')
    vi.spyOn(window, 'getSelection').mockReturnValue({ isCollapsed: false, containsNode: () => true } as never)
    await user.click(screen.getAllByText('Bunks for two at the rear.')[0] as HTMLElement)
    expect(router.state.location.pathname).toBe('/models')
    vi.restoreAllMocks()
    expect(screen.getByRole('link', { name: 'Model 1' })).toHaveAttribute('href', '/models/m1')
    await user.click(screen.getAllByRole('link', { name: '2027' })[0] as HTMLElement)
    expect(router.state.location.pathname).toBe('/years/year-1')
  })

  it('opens in a new tab with Ctrl or the middle button', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const { router } = open('/models?sort=name.desc')
    fireEvent.click(await screen.findByRole('link', { name: 'Model 1' }), { ctrlKey: true })
    fireEvent(
      screen.getAllByText('Bunks for two at the rear.')[1] as HTMLElement,
      new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 }),
    )
    expect(opened.mock.calls.map(([to]) => to)).toEqual(['/models/m1?sort=name.desc', '/models/m2?sort=name.desc'])
    expect(router.state.location.pathname).toBe('/models')
  })
})

describe('the page of a record', () => {
  it('shows what is known about it, and whether it is active', async () => {
    open('/models/m1')
    await heading('Model 1')
    const details = await part('Details')
    expect(details.getByRole('link', { name: 'Travel Trailer' })).toHaveAttribute('href', '/rv-types/type-1')
    expect(details.getByText('Sequence No.').nextSibling).toHaveTextContent('3')
    expect(details.queryByText(/French/)).toBeNull()
    expect(screen.getByText('Active')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Delete Model 1 (Travel Trailer 2027)' })).toHaveTextContent('Delete')
  })

  it('shows what the row knows before the answer', async () => {
    const { user } = open('/models')
    await screen.findByText('Model 4')
    api.holds(models.get)
    await user.click(screen.getByRole('link', { name: 'Model 4' }))
    await heading('Model 4')
    expect((await part('Details')).getByText('Bunks for two at the rear.')).toBeVisible()
  })

  it('goes to the next and the previous one with J and K, also over the end of a page', async () => {
    const { user, router } = open('/models/m10')
    await heading('Model 10')
    expect(screen.getByText('10 of 12')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('link', { name: 'Next' })).toBeVisible())
    await user.keyboard('j')
    await heading('Model 11')
    expect(router.state.location.search).toBe('?page=2')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Previous' })).toBeVisible())
    await user.keyboard('K')
    await heading('Model 10')
    expect(router.state.location.search).toBe('')
  })

  it('goes on once the list has been read, for a key that came before', async () => {
    const held = api.holds(models.list)
    const { user } = open('/models/m10')
    await heading('Model 10')
    await user.keyboard('j')
    for (const call of [0, 1]) {
      await waitFor(() => expect(held.count()).toBe(call + 1))
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Model 10')
      held.release(call)
    }
    await heading('Model 11')
  })

  it('acts with each key on the record that the keys before have led to', async () => {
    const { router } = open('/models')
    await screen.findByText('Model 2')
    await router.navigate('/models/m1')
    await heading('Model 1')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Next' })).toBeVisible())
    for (const key of ['j', 'e']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    expect(await screen.findByDisplayValue('Model 2')).toBeVisible()
    expect(router.state.location).toMatchObject({ pathname: '/models/m2', search: '?edit=m2' })
  })

  it('opens the dialogs of the list over itself', async () => {
    const { user, router } = open('/models/m1')
    await heading('Model 1')
    await user.keyboard('{Delete}')
    await screen.findByRole('dialog', { name: 'Delete Model' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('e')
    await screen.findByRole('dialog', { name: 'Edit Model' })
    expect(router.state.location).toMatchObject({ pathname: '/models/m1', search: '?edit=m1' })
  })

  it('shows what was saved in a dialog over it', async () => {
    const { user } = open('/models/m1')
    await heading('Model 1')
    await user.keyboard('e')
    const form = within(await screen.findByRole('dialog', { name: 'Edit Model' }))
    const changed = aModel({ _id: 'm1', name: 'Model 1', description: 'Seen on its page.', version: 2 })
    api.answers(models.edit, { message: 'Model updated successfully.', data: changed })
    api.answers(models.get, { message: '', data: changed })
    await user.type(form.getByRole('textbox', { name: 'Description' }), '!')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await (await part('Details')).findByText('Seen on its page.')).toBeVisible()
  })

  it('says that the record has been removed, and offers to restore it', async () => {
    api.answers(models.get, { message: '', data: aModel({ _id: 'm1', name: 'Model 1', is_deleted: true, version: 2 }) })
    const { user } = open('/models/m1')
    await screen.findByText('This model has been removed')
    expect(screen.getByText('Inactive')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /Restore/ }))
    await screen.findByRole('dialog', { name: 'Restore Model' })
  })

  it('leads to who changed it last', async () => {
    const last = { entry_id: 'entry-1', record_type: 'models' as const, record_id: 'm1', title: 'Model 1' }
    api.answers(changes.of_record, {
      message: '',
      data: [{ ...last, kind: 'edit', version: 2, fields: [], change: aChange() }],
      total: 1,
      current_page: 1,
    })
    open('/models/m1')
    const details = await part('Details')
    expect(await details.findByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute(
      'href',
      '/administrators/admin-ada',
    )
  })

  it('lists what belongs to it with the first five, and leads to all', async () => {
    api.answers(rvs.list, ({ filters }) => {
      expect(filters).toEqual({ model_id: { op: 'eq', value: 'm1' } })
      return pageOfRows([], 0)
    })
    open('/models/m1')
    expect(await screen.findByText(/^No RVs/)).toBeVisible()
    expect(screen.queryByRole('region', { name: 'RVs' })).toBeNull()
  })

  it('shows what it reads all at once, so that none of it moves another', async () => {
    const held = api.holds(rvs.list)
    open('/models/m1')
    await part('Details')
    await waitFor(() => expect(held.count()).toBe(1))
    await waitFor(() => expect(api.calls(changes.of_record)).toHaveLength(1))
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(screen.queryByRole('region', { name: 'Last changes' })).toBeNull()
    held.release(0)
    expect(await screen.findByRole('region', { name: 'Last changes' })).toBeVisible()
  })

  it('says in words that there is none at an address, and leads to the list', async () => {
    api.refuses(models.get, 404, { message: 'Model not found.' })
    open('/models/nowhere')
    expect(await screen.findByText(/We can’t find this model/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to Models' })).toHaveAttribute('href', '/models')
  })

  it('says why it cannot be read, and tries again', async () => {
    api.refuses(models.get, 500, { message: 'The server has a fault.' })
    const { user } = open('/models/m77')
    expect(await screen.findByText('The server has a fault.')).toBeVisible()
    api.answers(models.get, { message: '', data: aModel({ _id: 'm77', name: 'Model 77' }) })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await heading('Model 77')
  })
})
