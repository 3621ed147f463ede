import type { Locator, Page } from '@playwright/test'
import { audiences } from '#contract/audiences.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, expectToast, rowOf, signIn, test } from './journey.ts'

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let left = 40; left > 0; left--) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Chooses an option of the list that has the focus, by its arrows. */
async function pick(page: Page, option: string) {
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: option, exact: true })).toBeVisible()
  const marked = page.locator('[role=option][data-combobox-selected]')
  for (let left = 20; left > 0; left--) {
    if ((await marked.count()) && (await marked.innerText()) === option) break
    await page.keyboard.press('ArrowDown')
  }
  await expect(marked).toHaveText(option)
  await page.keyboard.press('Enter')
}

/** Makes a call of the back-office as who is signed in. */
const callAs = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([path, body]) => {
      const { api, apiKey } = JSON.parse(document.getElementById('app-settings')?.textContent ?? '')
      const headers = { 'content-type': 'application/json', 'x-api-key': apiKey, token: localStorage.token }
      return (await fetch(`${api}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    },
    [path, body] as const,
  )

/** Whether the chosen text of a list is shown whole. */
const isWhole = (input: Locator) => input.evaluate((element) => element.scrollWidth <= element.clientWidth)

test('an audience with a "not" and a group is built by keyboard, and fits a phone', async ({ page }) => {
  await signIn(page, '/audiences')
  await page.getByRole('button', { name: 'New', exact: true }).press('Enter')
  const form = page.getByRole('dialog', { name: 'New Audience' })
  const line = (name: string) => form.getByRole('group', { name, exact: true })
  const asked = (name: string) => line(name).getByRole('combobox', { name: 'What is asked' })
  await tabTo(page, form.getByRole('textbox', { name: 'Name', exact: true }))
  await page.keyboard.type('West')
  await tabTo(page, form.getByRole('button', { name: 'Add condition' }))
  await page.keyboard.press('Enter')
  await expect(asked('Condition 1')).toBeFocused()
  await pick(page, 'Has an RV')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect(line('Condition 1').getByRole('checkbox', { name: 'Not' })).toBeChecked()
  await tabTo(page, form.getByRole('button', { name: 'Add group' }))
  await page.keyboard.press('Enter')
  await expect(asked('Condition 2.1')).toBeFocused()
  await pick(page, 'Maintenance is due')
  await tabTo(page, line('Condition 2.1').getByRole('textbox', { name: 'Days' }))
  await page.keyboard.type('400')
  await tabTo(page, form.getByRole('button', { name: 'Add condition to this group' }))
  await page.keyboard.press('Enter')
  await expect(asked('Condition 2.2')).toBeFocused()
  await pick(page, 'Lives near')
  for (const [name, number] of Object.entries({ Latitude: '39.5', Longitude: '-119.8', 'Within miles': '300' })) {
    await tabTo(page, line('Condition 2.2').getByRole('textbox', { name }))
    await page.keyboard.type(number)
  }
  await expect(form.getByText(/^Owners not with an RV, \(.* or within 300 miles of 39\.5, -119\.8\)\.$/)).toBeVisible()
  await expectAccessible(page, 'the conditions of an audience')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of ['Condition 1', 'Condition 2.1', 'Condition 2.2'])
    expect(await isWhole(asked(name)), name).toBe(true)
  await expectAccessible(page, 'the conditions of an audience on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await tabTo(page, form.getByRole('button', { name: 'Save', exact: true }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Audience added successfully.')
  await expect(rowOf(page, 'West')).toContainText('Owners not with an RV, (')
})

test('an audience that is nested deeper than the form shows keeps its conditions when its name is edited', async ({
  page,
}) => {
  await signIn(page, '/audiences')
  const owning = { field: 'has_rv', op: 'eq', value: true }
  const deep = { not: { any: [owning, { all: [owning, { field: 'state', op: 'in', value: ['Nevada'] }] }] } }
  const audience = { all: [owning, deep] }
  const { data } = await callAs(page, audiences.add.path, { name: 'Deep', audience })
  await page.reload()
  await page.getByRole('button', { name: 'Edit Deep', exact: true }).click()
  const form = page.getByRole('dialog', { name: /^Edit Audience/ })
  const group = form.getByRole('group', { name: 'Group 2', exact: true })
  await expect(group.getByText(/^Owners not \(.*Nevada.*\)\.$/)).toBeVisible()
  await expect(group).toContainText('This group stays as it is: it is nested deeper than the form shows.')
  await expectAccessible(page, 'an audience that is nested deeper')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Deeper')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(rowOf(page, 'Deeper')).toBeVisible()
  const { data: kept } = await callAs(page, audiences.get.path, { audience_id: data._id })
  expect(kept).toMatchObject({ name: 'Deeper', audience, meant_for: data.meant_for })
})

test('conditions of a message are added and removed by mouse, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, '/manage-notifications')
  await page.getByText('By conditions', { exact: true }).click()
  await page.getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('button', { name: 'Add group' }).click()
  await page.getByRole('button', { name: 'Add condition to this group' }).click()
  await expectAccessible(page, 'the conditions of a message')
  await page.getByRole('button', { name: 'Remove condition 2.1' }).click()
  await expect(page.getByRole('button', { name: 'Add condition to this group' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove group 2' }).click()
  await expect(page.getByRole('button', { name: 'Add condition', exact: true })).toBeFocused()
  await expect(page.getByRole('group', { name: /^(Condition|Group) / })).toHaveCount(1)
})
