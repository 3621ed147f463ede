import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { dealers } from '#contract/dealers.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aDealer } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows } from '#web/testing/rows.ts'
import { DealersScreen } from './dealers-screen.tsx'
import { areaOf, areaText } from './map-area.ts'

let api: ReturnType<typeof fakeApi>
const open = (path: string) => renderScreen(<DealersScreen />, { path })
const beside = async () => within(await screen.findByRole('region', { name: 'Map beside the list' }))
const inside = (value: number, value_to: number) => ({ op: 'between_inclusive', value, value_to })

beforeEach(() => {
  const { logo: _logo, ...shared } = aDealer()
  api = fakeApi()
  api.answers(dealers.list, pageOfRows([aDealer()]))
  api.answers(dealers.map, { message: 'Dealers', data: [shared], total: 1 })
})

it('stands beside the list, with the dealers of its filters, and goes again', async () => {
  const { user } = open('/rv-dealers?name=north')
  const button = await screen.findByRole('button', { name: 'Map Beside' })
  expect(button).toHaveAttribute('aria-pressed', 'false')
  await user.click(button)
  expect(await (await beside()).findByLabelText('Northgate RV')).toBeInTheDocument()
  expect(api.calls(dealers.map)).toEqual([{ filters: { name: { op: 'contains', value: 'north' } } }])
  await user.click(screen.getByRole('button', { name: 'Map Beside', pressed: true }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Map beside the list' })).toBeNull())
})

it('narrows the list to the area that is shown, and widens it again', async () => {
  const { user } = open('/rv-dealers?map&page=2&name=north')
  const map = await beside()
  expect(await map.findByRole('button', { name: 'List this area' })).toBeDisabled()
  await user.click(await map.findByRole('button', { name: 'Move the map' }))
  await user.click(map.getByRole('button', { name: 'List this area' }))
  const name = { op: 'contains', value: 'north' }
  await waitFor(() =>
    expect(api.calls(dealers.list).at(-1)).toEqual({
      page: 1,
      per_page: 10,
      filters: { name, latitude: inside(38.1235, 40), longitude: inside(-121, -119.5) },
    }),
  )
  // The map shows the same ones, and where that ends.
  const area = { latitude: inside(38.1235, 40), longitude: inside(-121, -119.5) }
  await waitFor(() => expect(api.calls(dealers.map)).toEqual([{ filters: { name } }, { filters: { name, ...area } }]))
  expect(await map.findByText('Area: 38.1235, -121 to 40, -119.5')).toBeInTheDocument()
  expect(map.getByRole('button', { name: 'List this area' })).toBeDisabled()
  await user.click(map.getByRole('button', { name: 'List all areas' }))
  await waitFor(() => expect(api.calls(dealers.list).at(-1)?.filters).toEqual({ name }))
})

it('is drawn on by a rectangle until that is done, and Esc ends it', async () => {
  const { user } = open('/rv-dealers?map')
  const map = await beside()
  const button = await map.findByRole('button', { name: 'Draw area' })
  expect(button).toBeDisabled()
  await user.click(await map.findByRole('button', { name: 'Move the map' }))
  await user.click(button)
  expect(map.getByText('Drag a rectangle over the map. Esc ends it.')).toBeVisible()
  expect(button).toHaveAttribute('aria-pressed', 'true')
  await user.keyboard('{Escape}')
  expect(map.queryByText(/Drag a rectangle/)).toBeNull()
  expect(button).toHaveAttribute('aria-pressed', 'false')
  expect(button).toHaveFocus()
})

it('is what a link says, and its filter can be removed where there is no map', async () => {
  const { user } = open('/rv-dealers?map_area=38,-121,40,-119.5')
  await user.click(await screen.findByRole('button', { name: 'Remove filter: Map area is 38, -121 to 40, -119.5' }))
  expect(api.calls(dealers.list)[0]?.filters).toEqual({ latitude: inside(38, 40), longitude: inside(-121, -119.5) })
  await waitFor(() => expect(api.calls(dealers.list).at(-1)?.filters).toBeUndefined())
})

it.each([
  '',
  '1,2,3',
  '1,2,3,4,5',
  '40,-121,38,-119',
  '38,-119,40,-121',
  '38,,40,-119',
  '38,-121,91,-119',
  'a,b,c,d',
  '38,-121,Infinity,-119',
])('is no area: %j', (text) => expect(areaOf(text)).toBeUndefined())

it('is read as it was written', () => {
  const area = { south: 38.12345678, west: -121, north: 40, east: -119.5 }
  expect(areaOf(areaText(area))).toEqual({ ...area, south: 38.1235 })
})
