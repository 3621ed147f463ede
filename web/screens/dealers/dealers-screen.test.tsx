import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { dealers } from '#contract/dealers.ts'
import { type Place, places } from '#contract/places.ts'
import { chooseAction } from '#web/testing/choose-action.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aDealer } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aFile, pageOfRows } from '#web/testing/rows.ts'
import { DealersScreen } from './dealers-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = (path = '/rv-dealers') => renderScreen(<DealersScreen />, { path })

const sacramento: Place = {
  label: '400 J Street, Sacramento, California 95814, United States',
  address: '400 J Street',
  area: 'Sacramento',
  city: 'Sacramento',
  state: 'California',
  country: 'United States',
  zip: '95814',
  latitude: 38.5816,
  longitude: -121.4944,
}
const reno: Place = {
  ...sacramento,
  label: 'Reno, Nevada 89501, United States',
  address: '',
  area: 'Washoe',
  city: 'Reno',
  state: 'Nevada',
  zip: '89501',
}

beforeEach(() => {
  api = fakeApi()
  api.answers(dealers.list, pageOfRows([aDealer()]))
  api.answers(places.search, { message: 'Places', data: [sacramento] })
  api.answers(places.at, { message: 'Place', data: reno })
})

describe('RV Dealers/Service', () => {
  it('has a title and a breadcrumb of its own', async () => {
    open()
    expect(await screen.findByRole('heading', { name: 'RV Dealers/Services', level: 1 })).toBeVisible()
    expect(within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getByText('RV Dealers/Service')).toBeVisible()
  })

  it('shows a dash for what is empty', async () => {
    open()
    expect(
      await screen.findByText('Dealer & Service', { selector: '[role=gridcell] *, [role=gridcell]' }),
    ).toBeVisible()
    expect(await screen.findByText('-')).toBeVisible()
  })

  it('can show what else is known of a dealer', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Address' }))
    await user.click(screen.getByRole('checkbox', { name: 'Postal Code' }))
    expect(screen.getByRole('gridcell', { name: '400 J Street', hidden: true })).toBeVisible()
    expect(screen.getByRole('gridcell', { name: '95814', hidden: true })).toBeVisible()
  })

  it('filters by type, and keeps that in the address, and by several', async () => {
    const { user, router } = open()
    await screen.findByText('Northgate RV')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter Type' }), 'Service')
    expect(router.state.location.search).toBe('?type=service')
    expect(api.calls(dealers.list).at(-1)?.filters).toEqual({ type: { op: 'eq', value: 'service' } })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter Type' }), 'Several…')
    await user.click(await screen.findByRole('checkbox', { name: 'Dealer' }))
    await waitFor(() =>
      expect(api.calls(dealers.list).at(-1)?.filters).toEqual({ type: { op: 'in', value: ['dealer', 'service'] } }),
    )
    expect(screen.getByRole('button', { name: 'Filter Type: Dealer, Service' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'All' }))
    expect(await screen.findByRole('combobox', { name: 'Filter Type' })).toHaveDisplayValue('All')
  })

  it('asks in its own words, and sends what the form holds with the id', async () => {
    api.answers(dealers.delete, { message: 'Details removed successfully.' })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Delete Northgate RV (Sacramento)' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete Details - Northgate RV' }))
    expect(question.getByText('Are you sure you want to remove this Details?')).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Details removed successfully.')).toBeVisible()
    const [sent] = api.calls(dealers.delete)
    expect(sent).toMatchObject({ service_id: 'dealer-1', version: '1', name: 'Northgate RV', city: 'Sacramento' })
  })

  it('restores in its own words', async () => {
    api.answers(dealers.list, pageOfRows([aDealer({ is_deleted: true })]))
    api.answers(dealers.restore, { message: 'Details restored successfully.' })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Restore Northgate RV (Sacramento)' }))
    const question = within(await screen.findByRole('dialog', { name: 'Restore Details - Northgate RV' }))
    expect(question.getByText('Are you sure you want to Restore this Details?')).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Restore' }))
    expect(await screen.findByText('Details restored successfully.')).toBeVisible()
  })

  it('shows all of a dealer with a map, to be read', async () => {
    const { user } = open()
    await chooseAction(user, 'Northgate RV (Sacramento)', 'View Details')
    const details = within(await screen.findByRole('dialog', { name: 'View Details - Northgate RV' }))
    const boxes = details.getAllByRole('textbox')
    expect(boxes.map((box) => box.hasAttribute('disabled'))).toEqual(boxes.map(() => true))
    expect(details.getByLabelText('Postal Code')).toHaveValue('95814')
    const facts = await details.findByLabelText('Northgate RV')
    expect(facts).toHaveTextContent('Phone: (916) 555-0100')
  })
})

