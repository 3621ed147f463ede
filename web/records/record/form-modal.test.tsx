import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { changes, records } from '#contract/changes.ts'
import { type RvType, rvTypeFields, rvTypes } from '#contract/rv-types.ts'
import { call } from '#web/api/call.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { ada, renderScreen } from '#web/testing/render-screen.tsx'
import { aChange, aChangedRecord, anRvType, pageOfRows } from '#web/testing/rows.ts'
import { storedDrafts } from '#web/testing/stored-drafts.ts'
import { NumberField, TextField } from '#web/ui/fields/fields.tsx'
import { FormModal } from './form-modal.tsx'
import { useRowDialog } from './use-row-dialog.ts'

function Screen({ row }: { row?: RvType }) {
  const { dialog, open, close } = useRowDialog<RvType>('rv-types', rvTypes)
  const [closed, setClosed] = useState(0)
  return (
    <>
      <button type="button" onClick={() => open(row ? { kind: 'edit', row } : { kind: 'new' })}>
        Open
      </button>
      <output>{`closed ${closed}`}</output>
      {dialog && (
        <FormModal
          title="RV Type"
          type="rv_types"
          schema={rvTypeFields}
          record={dialog.row}
          values={(record) => ({ name: record?.name ?? '', name_fr: '', seq_no: String(record?.seq_no ?? '') })}
          save={(fields, { idempotencyKey, version }) =>
            dialog.row
              ? call(rvTypes.edit, { ...fields, cat_id: dialog.row._id, version })
              : call(rvTypes.add, fields, { idempotencyKey })
          }
          draft={dialog.draft}
          onClose={() => {
            close()
            setClosed(closed + 1)
          }}
        >
          {(form) => (
            <>
              <TextField form={form} name="name" label="Name" />
              <NumberField form={form} name="seq_no" label="Sequence No." />
            </>
          )}
        </FormModal>
      )}
    </>
  )
}

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
})

