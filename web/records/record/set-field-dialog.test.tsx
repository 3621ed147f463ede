import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { records } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import { models } from '#contract/models.ts'
import { years } from '#contract/years.ts'
import { ChecklistsScreen } from '#web/screens/checklists/checklists-screen.tsx'
import { ModelsScreen } from '#web/screens/models/models-screen.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aChecklist, aModel, aYear, pageOfRows } from '#web/testing/rows.ts'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  api.answers(models.list, pageOfRows([aModel({ _id: 'm1', name: 'One' }), aModel({ _id: 'm2', name: 'Two' })]))
  api.answers(years.list, pageOfRows([aYear({ _id: 'y2028', name: '2028' })]))
})

const change = (record_id: string, title: string) => ({
  record_id,
  title,
  field: 'year_id',
  from: { _id: 'y2027', name: '2027' },
  to: { _id: 'y2028', name: '2028' },
})

async function open() {
  const opened = renderScreen(<ModelsScreen />, { path: '/models' })
  const { user } = opened
  for (const name of ['One', 'Two']) await user.click(await screen.findByRole('checkbox', { name: new RegExp(name) }))
  await user.click(screen.getByRole('button', { name: 'Set field…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set field of 2 models' }))
  await user.click(dialog.getByRole('combobox', { name: 'Field' }))
  return { ...opened, dialog }
}

async function chooseYear({ user, dialog }: Awaited<ReturnType<typeof open>>) {
  await user.click(await screen.findByRole('option', { name: 'Year' }))
  await user.click(dialog.getByRole('combobox', { name: 'Year' }))
  await user.click(await screen.findByRole('option', { name: '2028' }))
}

it('offers the fields that many can have, and says what would change before it is done', async () => {
  api.answers(records.bulk, ({ preview }) =>
    preview
      ? {
          message: 'Preview',
          data: { count: 2, changes: [change('m1', 'One'), change('m2', 'Two')], refused: [], refused_count: 0 },
        }
      : { message: '2 models updated successfully.', data: null },
  )
  const opened = await open()
  const offered = within(screen.getByRole('listbox', { name: 'Field' })).getAllByRole('option')
  expect(offered.map((option) => option.textContent)).toEqual(['RV Type', 'Year', 'Description'])
  await chooseYear(opened)
  const { dialog, user } = opened
  expect(await dialog.findByText('Changes 2')).toBeVisible()
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'One: 2027 → 2028',
    'Two: 2027 → 2028',
  ])
  await user.click(dialog.getByRole('button', { name: 'Change 2' }))
  expect(await screen.findByText('2 models updated successfully.')).toBeVisible()
  const sent = { record_type: 'models', action: 'set', fields: { year_id: 'y2028' }, ids: ['m1', 'm2'] }
  expect(api.calls(records.bulk)).toEqual([{ ...sent, preview: true }, sent])
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull())
})

it('names what refuses the value, and leaves it', async () => {
  api.answers(records.bulk, ({ preview }) =>
    preview
      ? {
          message: 'Preview',
          data: {
            count: 1,
            changes: [change('m1', 'One')],
            refused: [{ record_id: 'm2', title: 'Two', errors: { name: ['Model already exists.'] } }],
            refused_count: 1,
          },
        }
      : { message: '1 model updated successfully. 1 model was left unchanged.', data: null },
  )
  const opened = await open()
  await chooseYear(opened)
  expect(await opened.dialog.findByText('Two: Model already exists.')).toBeVisible()
  await opened.user.click(opened.dialog.getByRole('button', { name: 'Change 1, leave 1' }))
  await waitFor(() => expect(api.calls(records.bulk).at(-1)).toMatchObject({ leave_obstacles: true }))
})

it('asks for a value where the field may not be empty', async () => {
  const { user, dialog } = await open()
  await user.click(await screen.findByRole('option', { name: 'Description' }))
  const field = dialog.getByRole('textbox', { name: 'Description' })
  expect(field).toBeRequired()
  expect(field).toHaveAccessibleDescription('')
})

