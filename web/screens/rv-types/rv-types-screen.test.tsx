import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { rvTypes } from '#contract/rv-types.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { anRvType, pageOfRows } from '#web/testing/rows.ts'
import { RvTypesScreen } from './rv-types-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = () => renderScreen(<RvTypesScreen />, { path: '/rv-types' })
const dialog = (name: string) => screen.findByRole('dialog', { name })

beforeEach(() => {
  api = fakeApi()
  api.answers(
    rvTypes.list,
    pageOfRows([anRvType(), anRvType({ _id: 'type-2', name: 'Park Model', seq_no: 2, srno: 2, is_deleted: true })]),
  )
})

describe('RV Types', () => {
  it('offers Restore instead of Delete on an inactive row', async () => {
    open()
    const inactive = (await screen.findByText('Park Model')).closest<HTMLElement>('[role=row]')
    expect(within(inactive as HTMLElement).getByText('Inactive')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Restore Park Model' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Delete Park Model' })).toBeNull()
  })

  it('keeps Save disabled until name and number are valid', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'New' }))
    const form = within(await dialog('New RV Type'))
    const save = form.getByRole('button', { name: 'Save' })
    expect(save).toBeDisabled()
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Fifth Wheel')
    expect(save).toBeDisabled()
    await user.type(form.getByRole('textbox', { name: 'Sequence No.' }), '3x')
    await user.tab()
    expect(form.getByText('Invalid sequence number, please enter the valid sequence number.')).toBeVisible()
    expect(save).toBeDisabled()
    await user.type(form.getByRole('textbox', { name: 'Sequence No.' }), '{Backspace}')
    expect(save).toBeEnabled()
  })

  it('adds a type, says so and shows the list again', async () => {
    api.answers(rvTypes.add, { message: 'RV type added successfully.', data: anRvType() })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'New' }))
    const form = within(await dialog('New RV Type'))
    await user.type(form.getByRole('textbox', { name: 'Name' }), ' Fifth Wheel ')
    await user.type(form.getByRole('textbox', { name: 'Sequence No.' }), '3')
    await user.dblClick(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('RV type added successfully.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.calls(rvTypes.add)).toEqual([{ name: 'Fifth Wheel', seq_no: 3 }])
    expect(api.headers(rvTypes.add)[0]?.get('idempotency-key')).toBeTruthy()
    await waitFor(() => expect(api.calls(rvTypes.list)).toHaveLength(2))
  })

  it('says so where the type that was added is not on this page', async () => {
    api.answers(rvTypes.add, ({ name }) => ({
      message: `${name} added.`,
      change_id: `added ${name}`,
      data: anRvType({ _id: name === 'Park Model' ? 'type-2' : 'type-3', name }),
    }))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'New' }))
    const form = within(await dialog('New RV Type'))
    const add = async (name: string) => {
      await user.type(form.getByRole('textbox', { name: 'Name' }), name)
      await user.type(form.getByRole('textbox', { name: 'Sequence No.' }), '3')
      await user.click(form.getByRole('button', { name: 'Save and add another' }))
      await screen.findByText(`${name} added.`)
    }
    await add('Park Model')
    expect(screen.queryByText('It’s on another page.')).toBeNull()
    await add('Teardrop')
    expect(screen.getByText('It’s on another page.')).toBeVisible()
    expect(screen.getAllByRole('link', { name: 'Show' })[1]).toHaveAttribute('href', '/rv-types/type-3')
  })

  it('edits a type with the version that was read', async () => {
    api.answers(rvTypes.edit, { message: 'RV type updated successfully.', data: anRvType({ version: 2 }) })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit Travel Trailer' }))
    const form = within(await dialog('Edit RV Type'))
    const name = form.getByRole('textbox', { name: 'Name' })
    expect(name).toHaveValue('Travel Trailer')
    await user.clear(name)
    await user.tab()
    expect(form.getByText('Name cannot be empty.')).toBeVisible()
    await user.type(name, 'Trailer{Enter}')
    await screen.findByText('RV type updated successfully.')
    expect(api.calls(rvTypes.edit)).toEqual([{ name: 'Trailer', seq_no: 1, cat_id: 'type-1', version: 1 }])
  })

  it('asks before it deletes', async () => {
    api.answers(rvTypes.delete, { message: 'RV type removed successfully.' })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Delete Travel Trailer' }))
    const question = within(await dialog('Delete RV Type'))
    expect(question.getByText('Are you sure you want to remove this RV type?')).toBeVisible()
    expect(question.getByText('Travel Trailer')).toBeVisible()
    expect(api.calls(rvTypes.delete)).toEqual([])
    await user.dblClick(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('RV type removed successfully.')).toBeVisible()
    expect(api.calls(rvTypes.delete)).toEqual([{ cat_id: 'type-1', version: 1 }])
  })
})
