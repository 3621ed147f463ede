import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changes, type DescribedChange, type UndoPreview } from '#contract/changes.ts'
import { clearToken } from '#web/api/session.ts'
import { toastChange } from '#web/records/change/toast-change.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aChange, aChangedRecord, pageOfRows } from '#web/testing/rows.ts'
import { UndoHost } from './undo-host.tsx'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  api.answers(changes.list, pageOfRows([aChange({ _id: 'change-9' })]))
  knows(aChange())
  wouldUndo()
  undoes('undo-1')
})

const knows = (change: DescribedChange) => api.answers(changes.get, { ...pageOfRows([aChangedRecord()]), change })
const wouldUndo = (preview: Partial<UndoPreview> = {}) =>
  api.answers(changes.preview_undo, {
    message: '',
    data: { record_count: 1, obstacle_count: 0, obstacles: [], ...preview },
  })
/** The undo is refused so that one is asked first. */
const asksAbout = (record_count: number) => {
  wouldUndo({ record_count })
  api.refuses(changes.undo, 409, { code: 'to_be_asked', message: 'These are many records.' })
}
const obstacle = {
  record_type: 'rv_types' as const,
  record_id: 'type-1',
  title: 'Travel Trailer',
  reason: 'Grace Hopper has since changed Name.',
}
const undoes = (change_id: string) =>
  api.answers(changes.undo, { message: 'Change undone.', change_id, data: aChange({ _id: change_id, kind: 'undo' }) })

const edited = (change_id: string | null = 'change-1') =>
  toastChange({ message: 'RV type updated successfully.', change_id })

const show = () =>
  renderScreen(
    <>
      <input aria-label="Name" />
      <button type="button" onClick={() => edited()}>
        Save
      </button>
      <UndoHost />
    </>,
  )
const press = (name: string) => screen.findByRole('button', { name })
const pressUndoKey = (at: Element = document.body) => fireEvent.keyDown(at, { key: 'z', ctrlKey: true })
const undone = () => api.calls(changes.undo).map(({ change_id }) => change_id)
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Undo change' }))

