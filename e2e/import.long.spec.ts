import { readFile } from 'node:fs/promises'
import { importTypes } from '#contract/import-types.ts'
import { recordTypes } from '#contract/kinds.ts'
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

test('every list comes as a file with what it shows', async ({ page }) => {
  await signIn(page)
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('admin/export') && !response.ok()) refused.push(page.url())
  })
  for (const type of recordTypes) {
    await page.goto(listPaths[type])
    const button = page.getByRole('button', { name: 'Export' })
    await page.getByRole('button', { name: 'Columns' }).waitFor()
    if (!(await button.count())) continue
    const downloading = page.waitForEvent('download')
    await button.click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    await Promise.race([downloading, expect.poll(() => refused).not.toEqual([])])
    expect(refused).toEqual([])
  }
})
