import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { dealers } from '#contract/dealers.ts'
import { maintenanceItems } from '#contract/maintenance-items.ts'
import { models } from '#contract/models.ts'
import { DealersScreen } from '#web/screens/dealers/dealers-screen.tsx'
import { MaintenanceItemsScreen } from '#web/screens/maintenance-items/maintenance-items-screen.tsx'
import { ModelsScreen } from '#web/screens/models/models-screen.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aDealer } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aMaintenanceItem, aModel, pageOfRows } from '#web/testing/rows.ts'

let api: ReturnType<typeof fakeApi>
const one = aModel({ _id: 'm1', name: 'One', description: 'Light.', version: 3 })
const two = aModel({ _id: 'm2', name: 'Two', description: 'Heavy.' })
beforeEach(() => {
  api = fakeApi()
  api.answers(models.list, pageOfRows([one, two]))
})

async function open() {
  const opened = renderScreen(<ModelsScreen />, { path: '/models?sort=description.asc' })
  await screen.findByText('Light.')
  return opened
}
const cell = (text: string) => screen.getByText(text).closest<HTMLElement>('[role=gridcell]') as HTMLElement
const editor = (name: string) => screen.findByRole('textbox', { name })
async function edit(text: string, name: string) {
  cell(text).focus()
  fireEvent.keyDown(cell(text), { key: 'F2' })
  return editor(name)
}
const saved = (fields: object) => ({ message: 'Model updated successfully.', data: { ...one, version: 4, ...fields } })

describe('a value in its cell', () => {
  it('is saved by Enter with everything else as it is, and the rows stay where they are', async () => {
    api.answers(models.edit, ({ description }) => saved({ description }))
    const { user } = await open()
    const asked = api.calls(models.list).length
    await user.clear(await edit('Light.', 'Description'))
    await user.keyboard('Zippy.{Enter}')
    expect(await screen.findByText('Model updated successfully.')).toBeVisible()
    expect(api.calls(models.edit)).toEqual([
      {
        model_id: 'm1',
        version: 3,
        cat_id: one.cat_id._id,
        year_id: one.year_id._id,
        name: 'One',
        seq_no: one.seq_no,
        description: 'Zippy.',
        external_id: '2285-27',
      },
    ])
    const rows = screen.getAllByRole('row').slice(2)
    expect(rows.map((row) => /Zippy|Heavy/.exec(row.textContent ?? '')?.[0])).toEqual(['Zippy', 'Heavy'])
    expect(api.calls(models.list)).toHaveLength(asked)
    expect(cell('Zippy.')).toHaveFocus()
  })

  it('stays by Escape, and by Enter where nothing differs', async () => {
    const { user } = await open()
    await edit('Light.', 'Description')
    await user.keyboard('Other{Escape}')
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull())
    expect(cell('Light.')).toHaveFocus()
    await edit('Light.', 'Description')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull())
    expect(api.calls(models.edit)).toEqual([])
  })

  it('is not saved by an Enter of an input method, which Safari tells by its number alone', async () => {
    const { user } = await open()
    const input = await edit('Light.', 'Description')
    await user.keyboard('Other')
    fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 })
    expect(await editor('Description')).toHaveValue('Other')
    expect(api.calls(models.edit)).toEqual([])
  })

  it('goes on to the next by Tab, also back', async () => {
    const { user } = await open()
    await edit('One', 'Name')
    await user.keyboard('{Tab}')
    expect(await editor('Sequence No.')).toHaveFocus()
    await user.keyboard('{Shift>}{Tab}{/Shift}')
    expect(await editor('Name')).toHaveFocus()
  })

  it('says what the form would say, and what others have changed', async () => {
    const { user } = await open()
    await user.clear(await edit('One', 'Name'))
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Name cannot be empty.')
    expect(await editor('Name')).toBeInvalid()
    expect(await editor('Name')).toHaveAccessibleDescription('Name cannot be empty.')
    api.refuses(models.edit, 409, {
      code: 'edited_meanwhile',
      message: 'This record was changed by Grace Hopper in the meantime.',
      data: { ...one, version: 9, name: 'Uno' },
    })
    await user.keyboard('Eins{Enter}')
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(
        'This record was changed by Grace Hopper in the meantime. It is now “Uno”. Press Enter to save yours anyway.',
      ),
    )
    expect(await editor('Name')).toHaveValue('Eins')
    api.answers(models.edit, ({ name }) => saved({ name, version: 10 }))
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Model updated successfully.')).toBeVisible()
    expect(api.calls(models.edit).at(-1)).toMatchObject({ name: 'Eins', version: 9 })
  })

  it('has a pencil where the pointer is, which a reference has not', async () => {
    const { user } = await open()
    fireEvent.pointerOver(cell('Light.'), { pointerType: 'mouse' })
    await user.click(screen.getByRole('button', { name: 'Edit Description' }))
    expect(await editor('Description')).toHaveValue('Light.')
    await user.keyboard('{Escape}')
    const type = screen.getAllByText(one.rv_type)[0]?.closest('[role=gridcell]') as HTMLElement
    fireEvent.pointerOver(type, { pointerType: 'mouse' })
    expect(screen.queryByRole('button', { name: /^Edit (Description|Category)$/ })).toBeNull()
  })

  it('has the name of the column where it is a day', async () => {
    api.answers(maintenanceItems.list, pageOfRows([aMaintenanceItem({ due_date: '2026-12-31' })]))
    renderScreen(<MaintenanceItemsScreen />, { path: '/maintenance-item-management' })
    await screen.findByText('12-31-2026')
    expect(await edit('12-31-2026', 'Due Date')).toHaveValue('12-31-2026')
  })

  it('is chosen where it is a choice', async () => {
    api.answers(dealers.list, pageOfRows([aDealer({ type: 'dealer' })]))
    api.answers(dealers.edit, ({ type }) => ({
      message: 'Dealer updated successfully.',
      data: aDealer({ type: type as 'service' }),
    }))
    const { user } = renderScreen(<DealersScreen />, { path: '/rv-dealers' })
    const at = (await screen.findByText('Dealer', { selector: '[role=gridcell]' })) as HTMLElement
    at.focus()
    fireEvent.keyDown(at, { key: 'F2' })
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Type' }), 'Service')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(api.calls(dealers.edit)[0]).toMatchObject({ type: 'service' }))
  })
})
