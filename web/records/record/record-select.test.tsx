import { useForm } from '@mantine/form'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { rvTypes } from '#contract/rv-types.ts'
import { watchConnection } from '#web/api/connection.ts'
import { query } from '#web/api/query.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { anRvType, pageOfRows } from '#web/testing/rows.ts'
import { RecordSelect } from './record-select.tsx'

const saved = vi.fn()
const choicesLike = (name: string) =>
  query(rvTypes.list, {
    is_deleted: false,
    page: 1,
    per_page: 100,
    ...(name && { filters: { name: { op: 'contains', value: name } } }),
  })

function Screen({ current }: { current?: { _id: string; name: string } }) {
  const form = useForm({ initialValues: { category: current?._id ?? '' } })
  return (
    <form onSubmit={form.onSubmit(saved)}>
      <RecordSelect form={form} name="category" label="Category" from={choicesLike} current={current} />
      <button type="submit">Save</button>
    </form>
  )
}

let api: ReturnType<typeof fakeApi>
const twoTypes = () => pageOfRows([anRvType(), anRvType({ _id: 'type-2', name: 'Truck Camper' })])
const zeppelin = () => pageOfRows([anRvType({ _id: 'type-999', name: 'Zeppelin' })])
beforeEach(() => {
  saved.mockClear()
  api = fakeApi()
  api.answers(rvTypes.list, twoTypes())
})

async function open(current?: { _id: string; name: string }) {
  const { user } = renderScreen(<Screen {...(current && { current })} />)
  return { user, category: await screen.findByRole('combobox', { name: 'Category' }) }
}
const listbox = () => screen.queryByRole('listbox', { name: 'Category' })

describe('a dropdown of records', () => {
  it('asks for those that can be chosen, once', async () => {
    const { user, category } = await open()
    await user.click(category)
    await screen.findByRole('option', { name: 'Truck Camper' })
    expect(api.calls(rvTypes.list)).toEqual([{ is_deleted: false, page: 1, per_page: 100 }])
  })

  it('finds a choice by typing', async () => {
    const { user, category } = await open()
    await user.type(category, 'truck')
    await screen.findByRole('option', { name: 'Truck Camper' })
    const choices = within(listbox() as HTMLElement).getAllByRole('option')
    expect(choices.map((option) => option.textContent)).toEqual(['Truck Camper'])
  })

  it('tells screen readers which choice Enter takes, and how many there are', async () => {
    const { user, category } = await open()
    await user.type(category, 't')
    await screen.findByRole('option', { name: 'Truck Camper' })
    const [first] = within(listbox() as HTMLElement).getAllByRole('option')
    await waitFor(() => expect(category).toHaveAttribute('aria-activedescendant', first?.id))
    expect(first).toHaveAttribute('data-combobox-selected')
    expect(screen.getByText('2 choices')).toHaveAttribute('aria-live', 'polite')
    await user.type(category, 'zzz')
    await waitFor(() => expect(screen.queryByText('2 choices')).toBeNull())
    expect(category).not.toHaveAttribute('aria-activedescendant')
    await waitFor(() => expect(screen.getAllByText('Nothing found')).toHaveLength(2))
  })

  it('asks the server for what is typed where there are more choices than it has loaded', async () => {
    api.answers(rvTypes.list, ({ filters }) => (filters ? zeppelin() : pageOfRows([anRvType()], 1234)))
    const { user } = await open()
    // The first answer says that there are more.
    await waitFor(() => expect(api.calls(rvTypes.list).length).toBeGreaterThan(1))
    await user.type(screen.getByRole('combobox', { name: 'Category' }), 'zepp')
    await user.click(await screen.findByRole('option', { name: 'Zeppelin' }))
    expect(screen.getByRole('combobox', { name: 'Category' })).toHaveValue('Zeppelin')
  })

  it('takes the first match with Enter, and saves nothing by it', async () => {
    const { user, category } = await open()
    await user.click(category)
    await user.keyboard('c')
    // As long as it takes a person to go on.
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(category).toHaveValue('Truck Camper'))
    await waitFor(() => expect(listbox()).toBeNull())
    await user.clear(category)
    await user.type(category, 'tra{Enter}')
    expect(category).toHaveValue('Travel Trailer')
    expect(saved).not.toHaveBeenCalled()
  })

  it('takes what was typed whole with Enter, though another one comes first', async () => {
    api.answers(
      rvTypes.list,
      pageOfRows([anRvType({ _id: '1', name: 'Class B+' }), anRvType({ _id: '2', name: 'Class B' })]),
    )
    const { user, category } = await open()
    await user.type(category, 'class b{Enter}')
    expect(category).toHaveValue('Class B')
    await user.clear(category)
    await user.type(category, 'class{Enter}')
    expect(category).toHaveValue('Class B+')
  })

  it('takes the first match of the server with Enter, also before it has answered', async () => {
    api.answers(rvTypes.list, ({ filters }) => (filters ? zeppelin() : pageOfRows([anRvType()], 1234)))
    const { user } = await open()
    await waitFor(() => expect(api.calls(rvTypes.list).length).toBeGreaterThan(1))
    const category = screen.getByRole('combobox', { name: 'Category' })
    await user.type(category, 'zepp{Enter}')
    expect(category).toHaveValue('zepp')
    await waitFor(() => expect(category).toHaveValue('Zeppelin'))
    await waitFor(() => expect(listbox()).toBeNull())
    expect(saved).not.toHaveBeenCalled()
  })

  it('keeps showing a choice that was deleted meanwhile', async () => {
    const { user, category } = await open({ _id: 'type-9', name: 'Pop-up' })
    await waitFor(() => expect(category).toHaveValue('Pop-up (inactive)'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(saved.mock.calls[0]?.[0]).toEqual({ category: 'type-9' })
  })

  it('offers to load the choices again', async () => {
    api.refuses(rvTypes.list, 500, { message: 'No luck.' })
    const { user, category } = await open()
    expect(await screen.findByText('The choices could not be loaded.')).toBeVisible()
    api.answers(rvTypes.list, twoTypes())
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await user.click(category)
    expect(await screen.findByRole('option', { name: 'Travel Trailer' })).toBeVisible()
  })

  it('leaves it to the notice on top to say that choices cannot be read without a connection', async () => {
    const stop = watchConnection()
    onTestFinished(() => act(stop))
    await api.losesConnection()
    api.offline()
    const { user, category } = await open()
    await user.click(category)
    const [said] = await screen.findAllByText('The choices will load once you are back online.')
    expect(said).toBeVisible()
    expect(screen.queryByText('The choices could not be loaded.')).toBeNull()
  })
})
