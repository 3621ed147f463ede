import { readFile } from 'node:fs/promises'
import { importTypes } from '#contract/import-types.ts'
import { listPaths } from '#contract/paths.ts'
import { resultOf, UNCHANGED } from './imports.ts'
import { expect, signIn, test } from './journey.ts'

test('every list that can be imported comes back as no change', async ({ page }) => {
  await signIn(page)
  for (const type of importTypes) {
    await page.goto(listPaths[type])
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const file = await downloading
    await page.getByRole('main').getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: `${type}.csv`,
      mimeType: 'text/csv',
      buffer: await readFile(await file.path()),
    })
    await expect(resultOf(page, `${type}.csv`)).toBeVisible()
    await expect(page.getByText(UNCHANGED), type).toBeVisible()
  }
})
