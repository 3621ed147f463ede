import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { columnsOf, resultOf, UNCHANGED } from './imports.ts'
import { expect, expectToast, rowOf, signIn, test } from './journey.ts'

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, wanted: Locator, key = 'Tab') {
  for (let presses = 0; presses < 80; presses++) {
    if (await wanted.and(page.locator(':focus')).count()) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${String(wanted)}`)
}

async function press(page: Page, wanted: Locator, key = 'Enter') {
  await tabTo(page, wanted)
  await page.keyboard.press(key)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Downloads what a menu offers in a format, by keys. */
async function download(page: Page, menu: Locator, format: 'CSV' | 'Excel (XLSX)') {
  const downloading = page.waitForEvent('download')
  await press(page, menu)
  const item = page.getByRole('menuitem', { name: format })
  await expect(item).toBeVisible()
  // A menu that has only just opened may miss a key.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(item).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  const file = await downloading
  return { name: file.suggestedFilename(), buffer: await readFile(await file.path()) }
}

type Chosen = { name: string; buffer: Buffer }

/** Chooses a file by keys, and waits until it is read. */
async function choose(page: Page, { name, buffer }: Chosen) {
  const chooser = page.waitForEvent('filechooser')
  await press(page, page.getByLabel('File', { exact: true }))
  await (await chooser).setFiles({ name, mimeType: '', buffer })
  await expect(resultOf(page, name)).toBeVisible()
  await expect(columnsOf(page)).toBeFocused()
}

test('a dealer is found, changed and undone, the list exported and imported again as no change, by keyboard alone', async ({
  page,
}) => {
  await signIn(page, '/rv-dealers')
  await expect(rowOf(page, 'Cedar Trailer Country')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('willow')
  await expect(page).toHaveURL(/name=willow/)
  const dealer = rowOf(page, 'Willow RV Center').first()
  await expect(dealer).toBeVisible()
  await expect(rowOf(page, 'Cedar Trailer Country')).toHaveCount(0)

  await press(page, dealer.getByRole('gridcell').or(dealer.getByRole('link')), 'e')
  const form = page.getByRole('dialog').last()
  await tabTo(page, form.getByRole('textbox', { name: 'Hour Parts' }))
  await page.keyboard.type(' or later')
  await page.keyboard.press('Control+s')
  await expectToast(page, 'Details updated successfully.')
  // Keys do nothing while a dialog fades out.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // In a field the key would take back what was typed there.
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Import', exact: true }), 'Shift+Tab')
  await page.keyboard.press('Control+z')
  await expectToast(page, 'Change undone.')

  for (const format of ['CSV', 'Excel (XLSX)'] as const) {
    const file = await download(page, button(page, 'Export'), format)
    await press(page, page.getByRole('main').getByRole('link', { name: 'Import', exact: true }))
    await expect(page.getByRole('heading', { name: 'Import dealers', level: 1 })).toBeFocused()
    await choose(page, file)
    await expect(page.getByText(UNCHANGED)).toBeVisible()
    await expect(button(page, /^Import/)).toHaveCount(0)
    await press(page, page.getByRole('link', { name: 'Go to the list of dealers' }))
    await expect(page.getByRole('heading', { name: 'RV Dealers/Services', level: 1 })).toBeFocused()
  }
})

const HEADS =
  'Name,Type,Active Lines,Address,City,State,Country,Postal Code,Hour Sales,Hour Service,Hour Parts,Latitude,Longitude,External ID,Remarks'
const line = (name: string, place: string) =>
  `${name},Dealer,TT,1 Main Street,Bend,Oregon,United States,97701,9 to 5,9 to 5,9 to 5,${place},from a fair`
const aTable = (...lines: string[]): Chosen => ({
  name: 'fair.csv',
  buffer: Buffer.from([HEADS, ...lines].join('\r\n')),
})

test('a file with broken rows names them, changes nothing until it is imported without them, and is undone whole', async ({
  page,
}) => {
  await signIn(page, '/import?type=dealers')
  await expectAccessible(page, 'the choice of a file')
  await choose(
    page,
    aTable(line('Fairground RV', '44.06,-121.31,F-1'), line('', '44.06,-200,F-2'), line('Placed RV', ',,F-3')),
  )
  const refused = page.getByRole('row', { name: /^3/ })
  await expect(refused.getByLabel('Name of row 3')).toHaveAccessibleDescription('Name cannot be empty.')
  await expect(refused.getByLabel('Longitude of row 3')).toHaveValue('-200')
  await expect(page.getByText('14 of 15 columns are imported. Not imported: “Remarks”.')).toBeVisible()

  // The reasons, for whoever mends the file.
  const reasons = await download(page, button(page, 'Download refused rows'), 'CSV')
  expect(reasons.name).toBe('Dealers refused.csv')
  expect(reasons.buffer.toString()).toContain('Name cannot be empty. Please enter a longitude from -180 to 180.')

  // Another tab of the rows, by its arrow key, and the columns.
  await tabTo(page, page.getByRole('tab', { name: 'Refused 1' }))
  await page.keyboard.press('Home')
  await expect(page.getByRole('tab', { name: 'New 2' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Placed in Bend, Oregon/)).toBeVisible()
  await tabTo(page, button(page, 'Choose columns'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expectAccessible(page, 'a rehearsal')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'a rehearsal on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1440, height: 900 })

  // Nothing is written yet, and a reload finds the rehearsal again.
  const address = page.url()
  await page.goto('/rv-dealers?name=Fairground+RV')
  await expect(page.getByText(/^No .*/).first()).toBeVisible()
  await page.goto(address)
  await press(page, button(page, 'Import without the refused row'))
  await expect(page.getByRole('heading', { name: 'fair.csv was imported' })).toBeFocused()
  await expect(page.getByText('2 dealers imported: 2 new. 1 refused row was left out.')).toBeVisible()
  await expectAccessible(page, 'an import')

  await page.goto('/rv-dealers?name=Fairground+RV')
  await expect(rowOf(page, 'Fairground RV')).toBeVisible()
  await page.goto(address)
  await press(page, button(page, /^Undo/))
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Undo' }))
  await expectToast(page, 'Change undone.')
  await expect(page.getByText(/It was undone since\.$/)).toBeVisible()
  await page.goto('/rv-dealers?name=Fairground+RV')
  // As with any undo of what was added, the record stays, counts no more, and stands in no list but of what is
  // inactive.
  await expect(page.getByText(/^No .*/).first()).toBeVisible()
  await page.goto('/rv-dealers?name=Fairground+RV&status=inactive')
  await expect(rowOf(page, 'Fairground RV')).toContainText('Inactive')
})
