import { readFile } from 'node:fs/promises'
import { expect, rowOf, signIn, test } from './journey.ts'

test('a filtered list is exported as it is on screen, and stands among the recent changes', async ({ page }) => {
  await signIn(page, '/rv-types?name=travel')
  await expect(rowOf(page, 'Travel Trailer').first()).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^RV Types \d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  const [head, ...rows] = text.slice(1).trimEnd().split('\r\n')
  expect(head).toContain('Name')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every((row) => /travel/i.test(row))).toBe(true)

  await page.goto('/recent-changes')
  await expect(page.getByText(/exported \d+ RV types? as CSV/i).first()).toBeVisible()
})