describe('the toast after a change', () => {
  it('undoes it, and offers to undo that', async () => {
    const { user } = show()
    await user.click(await press('Save'))
    await user.click(await press('Undo'))
    expect(await screen.findByText('Change undone.')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('RV type updated successfully.')).toBeNull())
    undoes('redo-1')
    await user.click(await press('Redo'))
    await waitFor(() => expect(undone()).toEqual(['change-1', 'undo-1']))
  })

  it('waits while the focus is on it, and gives the focus back', async () => {
    const { user } = show()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const save = screen.getByRole('button', { name: 'Save' })
    fireEvent.click(save)
    await act(() => vi.advanceTimersByTimeAsync(50))
    save.focus()
    const undo = screen.getByRole('button', { name: 'Undo' })
    act(() => undo.focus())
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(undo).toHaveFocus()
    act(() => screen.getByRole('textbox', { name: 'Name' }).focus())
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(undo).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()

    vi.useRealTimers()
    await user.click(save)
    screen.getByRole('button', { name: 'Undo' }).focus()
    await user.keyboard('{Enter}')
    await screen.findByText('Change undone.')
    await waitFor(() => expect(save).toHaveFocus())
  })

  it('offers nothing when nothing differed', async () => {
    show()
    edited(null)
    expect(await screen.findByText('RV type updated successfully.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('offers nothing for a change that is final, nor does Ctrl+Z', async () => {
    show()
    toastChange({ message: 'Profile updated successfully.', change_id: 'change-1', can_undo: false })
    expect(await screen.findByText('Profile updated successfully.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    pressUndoKey()
    expect(await screen.findByText(/^There is nothing to undo since you signed in/)).toBeVisible()
  })

  it('says why the undo was refused', async () => {
    api.refuses(changes.undo, 422, { message: 'RV type already exists.' })
    const { user } = show()
    await user.click(await press('Save'))
    await user.click(await press('Undo'))
    expect(await screen.findByText('RV type already exists.')).toBeVisible()
  })

  it('asks when something is in the way, names it, and leaves it if one wants', async () => {
    const count = { record_count: 5601, obstacle_count: 280 }
    api.refuses(changes.undo, 409, {
      message: '280 records cannot be undone.',
      data: { ...count, obstacles: [obstacle] },
    })
    wouldUndo({ ...count, obstacles: [obstacle] })
    const { user } = show()
    await user.click(await press('Save'))
    await user.click(await press('Undo'))
    const question = await dialog()
    expect(await question.findByText('280 records cannot be undone:')).toBeVisible()
    expect(question.getByText('Grace Hopper has since changed Name.', { exact: false })).toBeVisible()
    expect(question.getByText('and 279 others')).toBeVisible()
    undoes('undo-1')
    await user.click(question.getByRole('button', { name: 'Undo the 5,601 that can be, leave these 280' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.calls(changes.undo).at(-1)).toEqual({ change_id: 'change-1', leave_obstacles: true })
  })

  it('cannot undo a change of which everything is in the way', async () => {
    wouldUndo({ record_count: 0, obstacle_count: 1, obstacles: [obstacle] })
    api.refuses(changes.undo, 409, { code: 'obstacles', message: 'This cannot be undone.' })
    show()
    edited()
    pressUndoKey()
    const question = await dialog()
    expect(await question.findByText('1 record cannot be undone:')).toBeVisible()
    expect(question.getByText('This change cannot be undone.')).toBeVisible()
    expect(question.queryByText('Are you sure you want to undo this change?')).toBeNull()
    expect(question.getByRole('button', { name: 'Undo' })).toBeDisabled()
  })

  it('says why it cannot say what an undo would do, and does not go on looking busy', async () => {
    api.refuses(changes.undo, 409, { code: 'obstacles', message: 'This cannot be undone.' })
    api.refuses(changes.preview_undo, 422, { message: 'RV type already exists.' })
    show()
    edited()
    pressUndoKey()
    const question = await dialog()
    expect(await question.findByText('RV type already exists.')).toBeVisible()
    expect(question.queryByLabelText('Loading')).toBeNull()
    expect(question.getByRole('button', { name: 'Undo' })).toBeDisabled()
  })

  it('undoes once when the answer is lost and the button is pressed again', async () => {
    api.refuses(changes.undo, 0)
    const { user } = show()
    await user.click(await press('Save'))
    await user.click(await press('Undo'))
    await screen.findByText('Network Problem')
    undoes('undo-1')
    await user.click(await press('Undo'))
    await screen.findByText('Change undone.')
    const [first, second] = api.headers(changes.undo).map((headers) => headers.get('idempotency-key'))
    expect([Boolean(first), second]).toEqual([true, first])
  })
})

describe('the undo of very many records', () => {
  it.each([
    ['undo', 'is undoing', 'Change undone.'],
    ['redo', 'is redoing', 'Change redone.'],
  ])('says how far an %s is, and then that it is done', async (_, doing, done) => {
    const running = aChange({
      _id: 'undo-1',
      kind: 'undo',
      state: 'running',
      record_count: 0,
      expected_count: 9000,
      is_redo: doing === 'is redoing',
      sentence: `Ada Lovelace ${doing}: removed 9,000 years`,
    })
    api.answers(changes.undo, { message: 'Undoing 9,000 records.', change_id: 'undo-1', data: running })
    let asked = 0
    api.answers(changes.get, () => ({
      ...pageOfRows([]),
      change: {
        ...running,
        record_count: 4500,
        ...(asked++ > 0 && { state: 'done' as const, message: done }),
      },
    }))
    const { user } = show()
    await user.click(await press('Save'))
    await user.click(await press('Undo'))
    expect(await screen.findByText('Running: 4,500 of 9,000')).toBeVisible()
    expect(await screen.findByText(done)).toBeVisible()
    await waitFor(() => expect(screen.queryByText(/^Running/)).toBeNull())
  })
})

describe('Ctrl+Z', () => {
  it('undoes at once, says what, and offers to redo it', async () => {
    const sentence = 'Ada Lovelace undid: renamed RV type “Travel” to “Travel Trailer”'
    const data = aChange({ _id: 'undo-1', kind: 'undo', undoes: 'change-1', sentence })
    api.answers(changes.undo, { message: 'Change undone.', change_id: 'undo-1', data })
    const { user } = show()
    edited()
    pressUndoKey()
    expect(await screen.findByText('Change undone.')).toBeVisible()
    expect(screen.getByText('Undid: renamed RV type “Travel” to “Travel Trailer”')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('RV type updated successfully.')).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
    api.answers(changes.undo, {
      message: 'Change redone.',
      change_id: 'redo-1',
      data: aChange({ kind: 'undo', _id: 'redo-1', is_redo: true, sentence: sentence.replace('undid', 'redid') }),
    })
    await user.click(await press('Redo'))
    expect(await screen.findByText('Redid: renamed RV type “Travel” to “Travel Trailer”')).toBeVisible()
    expect(screen.getByText('Change redone.')).toBeVisible()
    expect(undone()).toEqual(['change-1', 'undo-1'])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Redo' })).toBeNull())
  })

  it('pressed twice quickly undoes one more each time, none twice, the newest first', async () => {
    show()
    edited('change-0')
    edited('change-1')
    pressUndoKey()
    pressUndoKey()
    pressUndoKey()
    await waitFor(() => expect(undone()).toEqual(['change-1', 'change-0']))
    expect(await screen.findByText(/^There is nothing to undo since you signed in/)).toBeVisible()
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true, repeat: true })
    expect(undone()).toEqual(['change-1', 'change-0'])
  })

  it('undoes nothing more behind one that it has to ask about', async () => {
    asksAbout(101)
    show()
    edited('change-0')
    edited('change-1')
    pressUndoKey()
    pressUndoKey()
    await dialog()
    expect(api.calls(changes.get).map(({ change_id }) => change_id)).toEqual(['change-1'])
    expect(api.calls(changes.undo)).toEqual([{ change_id: 'change-1', ask_above: 100 }])
  })

  it('sends a press whose answer is lost once more with the same key', async () => {
    api.refuses(changes.undo, 0)
    show()
    edited()
    pressUndoKey()
    await screen.findByText('Network Problem')
    undoes('undo-1')
    pressUndoKey()
    await screen.findByText('Change undone.')
    const [first, second] = api.headers(changes.undo).map((headers) => headers.get('idempotency-key'))
    expect([Boolean(first), second]).toEqual([true, first])
  })

  it('asks about many records, says what it would undo, and undoes the last change', async () => {
    asksAbout(101)
    const { user } = show()
    edited('change-0')
    edited('change-1')
    pressUndoKey()
    const question = await dialog()
    expect(await question.findByText('Travel Trailer')).toBeVisible()
    expect(question.getByText(/^Ada Lovelace renamed RV type “Travel” to “Travel Trailer”, /)).toBeVisible()
    expect(await question.findByText('This will restore 101 records.')).toBeVisible()
    expect(await question.findByText(/^Other changes were made after it/)).toBeVisible()
    undoes('undo-1')
    await user.click(question.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    asksAbout(101)
    pressUndoKey()
    await waitFor(() => expect(api.calls(changes.get).at(-1)?.change_id).toBe('change-0'))
    const sent = api.calls(changes.undo).map(({ change_id, ask_above }) => [change_id, ask_above])
    expect(sent).toEqual([
      ['change-1', 100],
      ['change-1', undefined],
      ['change-0', 100],
    ])
  })

  it('asks again with another key where what was sent before was carried out after all', async () => {
    asksAbout(101)
    const { user } = show()
    edited()
    pressUndoKey()
    const question = await dialog()
    await question.findByText('This will restore 101 records.')
    api.refuses(changes.undo, 0)
    await user.click(question.getByRole('button', { name: 'Undo' }))
    await question.findByRole('alert')
    api.refuses(changes.undo, 422, { code: 'key_reused', message: 'This Idempotency-Key belongs to another call.' })
    await user.click(question.getByRole('button', { name: 'Undo' }))
    expect(await question.findByText(/^Something has changed in the meantime/)).toBeVisible()
    undoes('undo-1')
    await user.click(question.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [, first, second, third] = api.headers(changes.undo).map((headers) => headers.get('idempotency-key'))
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('belongs to the text while one types', async () => {
    show()
    edited()
    pressUndoKey(await screen.findByRole('textbox', { name: 'Name' }))
    expect(api.calls(changes.undo)).toEqual([])
  })

  it('says what happens to many records', async () => {
    knows(aChange({ kind: 'delete', record_count: 120 }))
    asksAbout(120)
    show()
    edited()
    pressUndoKey()
    expect(await screen.findByText('This will restore 120 records.')).toBeVisible()
    expect(screen.getByText('Travel Trailer and 119 other records')).toBeVisible()
  })

  it('does not undo what was undone elsewhere, and goes on to the change before', async () => {
    api.refuses(changes.undo, 422, { code: 'already_undone', message: 'This change has already been undone.' })
    show()
    edited('change-0')
    edited('change-1')
    pressUndoKey()
    expect(await screen.findByText('This change has already been undone.')).toBeVisible()
    undoes('undo-1')
    pressUndoKey()
    await waitFor(() => expect(undone()).toEqual(['change-1', 'change-0']))
  })

  it('comes back to a change whose undo was refused for what may pass', async () => {
    api.refuses(changes.undo, 422, { message: 'RV type already exists.' })
    show()
    edited()
    pressUndoKey()
    await screen.findByText('RV type already exists.')
    undoes('undo-1')
    pressUndoKey()
    await waitFor(() => expect(undone()).toEqual(['change-1', 'change-1']))
  })

  it('offers to stop a change that is still running', async () => {
    const running = aChange({ state: 'running', can_undo: false, record_count: 500, expected_count: 9000 })
    knows(running)
    api.refuses(changes.undo, 422, { code: 'still_running', message: 'This change is still running.' })
    api.answers(changes.stop, { message: '', data: { ...running, state: 'stopped' } })
    const { user } = show()
    edited()
    pressUndoKey()
    const question = await dialog()
    expect(await question.findByText('This change is still running.')).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Stop: Travel Trailer' }))
    expect(api.calls(changes.stop)).toEqual([{ change_id: 'change-1' }])
    expect(question.getByRole('button', { name: 'Undo' })).toBeDisabled()
  })

  it('says of an undo what really happens to the record', async () => {
    const removed = { ...aChangedRecord(), kind: 'restore' as const }
    api.answers(changes.get, { ...pageOfRows([removed]), change: aChange({ kind: 'undo' }) })
    asksAbout(101)
    show()
    edited()
    pressUndoKey()
    expect(await screen.findByText('This will remove 101 records again.')).toBeVisible()
  })

  it('knows what was changed before a reload, or in another window of the same sign-in', async () => {
    edited('change-2')
    vi.resetModules()
    const here = await import('#web/api/session-changes.ts')
    expect([here.lastChange(), here.isOwnChange('change-2')]).toEqual(['change-2', false])
  })

  it('ends with the sign-in', async () => {
    show()
    edited()
    cleanup()
    clearToken('logout')
    show()
    pressUndoKey()
    expect(await screen.findByText(/^There is nothing to undo since you signed in/)).toBeVisible()
  })
})
