import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { views } from '#contract/views.ts'
import { vinPatterns } from '#contract/vin-patterns.ts'
import { warranty } from '#contract/warranty.ts'
import { years } from '#contract/years.ts'
import { chooseAction } from '#web/testing/choose-action.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { anRv } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aModel, anRvType, aYear, pageOfRows } from '#web/testing/rows.ts'
import { RvsScreen } from './rvs-screen.tsx'

const NAME = 'RV 310312 (2285 of Grace Hopper)'

let api: ReturnType<typeof fakeApi>
const open = (path = '/rv-management') => renderScreen(<RvsScreen />, { path })
const item = { Serial: '310312', Model: '2285', DateOfPurchase: '2025-04-01', WarrantyExpire: '2027-04-01' }

beforeEach(() => {
  api = fakeApi()
  api.answers(rvs.list, pageOfRows([anRv()]))
  api.answers(rvs.owners, { message: 'Owners', data: { count: 1, user_ids: ['user-1'], without_owner: 0 } })
  api.answers(vinPatterns.check, { message: '', data: { warnings: [], model_year: null, proposed: null } })
  api.answers(rvTypes.list, pageOfRows([anRvType(), anRvType({ _id: 'type-2', name: 'Truck Camper' })]))
  api.answers(years.list, pageOfRows([aYear(), aYear({ _id: 'year-2', name: '2028' })]))
  api.answers(rvTypes.models, ({ cat_id }) => ({
    message: 'Models',
    data: cat_id === 'type-1' ? [aModel()] : [aModel({ _id: 'model-2', name: '650' })],
  }))
})

describe('RV Management', () => {
  it('shows active RVs only', async () => {
    open()
    await screen.findByText('310312')
    expect(api.calls(rvs.list)[0]).toMatchObject({ is_deleted: false })
    expect(screen.queryByRole('button', { name: 'New' })).toBeNull()
  })

  it.each(['', null, 'null'])('shows a dash for the serial number %j, and has nothing to check', async (serial_no) => {
    api.answers(rvs.list, pageOfRows([anRv({ serial_no })]))
    const { user } = open()
    expect(await screen.findByText('-')).toBeVisible()
    await chooseAction(user, NAME, 'Check Status')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByText('Serial Number is not Available!')).toBeVisible()
  })

  it('has no button on its page that shows what the page shows', async () => {
    api.answers(rvs.get, { message: '', data: anRv() })
    api.answers(changes.of_record, { message: '', data: [], total: 0, current_page: 1 })
    renderScreen([{ path: '/rv-management/:id', element: <RvsScreen /> }], { path: '/rv-management/rv-1' })
    const check = await screen.findByRole('button', { name: 'Check Status of RV 310312 (2285 of Grace Hopper)' })
    expect(check).toHaveAttribute('data-variant', 'filled')
    expect(screen.queryByRole('button', { name: /^View/ })).toBeNull()
  })

  it('names on its page what cannot be done now without the record', async () => {
    api.answers(rvs.get, { message: '', data: anRv({ serial_no: null }) })
    api.answers(changes.of_record, { message: '', data: [], total: 0, current_page: 1 })
    renderScreen([{ path: '/rv-management/:id', element: <RvsScreen /> }], { path: '/rv-management/rv-1' })
    const check = await screen.findByRole('button', { name: 'Check Status of RV 310312 (2285 of Grace Hopper)' })
    expect(check).toHaveTextContent(/^Check Status$/)
  })

  it('says in words that its status can be checked, where there is a serial number', async () => {
    api.answers(rvs.list, pageOfRows([anRv(), anRv({ _id: 'rv-2', model_name: '650', serial_no: null })]))
    open()
    const [check, none] = await screen.findAllByRole('button', { name: /^Check Status of RV 310312/ })
    expect(check).toHaveTextContent('Check status')
    expect(none).toHaveTextContent('')
    expect(none).toHaveAccessibleDescription('Serial Number is not Available!')
  })

  it('lists the inactive ones on demand, from the first page, and keeps that in the address', async () => {
    const { user, router } = open('/rv-management?page=1&model_name=22')
    await screen.findByText('310312')
    api.answers(rvs.list, pageOfRows([anRv({ is_deleted: true })]))
    await user.click(screen.getByRole('switch', { name: 'Show inactive' }))
    expect(await screen.findByRole('button', { name: 'Restore RV 310312 (2285 of Grace Hopper)' })).toBeVisible()
    expect(router.state.location.search).toBe('?model_name=22&inactive=true')
    expect(api.calls(rvs.list).at(-1)).toMatchObject({ is_deleted: true })
  })

  it('keeps in a view that it shows the inactive ones', async () => {
    api.refuses(views.save, 422, { message: 'View already exists.' })
    const { user } = open('/rv-management?inactive=true')
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    const form = within(await screen.findByRole('dialog', { name: 'New view' }))
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Gone{Control>}s{/Control}')
    await waitFor(() =>
      expect(api.calls(views.save)[0]).toMatchObject({ state: { filters: { inactive: { value: 'true' } } } }),
    )
  })

  it('shows all of an RV, to be read', async () => {
    const { user } = open()
    await chooseAction(user, NAME, 'View')
    const details = within(await screen.findByRole('dialog', { name: 'View RV Details' }))
    expect(details.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'Serial Number310312',
      'VIN310312',
      'RV TypeTravel Trailer',
      'Year2027',
      'Model2285',
      'Added ByGrace Hopper',
      'Owner’s emailgrace@example.com',
    ])
  })

  it('finds them by the email of their owner, a column to be chosen', async () => {
    open('/rv-management?user_email=grace@')
    await screen.findByText('310312')
    expect(api.calls(rvs.list).at(-1)).toMatchObject({ filters: { user_email: { value: 'grace@' } } })
  })

  it('deletes in its own words', async () => {
    api.answers(rvs.delete, { message: 'RV Details removed successfully.' })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Delete RV 310312 (2285 of Grace Hopper)' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete RV Details' }))
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('RV Details removed successfully.')).toBeVisible()
    expect(api.calls(rvs.delete)).toEqual([{ rv_id: 'rv-1', version: 1 }])
  })
})

