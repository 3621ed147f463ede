import { expect, signIn, test } from './journey.ts'

const counters = [
  ['Registered Users', 'users'],
  ['RV Management', 'rvs'],
  ['Dealers/Service', 'dealers'],
  ['Check Lists', 'checklists'],
  ['Maintenance', 'maintenance_items'],
  ['Owners Manual', 'manual_pages'],
  ['Slider Images', 'app_images'],
] as const

test('each counter of the dashboard opens what it has counted, however its list was left', async ({ page }) => {
  await signIn(page)
  await page.route('**/admin/preferences/get*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { lists: Record<string, object> } }
    for (const [, list] of counters) answer.data.lists[list] = { default_view: null, per_page: 50 }
    await route.fulfill({ response, json: answer })
  })
  // This window remembers the last filters of every list.
  for (const [, list] of counters) {
    const inactive = list === 'rvs' ? { inactive: { value: 'true' } } : { status: { value: 'inactive' } }
    await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
      `filters-of-${list}`,
      JSON.stringify(inactive),
    ] as const)
  }
  for (const [counter] of counters) {
    await page.goto('/dashboard')
    const link = page.getByRole('main').getByRole('link', { name: new RegExp(`^${counter}`) })
    const counted = /[\d,]+$/.exec((await link.textContent()) ?? '')?.[0]
    await link.click()
    await expect(page.getByText(new RegExp(`^1 to \\d+ of ${counted}$`))).toBeVisible()
  }

  // Through the menu they open with those.
  await page.getByRole('navigation').getByRole('link', { name: 'RV Management' }).click()
  await expect(page).toHaveURL(/inactive=true/)
  await expect(page.getByRole('switch', { name: 'Show inactive' })).toBeChecked()
})
