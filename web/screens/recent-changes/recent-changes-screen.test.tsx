import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { UndoHost } from '#web/records/change/undo/undo-host.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aChange, aChangedRecord, pageOfRows } from '#web/testing/rows.ts'
import { RecentChangesScreen } from './recent-changes-screen.tsx'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  api.answers(
    changes.list,
    pageOfRows([
      aChange({
        kind: 'delete',
        record_type: 'topics',
        title: 'Electrical',
        record_count: 12,
        sentence: 'Ada Lovelace removed topic “Electrical” with 11 sub topics',
        parts: [
          { text: 'Ada Lovelace', is_actor: true },
          { text: ' removed topic “' },
          {
            text: 'Electrical',
            record_type: 'topics',
            record_id: 'topic-electrical',
            link: '/topics/topic-electrical',
          },
          { text: '” with 11 sub topics' },
        ],
      }),
      aChange({ _id: 'change-2', kind: 'send', title: 'Recall', can_undo: false }),
      aChange({ _id: 'change-3', title: 'Old', can_undo: false, undone_by: 'change-1' }),
      aChange({ _id: 'change-4', title: 'Big', state: 'running', record_count: 400, expected_count: 9000 }),
    ]),
  )
})

const open = (path = '/recent-changes') =>
  renderScreen(
    <>
      <RecentChangesScreen />
      <UndoHost />
    </>,
    { path },
  )
const grid = async () => {
  const table = await screen.findByRole('grid', { name: 'Recent changes' })
  await within(table).findByRole('link', { name: 'Electrical' })
  return table
}

