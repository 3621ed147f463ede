import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { records } from '#contract/changes.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { anRvType } from '#web/testing/rows.ts'
import { DeleteRestoreDialog } from './delete-restore-dialog.tsx'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
})

const ask = (kind: string) =>
  renderScreen(
    <DeleteRestoreDialog
      type="rv_types"
      dialog={{ kind, row: anRvType() }}
      onClose={() => {}}
      calls={rvTypes}
      secondToast={({ message }, kind) => `After ${kind}: ${message}`}
      along={() => 'Four models go along, it seems.'}
    >
      Three models go along.
    </DeleteRestoreDialog>,
  )
const press = (name: string) => screen.findByRole('button', { name })

describe('the question before a delete or restore', () => {
  it('starts on Cancel and says what goes along', async () => {
    ask('delete')
    const cancel = await press('Cancel')
    await waitFor(() => expect(cancel).toHaveFocus())
    expect(screen.getByText('Three models go along.')).toBeVisible()
  })

  it('is not asked for other dialogs', () => {
    ask('edit')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says afterwards what the answer adds to its toast', async () => {
    api.answers(rvTypes.delete, { message: 'RV type removed successfully.' })
    const { user } = ask('delete')
    await user.click(await press('Delete'))
    expect(await screen.findByText('RV type removed successfully.')).toBeVisible()
    expect(screen.getByText('After delete: RV type removed successfully.')).toBeVisible()
  })

  it('shows why the server refused', async () => {
    api.refuses(rvTypes.restore, 422, {
      message: 'RV type cannot be restored.',
      errors: { name: ['RV type already exists.'] },
    })
    const { user } = ask('restore')
    await user.click(await press('Restore'))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('RV type cannot be restored.')
    expect(alert).toHaveTextContent('RV type already exists.')
  })

  it('can be left while the call hangs, and says what is not known', async () => {
    api.answers(rvTypes.delete, { message: 'RV type removed successfully.' })
    const held = api.holds(rvTypes.delete)
    const { user } = ask('delete')
    await user.click(await press('Delete'))
    await waitFor(() => expect(held.count()).toBe(1))
    await user.click(await press('Cancel'))
    expect(await screen.findByRole('alert')).toHaveTextContent('You cancelled before the server replied')
    await user.click(await press('Cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('makes no call once Cancel was pressed, while the dialog fades', async () => {
    const { user } = ask('delete')
    const confirm = await press('Delete')
    const cancel = await press('Cancel')
    await waitFor(() => expect(cancel).toHaveFocus())
    act(() => {
      fireEvent.click(cancel)
    })
    fireEvent.click(confirm)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.calls(rvTypes.delete)).toEqual([])
    expect(user).toBeDefined()
  })

  it('says who changed the record, and goes on with the current version when told so', async () => {
    api.refuses(rvTypes.delete, 409, {
      message: 'This record has changed in the meantime.',
      data: anRvType({ version: 5, name: 'Trailer' }),
      changed_by: 'Grace Hopper',
      changed_at: '2026-11-21T10:30:00.000Z',
    })
    const { user } = ask('delete')
    await user.click(await press('Delete'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Grace Hopper changed this record on')
    expect(screen.getByText('Trailer')).toBeVisible()
    api.answers(rvTypes.delete, { message: 'RV type removed successfully.' })
    await user.click(await press('Delete anyway'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.calls(rvTypes.delete).map(({ version }) => version)).toEqual([1, 5])
  })
})

describe('what hangs on a record', () => {
  const related = (
    record_type: 'models' | 'manuals' | 'manual_pages' | 'rvs',
    count: number,
    filters: Record<string, { op: string; value: string }> = {},
  ) => ({ record_type, count, filters })
  const answers = (
    data: Partial<{ along: ReturnType<typeof related>[]; used_by: ReturnType<typeof related>[] }> & {
      below?: number
      went_with?: number
    },
  ) =>
    api.answers(records.relations, {
      message: '',
      data: { along: [], used_by: [], returning: [], below: 0, went_with: 0, ...data },
    })
  const dialogText = async () => (await screen.findByRole('dialog')).textContent

  it('is said before it is deleted, each with the way to its list', async () => {
    const filters = { rv_type: { op: 'equals', value: 'Travel Trailer' } }
    answers({
      along: [related('manual_pages', 1)],
      used_by: [related('models', 12, filters), related('manuals', 3), related('rvs', 29)],
    })
    ask('delete')
    const models = await screen.findByRole('link', { name: '12 models' })
    expect(models).toHaveAttribute('href', '/models?status=active&rv_type=Travel+Trailer&rv_type.op=equals')
    expect(await dialogText()).toContain('12 models, 3 manuals and 29 RVs use it.')
    expect(await dialogText()).toContain('Also deleted: 1 manual page.')
    expect(await dialogText()).not.toContain('it seems')
    expect(api.calls(records.relations)).toEqual([{ record_type: 'rv_types', record_id: 'type-1' }])
  })

  it('is what the row tells while the answer is awaited, and nothing has to wait for it', async () => {
    answers({ used_by: [related('models', 12)] })
    api.holds(records.relations)
    api.answers(rvTypes.delete, { message: 'RV type removed successfully.' })
    const { user } = ask('delete')
    expect(await screen.findByText('Four models go along, it seems.')).toBeVisible()
    await user.click(await press('Delete'))
    expect(await screen.findByText('RV type removed successfully.')).toBeVisible()
  })

  it('is not needed to delete', async () => {
    api.refuses(records.relations, 422, { message: 'Something went wrong.' })
    ask('delete')
    expect(await screen.findByText(/^Could not check what uses this record/)).toBeVisible()
    expect(await press('Delete')).toBeEnabled()
  })

  it('comes back entirely, or only what went with it', async () => {
    answers({ below: 12, went_with: 7 })
    api.answers(rvTypes.restore, { message: 'RV type restored successfully.' })
    const { user } = ask('restore')
    expect(await screen.findByRole('radio', { name: 'Everything below it (12)' })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: 'Only what was deleted with it (7)' }))
    await user.click(await press('Restore'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.calls(rvTypes.restore)).toEqual([{ cat_id: 'type-1', version: 1, only_with: true }])
  })

  it('comes back without a question when there is nothing', async () => {
    answers({})
    api.answers(rvTypes.restore, { message: 'RV type restored successfully.' })
    const { user } = ask('restore')
    await waitFor(() => expect(screen.queryByLabelText('Checking what uses it')).toBeNull())
    expect(screen.queryByRole('radio')).toBeNull()
    await user.click(await press('Restore'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.calls(rvTypes.restore)).toEqual([{ cat_id: 'type-1', version: 1 }])
  })
})