describe('Edit RV Details', () => {
  async function openForm() {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit RV 310312 (2285 of Grace Hopper)' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit RV Details' }))
    const choose = async (label: string, option: string) => {
      await user.click(form.getByRole('combobox', { name: label }))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    return { user, form, choose, save: form.getByRole('button', { name: 'Save' }) }
  }

  it('clears the model when type or year change, and offers the models of both', async () => {
    api.answers(rvs.edit, { message: 'RV Details updated successfully.', data: anRv() })
    const { user, form, choose, save } = await openForm()
    const model = () => form.getByRole('combobox', { name: 'Model' })
    await waitFor(() => expect(model()).toHaveValue('2285'))
    await choose('RV Type', 'Truck Camper')
    expect(model()).toHaveValue('')
    expect(save).toBeDisabled()
    await waitFor(() => expect(api.calls(rvTypes.models).at(-1)).toEqual({ cat_id: 'type-2', year_id: 'year-1' }))
    await choose('Model', '650')
    await choose('Year', '2028')
    expect(model()).toHaveValue('')
    await choose('Model', '650')
    await user.click(save)
    expect(await screen.findByText('RV Details updated successfully.')).toBeVisible()
    expect(api.calls(rvs.edit)).toEqual([
      {
        category: 'type-2',
        year: 'year-2',
        model: 'model-2',
        serial_no: '310312',
        vin: '310312',
        external_id: 'W-310312',
        full_vin: '1FDXE4FS8GD310312',
        rv_id: 'rv-1',
        version: 1,
      },
    ])
  })

  it('adds a missing type, year and model over the form, each with what was typed', async () => {
    const added = {
      type: anRvType({ _id: 'type-9', name: 'Teardrop' }),
      year: aYear({ _id: 'year-9', name: '2031' }),
      model: aModel({ _id: 'model-9', name: 'T1' }),
    }
    api.answers(rvTypes.add, { message: 'RV type added successfully.', data: added.type })
    api.answers(years.add, { message: 'Year added successfully.', data: added.year })
    api.answers(models.add, { message: 'Model added successfully.', data: added.model })
    const { user, form, save } = await openForm()
    const addTyped = async (label: string, typed: string, title: string) => {
      await user.type(form.getByRole('combobox', { name: label }), typed)
      await user.keyboard('{Enter}')
      const small = within(await screen.findByRole('dialog', { name: title }))
      expect(small.getByRole('textbox', { name: 'Name' })).toHaveValue(typed)
      return small
    }
    const saveSmall = async (small: Awaited<ReturnType<typeof addTyped>>, title: string) => {
      await user.click(small.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
    }
    const type = await addTyped('RV Type', 'Teardrop', 'New RV Type')
    await user.type(type.getByRole('textbox', { name: 'Sequence No.' }), '4')
    await saveSmall(type, 'New RV Type')
    await saveSmall(await addTyped('Year', '2031', 'New Year'), 'New Year')
    const model = await addTyped('Model', 'T1', 'New Model')
    expect(model.getByRole('combobox', { name: 'Category' })).toBeDisabled()
    await user.type(model.getByRole('textbox', { name: 'Sequence No.' }), '1')
    await user.type(model.getByRole('textbox', { name: 'Description' }), 'Sleeps two.')
    await saveSmall(model, 'New Model')
    expect(form.getByRole('combobox', { name: 'Model' })).toHaveValue('T1')
    expect(form.getByRole('textbox', { name: 'VIN' })).toHaveValue('310312')
    expect(save).toBeEnabled()
    expect(api.calls(models.add)).toEqual([
      { cat_id: 'type-9', year_id: 'year-9', name: 'T1', seq_no: 1, description: 'Sleeps two.', external_id: null },
    ])
  })

  it('keeps showing a model that was deleted since', async () => {
    api.answers(rvTypes.models, { message: 'Models', data: [] })
    const { form, save } = await openForm()
    await waitFor(() => expect(form.getByRole('combobox', { name: 'Model' })).toHaveValue('2285 (inactive)'))
    expect(save).toBeEnabled()
  })

  it('reduces a full VIN to its last six digits, and says so', async () => {
    const { user, form } = await openForm()
    const vin = form.getByRole('textbox', { name: 'VIN' })
    await user.clear(vin)
    await user.tab()
    expect(form.getByText('VIN cannot be empty.')).toBeVisible()
    await user.click(vin)
    await user.paste('1FTFW1ET5DF778899')
    expect(vin).toHaveValue('778899')
    expect(form.getByText('These are the last 6 digits. The full VIN is kept below.')).toBeVisible()
    const serial = form.getByRole('textbox', { name: 'Serial Number' })
    expect(form.getByText('Enter Last 6 digits of VIN#')).toBeVisible()
    await user.clear(serial)
    await user.paste('1FTFW1ET5DF778899')
    expect(serial).toHaveAccessibleDescription(
      'Enter Last 6 digits of VIN# Only the last 6 digits of the full VIN are kept.',
    )
    await user.clear(serial)
    await user.type(serial, '12345')
    await user.tab()
    expect(form.getByText('Serial Number should contain minimum 6 digits.')).toBeVisible()
  })
})