describe('Recent changes', () => {
  it('says who changed what, and what became of it', async () => {
    open()
    const rows = within(await grid())
      .getAllByRole('row')
      .slice(2)
      .map((row) => [...row.querySelectorAll('td')].slice(2, 6).map(({ textContent }) => textContent))
    expect(rows[0]).toEqual(['Ada Lovelace', 'Removed topic “Electrical” with 11 sub topics ', 'Removed', ''])
    expect(rows.map((row) => row[3])).toEqual(['', '', 'Undone', 'Running: 400 of 9,000'])
  })

  it('begins each day with its name while it is in the order of time', async () => {
    const ago = (days: number) => {
      const at = new Date()
      at.setDate(at.getDate() - days)
      return at.toISOString()
    }
    const some = [0, 0, 1, 400].map((days, place) => aChange({ _id: `change-${place}`, at: ago(days) }))
    api.answers(changes.list, pageOfRows(some))
    const begun = async () => {
      const table = await screen.findByRole('grid', { name: 'Recent changes' })
      await within(table).findAllByText(/^Yesterday, /)
      return [...table.querySelectorAll<HTMLElement>('tbody tr')].map(({ dataset }) => dataset['begins'])
    }
    const { unmount } = open()
    expect(await begun()).toEqual(['Today', undefined, 'Yesterday', expect.stringMatching(/^\w+day \d+ \w+ \d{4}$/)])
    expect(screen.getAllByText(/^Today, /)).toHaveLength(2)
    unmount()
    open('/recent-changes?sort=at.asc')
    expect((await begun())[0]).toBe('Today')
  })

  it('leads to who did it and to the records', async () => {
    const { user, router } = open()
    const row = within(within(await grid()).getAllByRole('row')[2] as HTMLElement)
    expect(row.getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute('href', '/administrators/admin-ada')
    await user.click(row.getByRole('link', { name: 'Electrical' }))
    expect(router.state.location.pathname).toBe('/topics/topic-electrical')
  })

  it.each(['click', 'Enter'])('shows the details of a row by %s', async (way) => {
    api.answers(changes.get, { ...pageOfRows([aChangedRecord()]), change: aChange({ sentence: 'Details of one' }) })
    const { user } = open()
    const cell = (await grid()).querySelector('tbody tr [data-column=at]') as HTMLElement
    if (way === 'click') await user.click(cell)
    else {
      cell.focus()
      await user.keyboard('{Enter}')
    }
    expect(await screen.findByRole('dialog', { name: 'Details of one' })).toBeVisible()
  })

  it('is filtered on the server', async () => {
    open('/recent-changes?by=ada&kind=delete&record_type=topics&at=between.2026-11-01.2026-11-02')
    await grid()
    expect(api.calls(changes.list)[0]?.filters).toEqual({
      by: { op: 'contains', value: 'ada' },
      kind: { op: 'eq', value: 'delete' },
      record_type: { op: 'eq', value: 'topics' },
      at: { op: 'between', value: '2026-11-01', value_to: '2026-11-02' },
    })
  })

  it('folds what an owner changes within an hour, and shows it all on demand', async () => {
    const by = { _id: 'user-grace', name: 'Grace Hopper', kind: 'user' } as const
    const folded = aChange({
      by,
      title: 'No. 12',
      sentence: 'Grace Hopper added checklist “No. 12”',
      record_type: 'checklists',
      fold: 'change-1',
      folded_count: 11,
    })
    const all = pageOfRows(
      [
        folded,
        aChange({ _id: 'change-2', by, title: 'No. 11', sentence: 'Grace Hopper added checklist “No. 11”' }),
      ].map((one) => ({ ...one, folded_count: 0 })),
    )
    api.answers(changes.list, ({ filters }) => (filters ? all : pageOfRows([folded])))
    const { user } = open()
    const link = await screen.findByRole('link', { name: 'and 11 more by Grace Hopper' })
    expect(link.closest('td')).toHaveTextContent('Added checklist “No. 12” and 11 more')
    // Reached by the keys of the grid.
    link.closest('td')?.focus()
    await user.keyboard('{Enter}')
    expect(link).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Added checklist “No. 11”')).toBeVisible()
    expect(api.calls(changes.list).at(-1)?.filters).toEqual({ fold: { op: 'eq', value: 'change-1' } })
    expect(screen.queryByRole('link', { name: /more/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByRole('link', { name: 'and 11 more by Grace Hopper' })).toBeVisible()
  })

  it('undoes a change after saying what happens', async () => {
    const change = aChange({ kind: 'delete', title: 'Electrical', record_count: 12 })
    api.answers(changes.get, { ...pageOfRows([aChangedRecord()]), change })
    api.answers(changes.undo, { message: 'Change undone.', change_id: 'undo-1', data: aChange({ _id: 'undo-1' }) })
    const { user } = open()
    await grid()
    const preview = { record_count: 12, obstacle_count: 0, obstacles: [] }
    api.answers(changes.preview_undo, { message: '', data: preview })
    await user.click(screen.getByRole('button', { name: /^Undo Electrical/ }))
    const question = within(await screen.findByRole('dialog', { name: 'Undo change' }))
    expect(await question.findByText('This will restore 12 records.')).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Change undone.')).toBeVisible()
    expect(api.calls(changes.undo)).toEqual([{ change_id: 'change-1' }])
    await waitFor(() => expect(api.calls(changes.list).length).toBeGreaterThan(1))
  })

  it('does not offer to undo what cannot be', async () => {
    open()
    await grid()
    expect(screen.getByRole('button', { name: /^Undo Recall/ })).toHaveAccessibleDescription('This cannot be undone')
    expect(screen.getByRole('button', { name: /^Undo Old/ })).toHaveAccessibleDescription('Already undone')
  })

  it('shows a change field by field, and more of its records on demand', async () => {
    const record = (index: number) => aChangedRecord({ record_id: `type-${index}`, title: `Type ${index}` })
    const all = Array.from({ length: 25 }, (_, index) => record(index + 1))
    api.answers(changes.get, ({ page = 1 }) => ({
      ...pageOfRows(all.slice((Number(page) - 1) * 20, Number(page) * 20), 25, Number(page)),
      change: aChange(),
    }))
    const { user } = open()
    await grid()
    await user.click(screen.getByRole('button', { name: /^Details of Electrical/ }))
    const details = within(
      await screen.findByRole('dialog', { name: 'Ada Lovelace renamed RV type “Travel” to “Travel Trailer”' }),
    )
    const first = within(await details.findByRole('region', { name: 'Type 1' }))
    expect(details.getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute('href', '/administrators/admin-ada')
    expect(first.getByText('Name')).toBeVisible()
    expect(first.getByText('Travel')).toBeVisible()
    expect(details.getAllByRole('region')).toHaveLength(20)
    await user.click(details.getByRole('button', { name: 'Show more' }))
    expect(await details.findByRole('region', { name: 'Type 25' })).toBeVisible()
    expect(details.queryByRole('button', { name: 'Show more' })).toBeNull()
  })
})
