import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
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
      dialog={{ kind, row: anRvType() }}
      onClose={() => {}}
      wording={{ title: 'RV Type', text: 'RV type' }}
      nameOf={(row) => row.name}
      remove={rvTypes.delete}
      restore={rvTypes.restore}
      input={(row) => ({ cat_id: row._id, version: row.version })}
      secondToast={({ message }, kind) => `After ${kind}: ${message}`}
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
    expect(await screen.findByRole('alert')).toHaveTextContent('You stopped before the server answered')
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
      message: 'This record has been changed meanwhile.',
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