describe('Dealers and Service', () => {
  it('shows what matches the filters of the list, with the words of the specification', async () => {
    const { logo: _logo, ...shared } = aDealer({ type: 'service' })
    api.answers(dealers.map, { message: 'Dealers', data: [{ ...shared, phone: '' }], total: 1 })
    const { user } = open('/rv-dealers?page=1&name=north&status=active')
    await user.click(await screen.findByRole('button', { name: 'View On Map' }))
    const map = within(await screen.findByRole('dialog', { name: 'Dealers and Service' }))
    const facts = await map.findByLabelText('Northgate RV')
    expect(
      within(facts)
        .getAllByRole('definition')
        .map((fact) => fact.textContent),
    ).toEqual([
      'Name: Northgate RV',
      'Phone: -',
      'Type: Service',
      'Hour Sales: Mon-Sat 9am-6pm',
      'Hour Service: Mon-Fri 8am-5pm',
      'Hour Parts: Mon-Fri 8am-4pm',
    ])
    expect(map.getByText('Showing the 1 dealer that matches your filters.')).toBeVisible()
    const asked = { filters: { name: { op: 'contains', value: 'north' } }, is_deleted: false }
    expect(api.calls(dealers.map)).toEqual([asked])
  })

  it('says how many it shows', async () => {
    const { logo: _logo, ...one } = aDealer()
    api.answers(dealers.map, { message: 'Dealers', data: [one, { ...one, _id: 'dealer-2' }], total: 2 })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'View On Map' }))
    expect(await screen.findByText('Showing the 2 dealers that match your filters.')).toBeVisible()
  })

  it('says why it failed, and tries again', async () => {
    api.refuses(dealers.map, 422, { message: 'This list cannot be filtered so.' })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'View On Map' }))
    const map = within(await screen.findByRole('dialog', { name: 'Dealers and Service' }))
    expect(await map.findByText('This list cannot be filtered so.')).toBeVisible()
    api.answers(dealers.map, { message: 'Dealers', data: [], total: 0 })
    await user.click(map.getByRole('button', { name: 'Retry' }))
    expect(await map.findByText('No Records Found.')).toBeVisible()
  })
})