it('clears a field that may be empty', async () => {
  api.answers(checklists.list, pageOfRows([aChecklist({ name: 'Hitching' })]))
  api.answers(records.bulk, { message: 'Preview', data: { count: 1, changes: [], refused: [], refused_count: 0 } })
  const { user } = renderScreen(<ChecklistsScreen />, { path: '/checklists-management' })
  await user.click(await screen.findByRole('checkbox', { name: /Hitching/ }))
  await user.click(screen.getByRole('button', { name: 'Set field…' }))
  expect(await screen.findByText('Leave it empty to clear the field.')).toBeVisible()
  await waitFor(() => expect(api.calls(records.bulk)).toMatchObject([{ fields: { note: '' }, preview: true }]))
})

it('says at the field what is wrong with the value', async () => {
  api.refuses(records.bulk, 422, {
    message: 'Description is too long.',
    errors: { description: ['Description is too long.'] },
  })
  const { user, dialog } = await open()
  await user.click(await screen.findByRole('option', { name: 'Description' }))
  await user.type(dialog.getByRole('textbox', { name: 'Description' }), 'Long')
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Description' })).toBeInvalid())
  expect(dialog.getByText('Description is too long.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Set' })).toBeDisabled()
})

it('looks again where it was refused, and leaves what refuses the value by then', async () => {
  const preview = { count: 2, changes: [change('m1', 'One'), change('m2', 'Two')], refused: [], refused_count: 0 }
  api.answers(records.bulk, { message: 'Preview', data: preview })
  const opened = await open()
  await chooseYear(opened)
  const { dialog, user } = opened
  const button = await dialog.findByRole('button', { name: 'Change 2' })
  api.refuses(records.bulk, 409, { message: '1 model refuses the value.' })
  const held = api.holds(records.bulk)
  await user.click(button)
  await waitFor(() => expect(held.count()).toBe(1))
  const refused = [{ record_id: 'm2', title: 'Two', errors: { name: ['Model already exists.'] } }]
  api.answers(records.bulk, {
    message: 'Preview',
    data: { ...preview, count: 1, changes: [change('m1', 'One')], refused, refused_count: 1 },
  })
  held.stop()
  held.release(0)
  expect(await dialog.findByText('1 model refuses the value.')).toBeVisible()
  expect(await dialog.findByText('Two: Model already exists.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Change 1, leave 1' }))
  await waitFor(() => expect(api.calls(records.bulk).at(-1)).toMatchObject({ leave_obstacles: true }))
})

it('expects of all that match as many as the list has by then', async () => {
  const rows = [aModel({ _id: 'm1', name: 'One' }), aModel({ _id: 'm2', name: 'Two' })]
  api.answers(models.list, { ...pageOfRows(rows), total: 120 })
  const opened = renderScreen(<ModelsScreen />, { path: '/models' })
  const { user } = opened
  await user.click(await screen.findByRole('checkbox', { name: /One/ }))
  await user.click(screen.getByRole('button', { name: 'Select all 120' }))
  await user.click(screen.getByRole('button', { name: 'Set field…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set field of 120 models' }))
  api.answers(records.bulk, {
    message: 'Preview',
    data: { count: 9, changes: [], refused: [], refused_count: 0 },
  })
  await user.click(dialog.getByRole('combobox', { name: 'Field' }))
  await chooseYear({ ...opened, dialog })
  const button = await dialog.findByRole('button', { name: 'Change 9' })
  api.answers(models.list, { ...pageOfRows(rows), total: 121 })
  api.refuses(records.bulk, 409, { message: '121 models now match, not the expected 120.' })
  await user.click(button)
  expect(await screen.findByRole('dialog', { name: 'Set field of 121 models' })).toBeVisible()
  await waitFor(() => expect(api.calls(records.bulk).at(-1)).toMatchObject({ expect: 121, preview: true }))
})
