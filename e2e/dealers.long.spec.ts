import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { chooseAction, expect, expectToast, rowOf, signIn, test } from './journey.ts'

const choose = async (page: Page, form: Locator, label: string, option: string | RegExp) => {
  await form.getByRole('combobox', { name: label }).click()
  await page.getByRole('listbox', { name: label }).getByRole('option', { name: option }).first().click()
}

/** Drags by this many pixels, in steps like a hand. */
async function drag(page: Page, marker: Locator, right: number, down: number) {
  const box = await marker.boundingBox()
  if (!box) throw new Error('there is nothing to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + right / 2, y + down / 2, { steps: 5 })
  await page.mouse.move(x + right, y + down, { steps: 5 })
  await page.mouse.up()
}

test('a dealer is added by its address, its marker is dragged, and it is found on the map', async ({ page }) => {
  await signIn(page)
  await page.getByRole('link', { name: 'RV Dealers/Service' }).click()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Add New Details' })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  await choose(page, form, 'Type', 'Dealer & Service')
  await choose(page, form, 'Active Lines', 'TT/TC')
  await field('Name').fill('Journey RV')
  await field('Toll Free Number').fill('800-555-0199')
  for (const hours of ['Hour Sales', 'Hour Service', 'Hour Parts']) await field(hours).fill('Mon-Fri 9am-5pm')

  const marker = form.getByRole('button', { name: /^Dealer’s location/ })
  await expect(form.getByText('Click the map to place the pin.')).toBeVisible()
  await expect(marker).toBeHidden()
  await form.getByRole('combobox', { name: 'Address' }).fill('50 West Liberty Street, Reno NV')
  await page
    .getByRole('option', { name: /^50 West Liberty Street, Reno, Nevada \d{5}, United States$/ })
    .first()
    .click()
  await expect(field('City')).toHaveValue('Reno')
  await expect(field('State')).toHaveValue('Nevada')
  await expect(field('Postal Code')).toHaveValue(/^89\d{3}$/)
  const before = Number(await field('Longitude').inputValue())
  await expect(marker).toBeVisible()
  await drag(page, marker, 120, 0)
  await expect.poll(async () => Number(await field('Longitude').inputValue())).toBeGreaterThan(before + 0.05)
  await expect(form.getByText('Please check that the street is still right.', { exact: false })).toBeVisible()
  await expect(field('Country')).toHaveValue('United States')

  // People who cannot drag move it with the arrow keys.
  const latitude = await field('Latitude').inputValue()
  await marker.focus()
  await page.keyboard.press('Shift+ArrowUp')
  await expect(field('Latitude')).not.toHaveValue(latitude)
  await expect(form.getByRole('button', { name: 'Save', exact: true })).toBeEnabled()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Details added successfully.')
  await expect(form).toBeHidden()

  await page.goto('/rv-dealers?name=Journey')
  await expect(rowOf(page, 'Journey RV')).toContainText('Nevada')
  await page.getByRole('button', { name: 'View On Map' }).click()
  const map = page.getByRole('dialog', { name: 'Dealers and Service' })
  await map.getByRole('button', { name: 'Journey RV' }).focus()
  await page.keyboard.press('Enter')
  const facts = map.getByRole('region', { name: 'Journey RV' })
  await expect(facts).toContainText('Dealer & Service')
  await expect(facts).toContainText('800-555-0199')
  await page.keyboard.press('Escape')
  await expect(facts).toBeHidden()
  await expect(map).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(map).toBeHidden()

  await page.getByRole('button', { name: 'Delete Journey RV' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Details - Journey RV' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Details removed successfully.')
})

test('the pin of a new dealer is placed by a click on the map, or without a pointer', async ({ page }) => {
  await signIn(page, '/rv-dealers?new')
  const form = page.getByRole('dialog', { name: 'Add New Details' })
  const latitude = form.getByRole('textbox', { name: 'Latitude' })
  const marker = form.getByRole('button', { name: /^Dealer’s location/ })
  const place = form.getByRole('button', { name: 'Drop the pin at the center' })
  await place.focus()
  await page.keyboard.press('Enter')
  await expect(latitude).toHaveValue(/^38\.58/)
  const before = await latitude.inputValue()
  await expect(marker).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(latitude).not.toHaveValue(before)
  await expect(form.getByRole('textbox', { name: 'State' })).toHaveValue('California')

  await latitude.fill('')
  await expect(marker).toBeHidden()
  await form.getByRole('textbox', { name: 'Longitude' }).fill('')
  await form.getByRole('application').click({ position: { x: 150, y: 60 } })
  await expect(latitude).toHaveValue(/^38\.|^39\./)
  await expect(marker).toBeVisible()
})

test('all dealers stand on the map in clusters that open, and each can be looked at', async ({ page }) => {
  await signIn(page, '/rv-dealers?status=active')
  await page.getByRole('button', { name: 'View On Map' }).click()
  const map = page.getByRole('dialog', { name: 'Dealers and Service' })
  await expect(map.getByText(/^Showing the 21\d dealers that match your filters\./)).toBeVisible()
  const clusters = map.getByRole('button', { name: /^\d+ here: / })
  await expect(clusters.first()).toBeVisible()
  const titles = () => clusters.evaluateAll((all) => all.map((cluster) => cluster.getAttribute('aria-label')).join())
  const before = await titles()
  await clusters.first().click()
  await expect.poll(titles).not.toBe(before)
  await page.keyboard.press('Escape')

  await chooseAction(page.locator('tbody tr').first(), 'View Details')
  const details = page.getByRole('dialog', { name: /^View Details - / })
  await expect(details.getByRole('textbox', { name: 'City' })).toBeDisabled()
  await expect(details.getByRole('application')).toBeVisible()
})

test('a map that could not be loaded is loaded when it opens again; one without records shows names of places', async ({
  page,
  complaints,
}) => {
  await page.route(/assets\/built-in-map-.*\.js/, (route) => route.abort())
  await signIn(page, '/rv-dealers?name=no+such+dealer')
  await page.getByRole('button', { name: 'View On Map' }).click()
  const map = page.getByRole('dialog', { name: 'Dealers and Service' })
  await expect(map.getByText('The map could not be loaded.', { exact: false })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(map).toBeHidden()

  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'View On Map' }).click()
  await expect(map.getByText('No Records Found.')).toBeVisible()
  await expect(map.getByText('Sacramento', { exact: true })).toBeVisible()
  complaints.length = 0
})

test('a rectangle that is drawn on the map narrows list and map, and stands in the address', async ({ page }) => {
  await signIn(page, '/rv-dealers?map')
  const beside = page.getByRole('region', { name: 'Map beside the list' })
  await expect(beside.locator('.leaflet-marker-icon').first()).toBeVisible()
  const said = beside.getByText(/^Showing the [\d,]+ dealers/)
  const all = await said.textContent()
  await beside.getByRole('button', { name: 'Draw area' }).click()
  const layer = beside.locator('[data-drawing]')
  const { x = 0, y = 0, width = 0, height = 0 } = (await layer.boundingBox()) ?? {}
  const at = (left: number, top: number) => [x + width * left, y + height * top] as const
  await page.mouse.move(...at(0.2, 0.2))
  await page.mouse.down()
  await page.mouse.move(...at(0.4, 0.5))
  await page.mouse.move(...at(0.6, 0.8))
  await page.mouse.up()
  await expect(layer).toBeHidden()
  await expect(page).toHaveURL(/map_area=-?[\d.]+%2C-?[\d.]+%2C-?[\d.]+%2C-?[\d.]+/)
  await expect(said).not.toHaveText(all ?? '')
  const narrowed = (await said.textContent()) ?? ''
  await expect(beside.getByRole('button', { name: 'Draw area' })).toBeFocused()
  await expectAccessible(page, 'the drawn area', { part: 'main' })
  // Whoever opens the address sees the same, and the whole again after that.
  await page.reload()
  await expect(said).toHaveText(narrowed)
  await beside.getByRole('button', { name: 'List all areas' }).click()
  await expect(said).toHaveText(all ?? '')
})

test('a rectangle is drawn with a finger, which moves no map while it draws', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, '/rv-dealers?map')
  const beside = page.getByRole('region', { name: 'Map beside the list' })
  await expect(beside.locator('.leaflet-marker-icon').first()).toBeVisible()
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await beside.getByRole('button', { name: 'Draw area' }).click()
  const { x = 0, y = 0, width = 0, height = 0 } = (await beside.locator('[data-drawing]').boundingBox()) ?? {}
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part?: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: part === undefined ? [] : [{ x: x + width * part, y: y + height * part }],
    })
  await touch('touchStart', 0.2)
  for (const part of [0.3, 0.5, 0.7]) await touch('touchMove', part)
  await touch('touchEnd')
  await expect(page).toHaveURL(/map_area=/)
  await expect(beside.getByRole('button', { name: 'List all areas' })).toBeVisible()
})

