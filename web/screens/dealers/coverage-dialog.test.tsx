import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { PlaceCovered } from '#contract/dealer-coverage.ts'
import { dealers } from '#contract/dealers.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aDealer } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows } from '#web/testing/rows.ts'
import { DealersScreen } from './dealers-screen.tsx'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  api.answers(dealers.list, pageOfRows([aDealer()]))
  api.answers(dealers.map, { message: 'Dealers', data: [aDealer()], total: 1 })
})

async function open() {
  const { user } = renderScreen(<DealersScreen />, { path: '/rv-dealers' })
  await user.click(await screen.findByRole('button', { name: 'Coverage' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Coverage' })) }
}
const place = (number: number): PlaceCovered => ({
  place: String(100 + number),
  state: 'New York',
  latitude: 40.7,
  longitude: -74 - number / 100,
  owners: 5,
  dealers_within_100_miles: number,
})
const nevada: PlaceCovered = {
  place: 'Nevada',
  state: 'Nevada',
  latitude: null,
  longitude: null,
  owners: 3,
  dealers_within_100_miles: null,
}

it('names a place by the number that its marker shows', async () => {
  const data = [{ ...place(0), owners: 1350 }]
  api.answers(dealers.coverage, { message: 'Coverage', data, owners: 1350, far: 0, unknown: 0 })
  const { dialog } = await open()
  expect(await dialog.findByLabelText('100, New York: 1.4k owners, 0 dealers')).toHaveTextContent('Owners: 1,350')
})

it('says how many owners live far from a dealer, on a map and in a table', async () => {
  api.answers(dealers.coverage, { message: 'Coverage', data: [place(0), nevada], owners: 1208, far: 5, unknown: 1 })
  const { dialog } = await open()
  expect(
    await dialog.findByText(
      '5 owners of 1,208 live where no dealer is within 100 miles. 1 has given no place that is known.',
    ),
  ).toBeVisible()
  const rows = within(dialog.getByRole('table', { name: 'Places where owners live' })).getAllByRole('row')
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Place', 'Owners', 'Dealers within 100 miles'],
    ['100, New York', '5', '0'],
    ['Nevada', '3', 'Not known'],
  ])
  const facts = await dialog.findByLabelText('100, New York: 5 owners, 0 dealers')
  expect(facts).toHaveTextContent('Owners: 5')
  expect(dialog.getByText(/Numbers on the map count owners; the orange dots are dealers\.$/)).toBeVisible()
  expect(dialog.queryByLabelText(/^Nevada:/)).toBeNull()
  expect(await dialog.findByText('Dots: 1')).toBeVisible()
})

it('shows many places step by step', async () => {
  const data = Array.from({ length: 60 }, (_, number) => place(number))
  api.answers(dealers.coverage, { message: 'Coverage', data, owners: 300, far: 5, unknown: 0 })
  const { user, dialog } = await open()
  await user.click(await dialog.findByRole('button', { name: 'Show more of 10 others' }))
  expect(dialog.getAllByRole('row')).toHaveLength(61)
})

it('says why it failed, and tries again', async () => {
  api.refuses(dealers.coverage, 503, { message: 'Places cannot be looked up right now.' })
  const { user, dialog } = await open()
  expect(await dialog.findByText('Places cannot be looked up right now.')).toBeVisible()
  api.answers(dealers.coverage, { message: 'Coverage', data: [], owners: 2, far: 0, unknown: 2 })
  await user.click(dialog.getByRole('button', { name: 'Retry' }))
  expect(await dialog.findByText('No owner’s place is known.')).toBeVisible()
  expect(dialog.getByText(/2 owners have not\.$/)).toBeVisible()
})

it('says that the dealers are missing on the map, and tries again', async () => {
  api.answers(dealers.coverage, { message: 'Coverage', data: [place(0)], owners: 5, far: 5, unknown: 0 })
  api.refuses(dealers.map, 503, { message: 'The database is busy.' })
  const { user, dialog } = await open()
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'The dealers could not be loaded, so the map shows only owners.',
  )
  expect(dialog.getByText('The database is busy.')).toBeVisible()
  api.answers(dealers.map, { message: 'Dealers', data: [aDealer()], total: 1 })
  await user.click(dialog.getByRole('button', { name: 'Retry' }))
  expect(await dialog.findByText('Dots: 1')).toBeVisible()
  expect(dialog.queryByRole('alert')).toBeNull()
})
