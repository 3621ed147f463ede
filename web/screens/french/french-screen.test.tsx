import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { frenchCalls, type Unfinished } from '#contract/french-calls.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows } from '#web/testing/rows.ts'
import { FrenchScreen } from './french-screen.tsx'

const anUnfinished = (more: Partial<Unfinished> = {}): Unfinished => ({
  record_type: 'topics',
  record_id: 'topic-1',
  version: 3,
  title: 'Brakes',
  fields: ['name'],
  state: 'older',
  words: 1,
  ...more,
})
const rows = [
  anUnfinished({ record_type: 'rv_types', record_id: 'type-1', title: 'Truck Camper', state: 'none', words: 2 }),
  anUnfinished(),
  anUnfinished({ record_id: 'topic-2', title: 'Axles' }),
  anUnfinished({ record_type: 'cms_pages', record_id: 'page-1', title: 'Terms', fields: ['title', 'content'] }),
]

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi({ french: true })
  api.answers(frenchCalls.list, pageOfRows(rows))
})

const open = (path = '/french') =>
  renderScreen(
    [
      { path: '/french', element: <FrenchScreen /> },
      { path: '/:kind/:id', element: <h1>A record</h1> },
    ],
    { path },
  )
const table = async () => within(await screen.findByRole('table', { name: 'What is left in French' }))

describe('what is left in French', () => {
  it('says of each record its kind, fields and words, and leads to it', async () => {
    open()
    const cellsOf = async (name: RegExp) =>
      within((await table()).getByRole('row', { name }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    expect(await cellsOf(/Truck Camper/)).toEqual(['', 'RV types', 'Truck Camper', 'Name', 'None', '2'])
    expect((await cellsOf(/Terms/)).slice(1)).toEqual(['CMS pages', 'Terms', 'Title, Content', 'Older', '1'])
    expect((await table()).getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/cms-pages/page-1')
    expect(api.calls(frenchCalls.list).at(-1)).toEqual({ page: 1, per_page: 50 })
  })

  it('is narrowed by kind and state, which the address keeps', async () => {
    const { user, router } = open('/french?state=none,part&page=2')
    await table()
    expect(api.calls(frenchCalls.list).at(-1)).toEqual({ state: ['none', 'part'], page: 2, per_page: 50 })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Topics')
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Older')
    await table()
    expect(api.calls(frenchCalls.list).at(-1)).toEqual({
      record_type: 'topics',
      state: ['older'],
      page: 1,
      per_page: 50,
    })
    expect(router.state.location.search).toBe('?type=topics&state=older')
  })

  it('confirms what is older, of one kind at a time', async () => {
    api.answers(frenchCalls.confirm, {
      message: 'The French of 2 topics is current.',
      change_id: 'change-1',
      can_undo: true,
    })
    const { user } = open()
    const box = async (name: string) => (await table()).getByRole('checkbox', { name })
    expect((await table()).queryByRole('checkbox', { name: 'Select Truck Camper' })).toBeNull()
    await user.click(await box('Select Brakes'))
    await user.click(await box('Select Axles'))
    expect(await box('Select Terms')).toBeDisabled()
    const bar = within(screen.getByRole('region', { name: 'Selection' }))
    expect(bar.getByText('2 selected')).toBeVisible()
    await user.click(bar.getByRole('button', { name: 'Confirm' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('The French of 2 topics is current.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
    expect(api.calls(frenchCalls.confirm).at(-1)).toEqual({
      record_type: 'topics',
      record_ids: ['topic-1', 'topic-2'],
      versions: [3, 3],
    })
  })

  it('goes on with the next record by a key, also after coming back', async () => {
    const { user, router } = open('/french?state=older')
    await table()
    const pressed = async () => {
      await user.keyboard('n')
      await screen.findByRole('heading', { name: 'A record' })
      return router.state.location.pathname
    }
    expect(await pressed()).toBe('/rv-types/type-1')
    await router.navigate(-1)
    await table()
    expect(await pressed()).toBe('/topics/topic-1')
    // It has been confirmed meanwhile.
    api.answers(frenchCalls.list, pageOfRows(rows.filter(({ record_id }) => record_id !== 'topic-1')))
    await router.navigate(-1)
    expect(router.state.location.search).toBe('?state=older')
    await (await table()).findByRole('link', { name: 'Axles' })
    await expect.poll(() => screen.queryByRole('link', { name: 'Brakes' })).toBeNull()
    expect(await pressed()).toBe('/topics/topic-2')
  })

  it('says that everything is written, or that nothing matches', async () => {
    api.answers(frenchCalls.list, pageOfRows([]))
    const { unmount } = open()
    expect(await screen.findByText('Everything is written in French.')).toBeVisible()
    unmount()
    const { user, router } = open('/french?type=topics')
    await screen.findByText('Nothing matches these filters.')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('Everything is written in French.')).toBeVisible()
    expect(router.state.location.search).toBe('')
  })

  it('says what went wrong, and tries again', async () => {
    api.refuses(frenchCalls.list, 400, { message: 'Not today.' })
    const { user } = open()
    expect(await screen.findByRole('alert')).toHaveTextContent('Not today.')
    api.answers(frenchCalls.list, pageOfRows(rows))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect((await table()).getAllByRole('row')).toHaveLength(5)
  })
})

describe('the export of French', () => {
  it('asks for a file of what the filters show, in the format that is chosen, and leads to the import', async () => {
    api.answers(frenchCalls.export, 'file')
    const { user } = open('/french?type=topics&state=none,part&page=2')
    await table()
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'XLIFF (for translators)' }))
    await waitFor(() =>
      expect(api.calls(frenchCalls.export)).toEqual([
        { format: 'xliff', record_type: 'topics', state: ['none', 'part'] },
      ]),
    )
    expect(screen.getByRole('link', { name: 'Import' })).toHaveAttribute('href', '/import?type=french')
  })

  it('has nothing to export where nothing is left', async () => {
    api.answers(frenchCalls.list, pageOfRows([]))
    open()
    await screen.findByText('Everything is written in French.')
    expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled()
  })
})
