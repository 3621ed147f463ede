import { expectAccessible } from './accessibility.ts'
import { expect, expectToast, rowOf, signIn, test } from './journey.ts'

const heading = (name: string | RegExp) => ({ level: 1, name }) as const

test('a record is opened, left, edited and found again by keys alone', async ({ page }) => {
  await signIn(page, '/models?rv_type=truck&sort=name.asc')
  const row = page.locator('tbody tr').first()
  await row.locator('[data-column=name]').focus()
  const [first, second] = await page
    .getByRole('grid')
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => link.getAttribute('href') ?? '').filter((href) => href.startsWith('/models/')),
    )
  await page.keyboard.press('Enter')
  const expectPage = (path = '') => page.waitForURL((url) => path.startsWith(url.pathname))
  await expectPage(first)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveURL(/\/models\/[\w-]+\?.*rv_type=truck/)
  await page.keyboard.press('j')
  await expectPage(second)
  // At once, as fast hands do.
  await page.keyboard.press('k')
  await page.keyboard.press('e')
  const form = page.getByRole('dialog', { name: 'Edit Model' })
  await form.getByLabel('Description').fill('Seen on its page.')
  await page.keyboard.press('Control+s')
  await expectToast(page, 'Model updated successfully.')
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Seen on its page.')
  await expect(page.getByRole('region', { name: 'Last changes' }).getByRole('listitem')).toHaveCount(2)

  await page.keyboard.press('u')
  await expect(page).toHaveURL(/\/models\?rv_type=truck&sort=name\.asc/)
  await expect(rowOf(page, 'Seen on its page.').locator('[data-column=name]')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectPage(second)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(page.locator('tbody tr').nth(1).locator('[data-column=name]')).toBeFocused()
})

test('a record that another window changes, deletes and restores says so on its page', async ({ page, context }) => {
  await signIn(page, '/years?name=2019')
  await page.getByRole('link', { name: '2019', exact: true }).click()
  await expect(page.getByRole('heading', heading('2019'))).toBeVisible()
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Delete 2019' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(other, 'Year removed successfully.')
  await expect(page.getByText('This year has been removed')).toBeVisible()
  await expectAccessible(page, 'the page of a deleted record')
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expectToast(page, 'Year restored successfully.')
  await expect(other.getByText('This year has been removed')).toBeHidden()

  const belonging = page.getByRole('region', { name: 'Models' })
  await belonging.getByRole('link', { name: /^Show/ }).click()
  await expect(page.getByRole('list', { name: 'Filters in force' })).toContainText('Year is 2019')
  await expect(page.getByRole('grid').getByRole('link', { name: '2019' }).first()).toBeVisible()
})

test('an unknown record is said to be none, and what was added is shown', async ({ page }) => {
  await signIn(page, '/years/nothing')
  await expect(page.getByText('We can’t find this year. Check the address.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to Years' }).click()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('2051')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Show' }).click()
  await expect(page.getByRole('heading', heading('2051'))).toBeVisible()
})

for (const [list, part] of [
  ['users', 'Last changes'],
  ['manuals', 'Pages by topic'],
  ['rv-dealers', 'Map'],
  ['cms-pages', 'Details'],
  ['rv-management', 'Last changes'],
] as const) {
  test(`a page of ${list} is accessible, also on a phone`, async ({ page }) => {
    await signIn(page, `/${list}`)
    await page.locator('a[data-visits]').first().click()
    await expect(page.getByRole('region', { name: part, exact: true })).toBeVisible()
    await expectAccessible(page, `a page of ${list}`)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, `a page of ${list} on a phone`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
}

test('the pages of a manual are read beside their topics, and what is missing is found by key', async ({ page }) => {
  await signIn(page, '/manuals?status=active&rv_type=Travel')
  await page.locator('a[data-visits]').first().click()
  await page.locator('summary').filter({ hasText: 'Warranty' }).click()
  await page.getByRole('link', { name: 'How to Get Service' }).click()
  const read = page.getByRole('region', { name: 'How to Get Service' })
  await expect(read.getByRole('list')).toBeVisible()
  await page.reload()
  await expect(read.getByRole('list')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `the page of a manual in ${colorScheme}`)
  }
  await page.keyboard.press('n')
  await expect(page.getByRole('link', { name: 'Write Transfer to a New Owner' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Sub Topic' })).toHaveValue(
    'Transfer to a New Owner',
  )
})