async function openForm(row?: RvType) {
  const { user } = renderScreen(<Screen {...(row && { row })} />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog', { name: 'RV Type' })
  return user
}
const name = () => screen.getByRole('textbox', { name: 'Name' })
const number = () => screen.getByRole('textbox', { name: 'Sequence No.' })
const button = (label: string) => screen.getByRole('button', { name: label })
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('a form in a dialog', () => {
  it('starts in its first field and gives the focus back', async () => {
    const user = await openForm()
    await waitFor(() => expect(name()).toHaveFocus())
    await user.keyboard('{Escape}')
    await gone()
    await waitFor(() => expect(button('Open')).toHaveFocus())
  })

  it('fills in the next number of its sequence, which nobody has typed yet', async () => {
    api.answers(records.next_number, { message: '', data: { seq_no: 8 } })
    const user = await openForm()
    await waitFor(() => expect(number()).toHaveValue('8'))
    expect(api.calls(records.next_number)).toEqual([{ record_type: 'rv_types' }])
    await user.keyboard('{Escape}')
    await gone()
    expect(await storedDrafts()).toEqual([])
  })

  it('leaves a number that was typed before the next one is known, and all alone where it cannot be known', async () => {
    api.answers(records.next_number, { message: '', data: { seq_no: 8 } })
    const held = api.holds(records.next_number)
    const user = await openForm()
    await user.type(number(), '3')
    await waitFor(() => expect(held.count()).toBe(1))
    held.release(0)
    held.stop()
    await user.type(name(), 'Van')
    expect(number()).toHaveValue('3')
    await user.clear(number())
    await user.type(number(), '12')
    expect(number()).toHaveValue('12')
  })

  it('leaves the number empty where the next one cannot be read', async () => {
    api.refuses(records.next_number, 500, { message: 'No luck.' })
    await openForm()
    await waitFor(() => expect(api.calls(records.next_number)).toHaveLength(1))
    expect(number()).toHaveValue('')
    expect(screen.queryByText('No luck.')).toBeNull()
  })

  it('asks for no number where a record is edited', async () => {
    await openForm(anRvType())
    expect(api.calls(records.next_number)).toEqual([])
  })

  it('shows what the server says, on top and on the field, until the field is changed', async () => {
    api.refuses(rvTypes.add, 422, {
      message: 'Please check the form.',
      errors: { name: ['RV type already exists.'] },
    })
    const user = await openForm()
    await user.type(name(), 'Park Model')
    await user.type(number(), '4')
    await user.click(button('Save'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Please check the form.')
    expect(name()).toHaveAccessibleDescription('RV type already exists.')
    await user.type(number(), '5')
    expect(name()).toHaveAccessibleDescription('RV type already exists.')
    expect(screen.getByRole('alert')).toBeVisible()
    await user.type(name(), 's')
    expect(name()).not.toHaveAccessibleDescription('RV type already exists.')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('sends once, however often Save is pressed, and the same key again after a lost answer', async () => {
    api.refuses(rvTypes.add, 0)
    const user = await openForm()
    await user.type(name(), 'Park Model')
    await user.type(number(), '4')
    await user.click(button('Save'))
    expect(await screen.findByText('Network Problem', { selector: '[role=alert] *' })).toBeVisible()
    api.answers(rvTypes.add, { message: 'RV type added successfully.', data: anRvType() })
    await user.tripleClick(button('Save'))
    await gone()
    const [first, second, third] = api.headers(rvTypes.add).map((headers) => headers.get('idempotency-key'))
    expect(second).toBe(first)
    expect(third).toBeUndefined()
  })

  it('tells what is too long instead of cutting it', async () => {
    const user = await openForm()
    await user.click(name())
    await user.paste('x'.repeat(101))
    expect(name()).toHaveValue('x'.repeat(101))
    expect(button('Save')).toBeDisabled()
    // Nothing is wrong with what is still being typed.
    expect(name()).not.toHaveAccessibleDescription()
    await user.tab()
    expect(name()).toHaveAccessibleDescription('Please use at most 100 characters.')
    await user.type(name(), '{Backspace}')
    expect(name()).not.toHaveAccessibleDescription()
    await user.type(name(), 'x')
    expect(name()).toHaveAccessibleDescription('Please use at most 100 characters.')
  })

  it('asks before it throws typed text away', async () => {
    const user = await openForm()
    await user.type(name(), 'Half a name')
    await user.click(button('Cancel'))
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(name()).toHaveValue('Half a name')
    // The question is asked again only once the first has closed entirely.
    await waitFor(async () => {
      await user.click(button('Cancel'))
      await screen.findByRole('button', { name: 'Discard' }, { timeout: 500 })
    })
    await user.click(button('Discard'))
    await gone()
    expect(await storedDrafts()).toEqual([])
  })

  it('cannot name a field that the schema lacks', () => {
    const wrong = () => (
      <FormModal
        record={undefined}
        draft={undefined}
        title="Wrong"
        schema={z.object({ title: z.string() })}
        values={() => ({ title: '' })}
        save={async () => ({ message: '' })}
        onClose={() => {}}
      >
        {(form) => (
          // @ts-expect-error: there is no field of this name
          <TextField form={form} name="titel" label="Title" />
        )}
      </FormModal>
    )
    expect(wrong).toBeTypeOf('function')
  })
})

describe('what was typed', () => {
  it('comes back in the same dialog, and can be thrown away', async () => {
    const user = await openForm(anRvType())
    await user.type(name(), ' Deluxe')
    window.dispatchEvent(new Event('pagehide'))
    cleanup()

    const again = renderScreen(<Screen />, { path: '/?edit=type-1' })
    expect(await screen.findByText('What you typed before was kept.')).toBeVisible()
    expect(name()).toHaveValue('Travel Trailer Deluxe')
    await again.user.click(button('Discard'))
    expect(name()).toHaveValue('Travel Trailer')
    expect(screen.queryByText('What you typed before was kept.')).toBeNull()
    expect(await storedDrafts()).toEqual([])
  })

  it('comes back with what is wrong with it', async () => {
    const user = await openForm()
    await user.type(number(), 'many')
    window.dispatchEvent(new Event('pagehide'))
    cleanup()
    renderScreen(<Screen />, { path: '/?new' })
    expect(await screen.findByText('What you typed before was kept.')).toBeVisible()
    expect(number()).toHaveAccessibleDescription(/Invalid sequence number/)
    expect(name()).not.toHaveAccessibleDescription(/./)
  })

  it('is sent with the same key after a lost answer and a reload, and with another once it was saved', async () => {
    api.refuses(rvTypes.add, 0)
    const typeAndSave = async (user: Awaited<ReturnType<typeof openForm>>) => {
      await user.type(name(), 'Park Model')
      await user.type(number(), '4')
      await user.click(button('Save'))
    }
    await typeAndSave(await openForm())
    expect(await screen.findByText('Network Problem', { selector: '[role=alert] *' })).toBeVisible()
    cleanup()

    api.answers(rvTypes.add, { message: 'RV type added successfully.', data: anRvType() })
    const { user } = renderScreen(<Screen />, { path: '/?new' })
    expect(await screen.findByText('What you typed before was kept.')).toBeVisible()
    await user.click(button('Save'))
    await screen.findByText('closed 1')
    await user.click(button('Open'))
    await screen.findByRole('dialog', { name: 'RV Type' })
    await typeAndSave(user)
    await gone()
    const keys = api.headers(rvTypes.add).map((headers) => headers.get('idempotency-key'))
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false])
  })

  it('survives a session that ended meanwhile', async () => {
    api.refuses(rvTypes.add, 401, { message: 'Please sign in again.' })
    const user = await openForm()
    await user.type(name(), 'Park Model')
    await user.type(number(), '4')
    await user.click(button('Save'))
    await gone()
    renderScreen(<Screen />, { path: '/?new' })
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Park Model')
  })

  it('is never shown to another administrator', async () => {
    const user = await openForm()
    await user.type(name(), 'Secret')
    window.dispatchEvent(new Event('pagehide'))
    document.body.innerHTML = ''
    renderScreen(<Screen />, { me: { ...ada, _id: 'admin-grace' } })
    await screen.findByRole('button', { name: 'Open' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is forgotten once saved', async () => {
    api.answers(rvTypes.add, { message: 'RV type added successfully.', data: anRvType() })
    const user = await openForm()
    await user.type(name(), 'Park Model')
    await user.type(number(), '4')
    await user.click(button('Save'))
    await gone()
    expect(await storedDrafts()).toEqual([])
  })
})

describe('a change by another person', () => {
  const theirs = anRvType({ name: 'Trailer', version: 7 })
  const conflict = {
    message: 'This record has changed in the meantime.',
    data: theirs,
    changed_by: 'Grace Hopper',
    changed_at: '2026-11-21T10:30:00.000Z',
  }

  async function meetConflict() {
    api.refuses(rvTypes.edit, 409, conflict)
    const user = await openForm(anRvType())
    await user.clear(name())
    await user.type(name(), 'My Trailer')
    await user.click(button('Save'))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Grace Hopper changed this record on')
    return user
  }

  it('is shown field by field', async () => {
    await meetConflict()
    const rows = within(screen.getByRole('table', { name: 'What differs' })).getAllByRole('row')
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Field', 'Your version', 'Current version'],
      ['Name', 'My Trailer', 'Trailer'],
    ])
  })

  it('can be overwritten', async () => {
    const user = await meetConflict()
    api.answers(rvTypes.edit, { message: 'RV type updated successfully.', data: theirs })
    await user.click(button('Overwrite with mine'))
    await gone()
    expect(api.calls(rvTypes.edit).map(({ name, version }) => [name, version])).toEqual([
      ['My Trailer', 1],
      ['My Trailer', 7],
    ])
  })

  it('can be taken over', async () => {
    const user = await meetConflict()
    await user.click(button('Use current version'))
    expect(name()).toHaveValue('Trailer')
    api.answers(rvTypes.edit, { message: 'RV type updated successfully.', data: theirs })
    await user.click(button('Save'))
    await gone()
    expect(api.calls(rvTypes.edit).at(-1)).toMatchObject({ name: 'Trailer', version: 7 })
  })

  it('can be left for later, and is met again', async () => {
    const user = await meetConflict()
    expect(button('Keep editing')).toHaveFocus()
    await user.click(button('Keep editing'))
    await waitFor(() => expect(name()).toHaveFocus())
    expect(name()).toHaveValue('My Trailer')
    await user.click(button('Save'))
    expect(await screen.findByRole('button', { name: 'Overwrite with mine' })).toBeVisible()
  })

  describe('of the same field', () => {
    const base = { name: 'Travel Trailer', seq_no: 1 }
    const collision = {
      ...conflict,
      data: anRvType({ name: 'Trailer', seq_no: 9, version: 7 }),
      base,
      collisions: ['name'],
    }

    async function meetCollision(seqNo?: string) {
      api.refuses(rvTypes.edit, 409, collision)
      const user = await openForm(anRvType())
      await user.clear(name())
      await user.type(name(), 'My Trailer')
      if (seqNo) {
        await user.clear(number())
        await user.type(number(), seqNo)
      }
      await user.click(button('Save'))
      await screen.findByRole('radiogroup', { name: 'Name' })
      api.answers(rvTypes.edit, { message: 'RV type updated successfully.', data: theirs })
      return user
    }

    it('is shown as it was and as both want it, and nothing else is', async () => {
      await meetCollision()
      const field = within(screen.getByRole('radiogroup', { name: 'Name' }))
      expect(field.getByText('Before: Travel Trailer')).toBeVisible()
      expect(field.getByText('My Trailer')).toBeVisible()
      expect(field.getByText('Trailer')).toBeVisible()
      expect(screen.getAllByRole('radiogroup')).toHaveLength(1)
      expect(button('Save')).toBeDisabled()
    })

    it.each([
      [false, 'that both of you changed'],
      [true, 'changed in both windows'],
    ])('says of whom it is (by oneself: %s)', async (by_yourself, words) => {
      api.refuses(rvTypes.edit, 409, { ...collision, by_yourself })
      const user = await openForm(anRvType())
      await user.type(name(), '!')
      await user.click(button('Save'))
      expect(await screen.findByText(new RegExp(words))).toBeVisible()
    })

    it('is saved as chosen, beside what each has changed alone', async () => {
      const user = await meetCollision()
      await user.click(screen.getByRole('radio', { name: 'Yours' }))
      await user.click(button('Save'))
      await gone()
      expect(api.calls(rvTypes.edit).at(-1)).toMatchObject({ name: 'My Trailer', seq_no: 9, version: 7 })
      expect(await screen.findByText(/Grace Hopper's change to Sequence No. was kept\.$/)).toBeVisible()
    })

    it('of long texts can be read as plain text, before and after', async () => {
      const long = (word: string) => `${word} ${'and so on '.repeat(9)}end`
      const data = anRvType({ name: long('Theirs'), version: 7 })
      api.refuses(rvTypes.edit, 409, { ...collision, data, base: { ...base, name: long('Before') } })
      const user = await openForm(anRvType())
      await user.clear(name())
      await user.type(name(), 'My Trailer')
      await user.click(button('Save'))
      const field = within(await screen.findByRole('radiogroup', { name: 'Name' }))
      // More than half of it is another text, so it is read apart from the start.
      const mine = field.getByRole('region', { name: 'Name, Yours' })
      expect(mine).toHaveTextContent(`Before${long('Before')}AfterMy Trailer`)
      expect(field.getByRole('region', { name: "Name, Grace Hopper's" })).toHaveTextContent(long('Theirs'))
      await user.click(field.getByRole('button', { name: 'Show what differs' }))
      expect(field.queryByRole('region')).toBeNull()
      await user.click(field.getByRole('button', { name: 'Show before and after' }))
      expect(field.getByRole('region', { name: 'Name, Yours' })).toBeVisible()
    })

    it('can be left to the other one', async () => {
      const user = await meetCollision('4')
      await user.click(screen.getByRole('radio', { name: "Grace Hopper's" }))
      await user.click(button('Save'))
      await gone()
      expect(api.calls(rvTypes.edit).at(-1)).toMatchObject({ name: 'Trailer', seq_no: 4, version: 7 })
    })
  })

  it('of other fields is told in the toast', async () => {
    api.answers(rvTypes.edit, {
      message: 'RV type updated successfully.',
      data: theirs,
      merged: [{ field: 'seq_no', by: 'Ann', at: '2026-11-21T10:30:00.000Z' }],
    })
    const user = await openForm(anRvType())
    await user.type(name(), ' Deluxe')
    await user.click(button('Save'))
    expect(
      await screen.findByText("RV type updated successfully. Ann's change to Sequence No. was kept."),
    ).toBeVisible()
  })

  it('is only a message when the same add is still running', async () => {
    api.refuses(rvTypes.add, 409, { message: 'This is still being saved.' })
    const user = await openForm()
    await user.type(name(), 'Park Model')
    await user.type(number(), '4')
    await user.click(button('Save'))
    expect(await screen.findByRole('alert')).toHaveTextContent('This is still being saved.')
  })
})

describe('the history of the record', () => {
  const change = aChange({ at: '2026-11-20T10:30:00.000Z' })
  const entries = [
    {
      ...aChangedRecord({
        fields: [{ field: 'name', label: 'Name', type: 'text', from: 'Older', to: 'Travel Trailer' }],
      }),
      change,
    },
    { ...aChangedRecord({ kind: 'add', version: 1, fields: [] }), change: aChange({ _id: 'change-0' }) },
  ]

  async function bringBack() {
    api.answers(changes.of_record, pageOfRows(entries))
    const user = await openForm(anRvType())
    await user.click(button('History'))
    const history = within(await screen.findByRole('dialog', { name: 'History of Travel Trailer' }))
    await user.click(await history.findByRole('button', { name: 'Bring this version back' }))
    await screen.findByText(/^These are the values from/)
    return user
  }

  it('puts an earlier version into the form, and saves nothing by itself', async () => {
    await bringBack()
    expect(name()).toHaveValue('Older')
    expect(number()).toHaveValue('1')
    expect(api.calls(rvTypes.edit)).toEqual([])
    expect(api.calls(changes.of_record)).toEqual([
      { record_type: 'rv_types', record_id: 'type-1', page: 1, per_page: 20 },
    ])
  })

  it('can be left for the current values again', async () => {
    const user = await bringBack()
    await user.click(button('Back to the current values'))
    expect(name()).toHaveValue('Travel Trailer')
    expect(screen.queryByText(/^These are the values from/)).toBeNull()
  })

  it('is not offered for a new one', async () => {
    await openForm()
    expect(screen.queryByRole('button', { name: 'History' })).toBeNull()
  })
})