describe('RV Status', () => {
  async function check() {
    const { user } = open()
    await chooseAction(user, NAME, 'Check Status')
    const status = within(await screen.findByRole('dialog', { name: 'RV Status' }))
    expect(status.getByLabelText('Loading')).toBeVisible()
    return { user, status }
  }

  it('shows the first warranty item after the spinner', async () => {
    api.answers(warranty.check, { data: { warranty: [item, { ...item, Serial: '999999' }] } })
    const { status } = await check()
    await status.findByText('04-01-2025')
    expect(status.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'Serial310312',
      'Model2285',
      'DateOfPurchase04-01-2025',
      'WarrantyExpire04-01-2027',
    ])
    expect(api.calls(warranty.check)).toEqual([{ serial: '310312' }])
  })

  it('says that there is none', async () => {
    api.answers(warranty.check, { data: { warranty: [] } })
    const { status } = await check()
    expect(await status.findByText('No Data Found')).toBeVisible()
  })

  it('says of an old answer how old it is', async () => {
    api.answers(warranty.check, { data: { warranty: [item], as_of: '2026-10-01T08:00:00.000Z' } })
    const { status } = await check()
    expect(await status.findByText(/This is what the dealer site said on .*2026/)).toBeVisible()
  })

  it('says why it failed, and tries again', async () => {
    api.refuses(warranty.check, 503, { message: 'Warranties cannot be checked right now. Please try again later.' })
    const { user, status } = await check()
    await status.findByText('Warranties cannot be checked right now. Please try again later.')
    api.answers(warranty.check, { data: { warranty: [item] } })
    await user.click(status.getByRole('button', { name: 'Retry' }))
    expect(await status.findByText('04-01-2025')).toBeVisible()
  })
})
