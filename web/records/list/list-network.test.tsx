import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type RvType, rvTypes } from '#contract/rv-types.ts'
import { watchConnection } from '#web/api/connection.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { anRvType, pageOfRows } from '#web/testing/rows.ts'
import { type Column, text } from './columns/columns.tsx'
import { ListGrid } from './list-grid.tsx'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  // The row is named after the page it is on.
  api.answers(rvTypes.list, ({ page = 1 }) => pageOfRows([anRvType({ name: `Row of page ${page}` })], 30))
})

const columns: Column<RvType>[] = [text('name', { title: 'Name' })]
const open = () => renderScreen(<ListGrid list={rvTypes.list} label="RV Types" columns={columns} />)
const showPage = async (user: ReturnType<typeof open>['user'], page: number) =>
  user.click(await screen.findByRole('button', { name: `Page ${page}` }))

describe('a list over an unreliable network', () => {
  it('ignores an old answer that arrives after the newer one', async () => {
    const { user } = open()
    expect(await screen.findByText('Row of page 1')).toBeVisible()
    const held = api.holds(rvTypes.list)
    await showPage(user, 2)
    await showPage(user, 3)
    await waitFor(() => expect(held.count()).toBe(2))
    held.release(1)
    expect(await screen.findByText('Row of page 3')).toBeVisible()
    held.release(0)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(screen.getByText('Row of page 3')).toBeVisible()
    expect(screen.queryByText('Row of page 2')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says when its rows were read when they cannot be read again, until they are', async () => {
    const { client, user } = open()
    expect(await screen.findByText('Row of page 1')).toBeVisible()
    api.refuses(rvTypes.list, 503, { message: 'The server has a problem.' })
    void client.refetchQueries()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Showing data from \d\d-\d\d-\d{4}, .+\. It could not be refreshed\. The server has a problem\./,
    )
    expect(screen.getByText('Row of page 1')).toBeVisible()
    api.answers(rvTypes.list, pageOfRows([anRvType({ name: 'New row' })]))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('New row')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps its rows without a connection, and says of when they are', async () => {
    open()
    expect(await screen.findByText('Row of page 1')).toBeVisible()
    const stop = watchConnection()
    await api.losesConnection()
    const from = await screen.findByText(/^Showing data from \d\d-\d\d-20\d\d, [^:]+:\d\d \wM\.$/)
    expect(from).toBeVisible()
    // The notice on top is the one that warns.
    expect(from.closest('[data-warns]')).toBeNull()
    expect(screen.getByText('Row of page 1')).toBeVisible()
    act(stop)
    expect(screen.queryByText(/^Showing data from/)).toBeNull()
  })

  it('keeps rows, footer and time where the next page cannot be read, and the one message is on top', async () => {
    const { user } = open()
    expect(await screen.findByText('Row of page 1')).toBeVisible()
    const stop = watchConnection()
    await api.losesConnection()
    api.refuses(rvTypes.list, 0)
    await showPage(user, 2)
    const list = screen.getByRole('region', { name: 'RV Types' })
    await waitFor(() => expect(list).toHaveAttribute('aria-busy', 'false'))
    expect(screen.getByText('Row of page 1')).toBeVisible()
    const before = `^Offline: these are the earlier rows, from .*-${new Date().getFullYear()}, .*\\.$`
    expect(screen.getByText(new RegExp(before))).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    expect(screen.getByText('1 to 10 of 30')).toBeVisible()
    expect(screen.queryByText(/Network Problem/)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    api.answers(rvTypes.list, pageOfRows([anRvType({ name: 'New row' })]))
    await showPage(user, 3)
    expect(await screen.findByText('New row')).toBeVisible()
    act(stop)
  })

  it('that has no rows yet reads them as soon as there is a connection', async () => {
    const stop = watchConnection()
    await api.losesConnection()
    api.refuses(rvTypes.list, 0)
    open()
    expect(await screen.findByText('The rows will load once you are back online.')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    act(stop)
  })

  it('keeps the rows while an answer is held, and says that it is busy', async () => {
    const { user } = open()
    expect(await screen.findByText('Row of page 1')).toBeVisible()
    const held = api.holds(rvTypes.list)
    await showPage(user, 2)
    await waitFor(() => expect(held.count()).toBe(1))
    expect(screen.getByRole('region', { name: 'RV Types' })).toHaveAttribute('aria-busy', 'true')
    expect(screen.getByText('Row of page 1')).toBeVisible()
    held.release(0)
    expect(await screen.findByText('Row of page 2')).toBeVisible()
    expect(screen.getByRole('region', { name: 'RV Types' })).toHaveAttribute('aria-busy', 'false')
  })

  it.each([
    ['cut in the middle', () => api.breaks(rvTypes.list, 'cut', pageOfRows([anRvType()])), 'Network Problem'],
    ['half a JSON text', () => api.breaks(rvTypes.list, 'half', pageOfRows([anRvType()])), 'Network Problem'],
    ['a 500 without body', () => api.answersWithoutBody(rvTypes.list, 500), 'Something went wrong. Please try again.'],
  ])('shows an error with Retry after an answer that is %s', async (_case, prepare, message) => {
    prepare()
    const { user } = open()
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getByText(message, { selector: 'output' })).toBeVisible()
    api.answers(rvTypes.list, pageOfRows([anRvType({ name: 'Back again' })]))
    await user.click(retry)
    expect(await screen.findByText('Back again')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })
})
