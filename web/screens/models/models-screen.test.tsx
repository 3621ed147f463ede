import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { years } from '#contract/years.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aModel, anRvType, aYear, pageOfRows } from '#web/testing/rows.ts'
import { storedDrafts } from '#web/testing/stored-drafts.ts'
import { ModelsScreen } from './models-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = () => renderScreen(<ModelsScreen />, { path: '/models' })

beforeEach(() => {
  api = fakeApi()
  api.answers(models.list, pageOfRows([aModel()]))
  api.answers(rvTypes.list, pageOfRows([anRvType(), anRvType({ _id: 'type-2', name: 'Truck Camper' })]))
  api.answers(years.list, pageOfRows([aYear(), aYear({ _id: 'year-2', name: '2028' })]))
})

async function openForm(button: string, title: string) {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: button }))
  const form = within(await screen.findByRole('dialog', { name: title }))
  const field = (name: string) => form.getByRole('textbox', { name })
  const choose = async (label: string, option: string) => {
    await user.click(form.getByRole('combobox', { name: label }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  return { user, form, field, choose }
}

describe('Models', () => {
  it('adds a model of a chosen type and year', async () => {
    api.answers(models.add, { message: 'Model added successfully.', data: aModel() })
    const { user, form, field, choose } = await openForm('New', 'New Model')
    await choose('Category', 'Truck Camper')
    await choose('Year', '2028')
    await user.type(field('Name'), '650')
    await user.type(field('Sequence No.'), '8')
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.type(field('Description'), 'Pop-up camper.')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Model added successfully.')).toBeVisible()
    expect(api.calls(models.add)).toEqual([
      { cat_id: 'type-2', year_id: 'year-2', name: '650', seq_no: 8, description: 'Pop-up camper.', external_id: null },
    ])
    expect(api.calls(rvTypes.list)).toContainEqual({ is_deleted: false, page: 1, per_page: 100 })
  })

  it('goes on with another model of the same type and year, and the next number', async () => {
    api.answers(models.add, { message: 'Model added successfully.', data: aModel() })
    const { user, form, field, choose } = await openForm('New', 'New Model')
    await choose('Category', 'Truck Camper')
    await choose('Year', '2028')
    await user.type(field('Name'), '650')
    await user.type(field('Sequence No.'), '8')
    await user.type(field('Description'), 'Pop-up camper.')
    await user.click(form.getByRole('button', { name: 'Save and add another' }))
    await waitFor(() => expect(field('Name')).toHaveValue(''))
    await waitFor(() => expect(field('Name')).toHaveFocus())
    expect(form.getByRole('combobox', { name: 'Category' })).toHaveValue('Truck Camper')
    expect(field('Sequence No.')).toHaveValue('9')
    await user.type(field('Name'), '775')
    await user.type(field('Description'), 'Slide-out.')
    await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await waitFor(() => expect(field('Name')).toHaveValue(''))
    expect(field('Sequence No.')).toHaveValue('10')
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.calls(models.add)).toEqual([
      { cat_id: 'type-2', year_id: 'year-2', name: '650', seq_no: 8, description: 'Pop-up camper.', external_id: null },
      { cat_id: 'type-2', year_id: 'year-2', name: '775', seq_no: 9, description: 'Slide-out.', external_id: null },
    ])
    const [first, second] = api.headers(models.add).map((headers) => headers.get('idempotency-key'))
    expect(first).not.toBe(second)
  })

  it('leads to the first field that is not valid when keys are to save', async () => {
    const { user, field, choose } = await openForm('New', 'New Model')
    await choose('Category', 'Truck Camper')
    await choose('Year', '2028')
    await user.type(field('Description'), 'Pop-up camper.')
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Ы', code: 'KeyS', ctrlKey: true })
    await waitFor(() => expect(field('Name')).toHaveFocus())
    expect(field('Name')).toBeInvalid()
    expect(api.calls(models.add)).toEqual([])
  })

  it('adds a missing type over the form, chooses it, and keeps what was typed', async () => {
    const added = { message: 'RV type added successfully.', data: anRvType({ _id: 'type-3', name: 'Teardrop' }) }
    api.answers(rvTypes.add, added)
    const { user, form, field } = await openForm('New', 'New Model')
    await user.type(field('Name'), '650')
    await user.click(form.getByRole('combobox', { name: 'Category' }))
    await user.click(await screen.findByRole('option', { name: 'Add RV type…' }))
    const small = within(await screen.findByRole('dialog', { name: 'New RV Type' }))
    const name = small.getByRole('textbox', { name: 'Name' })
    await waitFor(() => expect(name).toHaveFocus())
    await user.keyboard('Teardrop')
    await user.type(small.getByRole('textbox', { name: 'Sequence No.' }), '4{Enter}')
    expect(await screen.findByText(added.message)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New RV Type' })).toBeNull())
    expect(form.getByRole('combobox', { name: 'Category' })).toHaveValue('Teardrop')
    expect(field('Name')).toHaveValue('650')
    expect(api.calls(rvTypes.add)).toEqual([{ name: 'Teardrop', seq_no: 4 }])
    expect(api.calls(models.add)).toEqual([])
  })

  it('offers to add what is typed and not found, by mouse and by Enter', async () => {
    const { user, form } = await openForm('New', 'New Model')
    const category = form.getByRole('combobox', { name: 'Category' })
    await user.type(category, 'Teardrop')
    await user.click(await screen.findByRole('option', { name: 'Add “Teardrop”' }))
    const small = within(await screen.findByRole('dialog', { name: 'New RV Type' }))
    expect(small.getByRole('textbox', { name: 'Name' })).toHaveValue('Teardrop')
    await user.click(small.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New RV Type' })).toBeNull())
    expect(category).toHaveValue('Teardrop')
    await user.type(form.getByRole('combobox', { name: 'Year' }), '2031{Enter}')
    const year = within(await screen.findByRole('dialog', { name: 'New Year' }))
    expect(year.getByRole('textbox', { name: 'Name' })).toHaveValue('2031')
    await user.click(year.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New Year' })).toBeNull())
    expect(api.calls(models.add)).toEqual([])
  })

  it('takes what is typed also where Enter comes before it is marked, and does not save the form instead', async () => {
    const { user, form } = await openForm('New', 'New Model')
    const category = form.getByRole('combobox', { name: 'Category' })
    await user.type(category, 'Teardrop')
    const adding = await screen.findByRole('option', { name: 'Add “Teardrop”' })
    await user.keyboard('{Escape}{ArrowDown}')
    await waitFor(() => expect(category).toHaveAttribute('aria-expanded', 'true'))
    await new Promise((resolve) => setTimeout(resolve))
    adding.removeAttribute('data-combobox-selected')
    fireEvent.keyDown(category, { key: 'Enter', code: 'Enter' })
    expect(await screen.findByRole('dialog', { name: 'New RV Type' })).toBeVisible()
    expect(api.calls(models.add)).toEqual([])
  })

  it('offers to add what is typed behind what it is part of, but not what is there', async () => {
    const { user, form } = await openForm('New', 'New Model')
    const category = form.getByRole('combobox', { name: 'Category' })
    await user.type(category, 'truck')
    const choices = within(await screen.findByRole('listbox', { name: 'Category' }))
    const offered = () => choices.getAllByRole('option').map((option) => option.textContent)
    await waitFor(() => expect(offered()).toEqual(['Truck Camper', 'Add “truck”']))
    await user.keyboard(' camper')
    await waitFor(() => expect(offered()).toEqual(['Truck Camper', 'Add RV type…']))
  })

  it('keeps the drafts of both forms apart, and Escape closes only the one on top', async () => {
    const { user, form, field } = await openForm('New', 'New Model')
    await user.type(field('Name'), '650')
    await user.click(form.getByRole('combobox', { name: 'Year' }))
    await user.click(await screen.findByRole('option', { name: 'Add year…' }))
    const small = within(await screen.findByRole('dialog', { name: 'New Year' }))
    await user.type(small.getByRole('textbox', { name: 'Name' }), '2031')
    await waitFor(async () => expect((await storedDrafts()).map(({ key }) => key as string)).toHaveLength(2))
    await user.clear(small.getByRole('textbox', { name: 'Name' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New Year' })).toBeNull())
    expect(field('Name')).toHaveValue('650')
    await waitFor(async () => expect(await storedDrafts()).toHaveLength(1))
  })

  it('keeps showing a choice that was deleted meanwhile', async () => {
    api.answers(years.list, pageOfRows([aYear({ _id: 'year-2', name: '2028' })]))
    const { form } = await openForm('Edit 2285 (Travel Trailer 2027)', 'Edit Model')
    await waitFor(() => expect(form.getByRole('combobox', { name: 'Year' })).toHaveValue('2027 (inactive)'))
    expect(form.getByRole('button', { name: 'Save' })).toBeEnabled()
  })

  it('counts near the limit of the description', async () => {
    const { user, form, field } = await openForm('New', 'New Model')
    await user.click(field('Description'))
    await user.paste('x'.repeat(501))
    expect(form.getByText('501 of 500 characters')).toBeVisible()
    await user.tab()
    expect(form.getByText('Please use at most 500 characters.')).toBeVisible()
  })

  it('names the chosen records in a conflict', async () => {
    api.refuses(models.edit, 409, {
      message: 'Changed meanwhile.',
      data: aModel({ version: 2, year_id: { _id: 'year-9', name: '2019' }, year_name: '2019' }),
      changed_by: 'Grace Hopper',
      changed_at: '2026-11-21T10:30:00.000Z',
    })
    const { user, form, choose } = await openForm('Edit 2285 (Travel Trailer 2027)', 'Edit Model')
    await choose('Year', '2028')
    await user.click(form.getByRole('button', { name: 'Save' }))
    const row = within(await form.findByRole('table')).getAllByRole('row')[1] as HTMLElement
    expect([...row.children].map((cell) => cell.textContent)).toEqual(['Year', '2028', '2019 (inactive)'])
  })
})