test('hours open by weekday with the first click after another field, and say when they are too long', async ({
  page,
}) => {
  await signIn(page, '/rv-dealers')
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: /^Edit Details/ })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  const save = form.getByRole('button', { name: 'Save', exact: true })
  const opener = form.getByRole('button', { name: 'Hour Sales by weekday' })
  await field('Hour Sales').fill('Mon-Sat 9-6')
  // What is said of the field that is left moves all below it.
  await field('Name').fill('')
  await opener.click()
  const week = form.getByRole('group', { name: 'Hour Sales by weekday' })
  await expect(week).toBeVisible()
  await expect(form.getByText('Name cannot be empty.')).toBeVisible()
  await field('Name').fill('Hours RV')

  for (const [place, day] of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].entries()) {
    await week.getByLabel(`${day} opens at`, { exact: true }).fill(`0${place + 1}:1${place}`)
    await week.getByRole('button', { name: `Add hours on ${day}` }).click()
  }
  const long = await field('Hour Sales').inputValue()
  expect(long.length).toBeGreaterThan(100)
  await expect(form.getByText('Please use at most 100 characters.')).toBeVisible()
  await expect(save).toBeDisabled()
  await expectAccessible(page, 'hours that are too long')
  await opener.click()
  await expect(week).toBeHidden()
  await expect(field('Hour Sales')).toHaveValue(long)
  await expect(form.getByText('Please use at most 100 characters.')).toBeVisible()
  await field('Hour Sales').fill('Mon-Fri 9am-5pm')
  await expect(form.getByText('Please use at most 100 characters.')).toBeHidden()
  await save.click()
  await expectToast(page, 'Details updated successfully.')
})