describe('Add New Details', () => {
  async function openForm() {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'New' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add New Details' }))
    const choose = async (label: string, option: string) => {
      await user.click(form.getByRole('combobox', { name: label }))
      const list = within(await screen.findByRole('listbox', { name: label }))
      await user.click(list.getByRole('option', { name: option }))
    }
    // Where single keys do not matter to the test: every one draws the whole form.
    const paste = async (field: HTMLElement, text: string) => {
      await user.click(field)
      await user.paste(text)
    }
    return { user, form, choose, paste, save: form.getByRole('button', { name: 'Save' }) }
  }

  it('adds a dealer whose address was chosen from the list', async () => {
    const answer = { message: 'Details added successfully.', data: aDealer() }
    api.answers(dealers.add, answer)
    const { user, form, choose, paste, save } = await openForm()
    await choose('Type', 'Dealer & Service')
    await choose('Active Lines', 'TT/TC')
    await paste(form.getByRole('textbox', { name: 'Name' }), 'Northgate RV')
    for (const hours of ['Hour Sales', 'Hour Service', 'Hour Parts']) {
      await paste(form.getByRole('textbox', { name: hours }), 'Mon-Fri')
    }
    await user.upload(form.getByLabelText(/^Logo/), aFile('logo.png', 'image/png'))
    for (const name of ['State', 'Country', 'Postal Code']) {
      expect(form.getByRole('textbox', { name })).toHaveAttribute('readonly')
    }
    expect(save).toBeDisabled()
    await paste(form.getByRole('combobox', { name: 'Address' }), '400 J Street, Sacramento')
    await user.click(await screen.findByRole('option', { name: sacramento.label }))
    await waitFor(() => expect(save).toBeEnabled())
    expect(form.getByRole('textbox', { name: 'Postal Code' })).toHaveValue('95814')
    expect(await form.findByRole('button', { name: 'Marker at 38.5816, -121.4944' })).toBeVisible()
    await user.click(save)
    expect(await screen.findByText(answer.message)).toBeVisible()
    const { label: _label, latitude, longitude, ...chosen } = sacramento
    const sent = { ...chosen, latitude: String(latitude), longitude: String(longitude), logo: expect.any(File) }
    expect(api.calls(dealers.add)[0]).toMatchObject(sent)
    // They are sent if given.
    for (const number of ['phone', 'tollfree']) expect(api.calls(dealers.add)[0]).not.toHaveProperty(number)
  })

  it('fills the fields from the place of the marker, and keeps a street that was typed', async () => {
    const { user, form } = await openForm()
    const address = form.getByRole('combobox', { name: 'Address' })
    expect(await form.findByRole('button', { name: 'Click on the map' })).toBeVisible()
    expect(form.queryByRole('button', { name: /^Marker/ })).toBeNull()
    await user.type(address, '12 Elm')
    await user.click(await form.findByRole('button', { name: 'Click on the map' }))
    await waitFor(() => expect(form.getByRole('textbox', { name: 'State' })).toHaveValue('Nevada'))
    expect(form.getByRole('textbox', { name: 'City' })).toHaveValue('Reno')
    expect(form.getByRole('textbox', { name: 'Latitude' })).toHaveValue('39.5')
    expect(form.getByRole('button', { name: 'Marker at 39.5, -119.8' })).toBeVisible()
    expect(address).toHaveValue('12 Elm')
    expect(form.getByText('The marker was moved. Please check that the street is still right.')).toBeVisible()
    expect(api.calls(places.at)).toEqual([{ latitude: 39.5, longitude: -119.8 }])
  })

  it('places the marker at coordinates that are typed', async () => {
    const { form, paste } = await openForm()
    await paste(form.getByRole('textbox', { name: 'Latitude' }), '44.06')
    expect(form.queryByRole('button', { name: /^Marker/ })).toBeNull()
    await paste(form.getByRole('textbox', { name: 'Longitude' }), '-121.3')
    expect(await form.findByRole('button', { name: 'Marker at 44.06, -121.3' })).toBeVisible()
  })

  it('puts the town into an empty address', async () => {
    const { user, form } = await openForm()
    await user.click(await form.findByRole('button', { name: 'Click on the map' }))
    await waitFor(() => expect(form.getByRole('combobox', { name: 'Address' })).toHaveValue('Reno, Nevada'))
  })

  it('says that no place is known where the marker stands', async () => {
    api.answers(places.at, { message: 'Place', data: null })
    const { user, form, paste } = await openForm()
    await user.click(await form.findByRole('button', { name: 'Click on the map' }))
    expect(
      await form.findByText(
        'No place was found there. Please type City, State and Country, move the marker, or choose an address.',
      ),
    ).toBeVisible()
    await paste(form.getByRole('textbox', { name: 'State' }), 'Bavaria')
    await paste(form.getByRole('textbox', { name: 'Country' }), 'Germany')
    expect(form.getByRole('textbox', { name: 'State' })).toHaveValue('Bavaria')
    expect(form.getByRole('textbox', { name: 'Country' })).toHaveValue('Germany')
  })

  it('opens State and Country for typing when no place has the typed name', async () => {
    api.answers(places.search, { message: 'Places', data: [] })
    const { form, paste } = await openForm()
    await paste(form.getByRole('combobox', { name: 'Address' }), 'Leopoldstraße 1, München')
    expect(await form.findByText(/^We can’t find this place\./)).toBeVisible()
    await paste(form.getByRole('textbox', { name: 'Country' }), 'Germany')
    expect(form.getByRole('textbox', { name: 'Country' })).toHaveValue('Germany')
  })

  it('keeps what is wrong with other fields when the marker moves or an address is chosen', async () => {
    const { user, form } = await openForm()
    const wrong = 'Phone Number should contain minimum 15 digits.'
    await user.type(form.getByRole('textbox', { name: 'Phone' }), '(916) 555-010000')
    await user.tab()
    expect(form.getByText(wrong)).toBeVisible()
    await user.click(await form.findByRole('button', { name: 'Click on the map' }))
    await waitFor(() => expect(form.getByRole('textbox', { name: 'State' })).toHaveValue('Nevada'))
    expect(form.getByText(wrong)).toBeVisible()
    await user.type(form.getByRole('combobox', { name: 'Address' }), ' Sacramento')
    await user.click(await screen.findByRole('option', { name: sacramento.label }))
    await waitFor(() => expect(form.getByRole('textbox', { name: 'State' })).toHaveValue(sacramento.state))
    expect(form.getByText(wrong)).toBeVisible()
  })

  it('cannot be saved before the place of a moved marker is looked up', async () => {
    const held = api.holds(places.at)
    const { user, form, save } = await openForm()
    await user.click(await form.findByRole('button', { name: 'Click on the map' }))
    expect(form.getByRole('textbox', { name: 'Latitude' })).toHaveValue('39.5')
    expect(save).toBeDisabled()
    await waitFor(() => expect(held.count()).toBe(1))
    held.release(0)
    await waitFor(() => expect(form.getByRole('textbox', { name: 'State' })).toHaveValue('Nevada'))
  })

  it('says when a place cannot be looked up', async () => {
    const { user, form } = await openForm()
    api.offline()
    await user.click(await form.findByRole('button', { name: 'Click on the map' }))
    expect(await form.findByText('The place could not be looked up. Please try again.')).toBeVisible()
  })

  it('says what is wrong with a number once it was left', async () => {
    const { user, form } = await openForm()
    await user.type(form.getByRole('textbox', { name: 'Phone' }), '(916) 555-010000')
    await user.tab()
    expect(form.getByText('Phone Number should contain minimum 15 digits.')).toBeVisible()
    await user.type(form.getByRole('textbox', { name: 'Toll Free Number' }), '800-CAMP')
    await user.tab()
    expect(form.getByText('Invalid toll free number, please enter the valid toll free number.')).toBeVisible()
  })
})

