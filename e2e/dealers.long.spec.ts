import type { Locator, Page } from '@playwright/test'
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
