import type { Page } from '@playwright/test'
import { googleStandIn } from './google-stand-in.ts'
import { expect, test as journey, signIn } from './journey.ts'
import { type RunningServer, startServer } from './server.ts'

const KEY = 'stand-in-key-0001'

const test = journey.extend<object, { server: RunningServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer({ GOOGLE_MAPS_KEY: KEY, GOOGLE_MAP_ID: 'JOURNEY' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

const asked = (page: Page) => page.evaluate(() => (window as never as { asked: [string, unknown][] }).asked)

test('with a key of Google, map, suggestions and the dragged marker are its', async ({ page }) => {
  const scripts: string[] = []
  await page.route('https://maps.googleapis.com/**', (route) => {
    scripts.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: googleStandIn })
  })
  await signIn(page, '/rv-dealers')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Add New Details' })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  await expect(form.getByRole('button', { name: 'Drop the pin at the center' })).toBeVisible()
  await page.evaluate(() => (window as never as { clickAt: (lat: number, lng: number) => void }).clickAt(39.5, -119.8))
  await expect(field('Latitude')).toHaveValue('39.5')
  await expect(form.getByRole('button', { name: /^Dealer’s location/ })).toBeVisible()
  const { searchParams } = new URL(scripts[0] ?? '')
  expect(searchParams.get('key')).toBe(KEY)
  expect(searchParams.get('libraries')).not.toContain('drawing')
  expect(await asked(page)).toContainEqual(['map', 'JOURNEY'])

  await form.getByRole('combobox', { name: 'Address' }).fill('50 West Liberty')
  await page.getByRole('option', { name: '50 West Liberty Street, Reno, NV, USA' }).click()
  await expect(field('Postal Code')).toHaveValue('89501')
  await expect(field('Area')).toHaveValue('Washoe County')
  await expect(form.getByRole('combobox', { name: 'Address' })).toHaveValue('50 West Liberty Street')

  await page.evaluate(() => (window as never as { dragTo: (lat: number, lng: number) => void }).dragTo(39.6, -119.9))
  await expect(field('Latitude')).toHaveValue('39.6')
  await expect(form.getByRole('combobox', { name: 'Address' })).toHaveValue('1 Virginia Street')
  expect(await asked(page)).toContainEqual(['geocode', { lat: 39.6, lng: -119.9 }])

  await page.goto('/rv-dealers?city=Reno')
  await page.getByRole('button', { name: 'View On Map' }).click()
  const map = page.getByRole('dialog', { name: 'Dealers and Service' })
  await map.locator('gmp-advanced-marker').first().click()
  await expect(page.getByText('Hour Parts')).toBeVisible()

  await page.goto('/rv-dealers?map')
  const beside = page.getByRole('region', { name: 'Map beside the list' })
  await expect(beside.locator('gmp-advanced-marker').first()).toBeVisible()
  await beside.getByRole('button', { name: 'Draw area' }).click()
  const { x = 0, y = 0, width = 0, height = 0 } = (await beside.locator('[data-drawing]').boundingBox()) ?? {}
  await page.mouse.move(x + width / 4, y + height / 4)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.up()
  await expect(page).toHaveURL(/map_area=/)
})

test('without an answer of Google, the built-in map stands in', async ({ page, complaints }) => {
  await page.route('https://maps.googleapis.com/**', (route) => route.abort())
  await signIn(page, '/rv-dealers')
  await page.getByRole('button', { name: 'View On Map' }).click()
  const map = page.getByRole('dialog', { name: 'Dealers and Service' })
  await expect(map.getByText('Google Maps could not be loaded. This is the built-in map.')).toBeVisible()
  await expect(map.getByRole('button', { name: /^\d+ here: / }).first()).toBeVisible()
  // The browser reports the script that did not load, and the library that it could not start.
  complaints.length = 0
})

test('without the part of the application that draws Google’s map, the built-in map stands in', async ({
  page,
  complaints,
}) => {
  await page.route(/assets\/google-map-.*\.js/, (route) => route.abort())
  await signIn(page, '/rv-dealers')
  await page.getByRole('button', { name: 'View On Map' }).click()
  const map = page.getByRole('dialog', { name: 'Dealers and Service' })
  await expect(map.getByText('Google Maps could not be loaded. This is the built-in map.')).toBeVisible()
  await expect(map.getByRole('button', { name: /^\d+ here: / }).first()).toBeVisible()
  complaints.length = 0
})