describe('Edit Details', () => {
  it('starts with what there is, moves its marker to typed coordinates, and saves', async () => {
    api.answers(dealers.edit, { message: 'Details updated successfully.', data: aDealer({ version: 2 }) })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit Northgate RV (Sacramento)' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Details - Northgate RV' }))
    expect(await form.findByRole('button', { name: 'Marker at 38.5816, -121.4944' })).toBeVisible()
    const latitude = form.getByRole('textbox', { name: 'Latitude' })
    await user.clear(latitude)
    await user.tab()
    expect(form.getByText('Please enter a latitude from -90 to 90.')).toBeVisible()
    await user.type(latitude, '38.6')
    expect(form.getByRole('button', { name: 'Marker at 38.6, -121.4944' })).toBeVisible()
    await user.clear(form.getByRole('textbox', { name: 'Phone' }))
    await user.type(form.getByRole('textbox', { name: 'Toll Free Number' }), '800-555-0123')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Details updated successfully.')).toBeVisible()
    expect(api.calls(dealers.edit)[0]).toMatchObject({ service_id: 'dealer-1', version: '1', latitude: '38.6' })
    expect(api.calls(dealers.edit)[0]).not.toHaveProperty('logo')
    expect(api.calls(dealers.edit)[0]).not.toHaveProperty('phone')
    expect(api.calls(dealers.edit)[0]).toHaveProperty('tollfree', '800-555-0123')
  })
})
