import { expectAccessible } from './accessibility.ts'
import { expect, expectToast, signIn, test } from './journey.ts'

const TOPIC = 'Reporting a Safety Defect'

test('an administrator finds what owners lack in the manuals, and the forms that close the gaps', async ({ page }) => {
  await signIn(page, '/topics?new')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(TOPIC)
  await dialog.getByLabel('Sequence No.').fill('90')
  await dialog.getByRole('checkbox', { name: 'Required in every manual' }).check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Topic added successfully.')
  await expect(dialog).toBeHidden()

  await page.goto('/dashboard')
  await page
    .getByRole('link', { name: /manuals? lacks? a required topic/ })
    .first()
    .click()
  await expect(page).toHaveURL('/manuals?tab=coverage')
  await expect(page.getByRole('tab', { name: 'Coverage', selected: true })).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Coverage by RV type and year' })
  const lacking = grid.getByRole('button', {
    name: /^Travel Trailer - 2027: \d+ of \d+ topics covered, lacks a required topic/,
  })
  await expect(lacking).toBeVisible()
  await expectAccessible(page, 'coverage', { part: 'main' })

  // One stop of Tab; the arrow keys move, and Enter opens.
  await lacking.focus()
  await page.keyboard.press('ArrowRight')
  await expect(grid.getByRole('button', { name: /^Travel Trailer - 2026/ })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Travel Trailer - 2027' })
  await expect(panel.getByText('Required', { exact: true })).toBeVisible()
  await expectAccessible(page, 'the panel of a manual', { part: '[role=dialog]' })
  await panel.getByRole('link', { name: `Write about ${TOPIC}` }).click()
  const form = page.getByRole('dialog', { name: 'New Manual Page' })
  await expect(form.getByRole('combobox', { name: 'Manual' })).toHaveValue('Travel Trailer - 2027')
  await expect(form.getByRole('combobox', { name: 'Topic', exact: true })).toHaveValue(TOPIC)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()

  await page.goto('/manuals?tab=coverage')
  await grid.getByRole('button', { name: /^Class B Motorhome - 2026: No manual/ }).click()
  const nothing = page.getByRole('dialog', { name: 'Class B Motorhome - 2026' })
  await expect(nothing.getByRole('list', { name: 'Topics not covered' }).getByText(TOPIC)).toBeVisible()
  await expectAccessible(page, 'the panel where there is no manual', { part: '[role=dialog]' })
  await nothing.getByRole('link', { name: 'Start the manual' }).click()
  const manual = page.getByRole('dialog', { name: 'New Manual' })
  await expect(manual.getByRole('combobox', { name: 'RV Type' })).toHaveValue('Class B Motorhome')
  await expect(manual.getByRole('combobox', { name: 'Year' })).toHaveValue('2026')
  await manual.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/manuals?tab=coverage')

  // On a phone the years are scrolled beside the types, never the page.
  await page.setViewportSize({ width: 390, height: 844 })
  await grid.getByRole('button', { name: /^Class B Motorhome - 2022: No manual/ }).focus()
  await expect(grid.getByRole('rowheader', { name: 'Class B Motorhome' })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('tab', { name: 'Problems' }).click()
  await expect(page).toHaveURL('/manuals?tab=problems')
  await expect(
    page.getByRole('list', { name: 'Problems of pages' }).or(page.getByText(/^Nothing is wrong/)),
  ).toBeVisible()
  await expectAccessible(page, 'problems', { part: 'main' })

  // Other journeys count what needs attention.
  await page.goto('/topics?name=safety+defect')
  await page.getByRole('button', { name: `Delete ${TOPIC}` }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Topic removed successfully.')
})
