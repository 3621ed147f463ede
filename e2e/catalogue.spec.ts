import type { Page } from '@playwright/test'
import { expect, expectToast, rowOf, signIn, test } from './journey.ts'

test('an RV type is created, edited, deleted and restored', async ({ page }) => {
  await signIn(page)
  await page.getByRole('link', { name: 'RV Types' }).click()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'New RV Type' })).toBeVisible()
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Name').fill('Teardrop')
  await dialog.getByLabel('Sequence No.').fill('x')
  await page.keyboard.press('Tab')
  await expect(dialog.getByText('Invalid sequence number, please enter the valid sequence number.')).toBeVisible()
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Sequence No.').fill('12')
  // A person who double-clicks adds one.
  await save.dblclick()
  await expectToast(page, 'RV type added successfully.')
  await expect(rowOf(page, 'Teardrop')).toHaveCount(1)

  await page.getByRole('button', { name: 'Edit Teardrop' }).click()
  await dialog.getByLabel('Name').fill('Teardrop Trailer')
  await save.click()
  await expectToast(page, 'RV type updated successfully.')

  await page.getByRole('button', { name: 'Delete Teardrop Trailer' }).click()
  await expect(dialog.getByText('Are you sure you want to remove this RV type?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'RV type removed successfully.')
  await expect(rowOf(page, 'Teardrop Trailer').getByText('Inactive')).toBeVisible()

  await page.getByRole('button', { name: 'Restore Teardrop Trailer' }).click()
  await expect(dialog.getByText('Are you sure you want to Restore this RV type?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expectToast(page, 'RV type restored successfully.')
  await expect(rowOf(page, 'Teardrop Trailer').getByText('Active', { exact: true })).toBeVisible()
})

test('the focus stays in the grid when a saved row no longer belongs to the page', async ({ page }) => {
  await signIn(page, '/rv-types')
  const rename = async (from: string, to: string) => {
    await page.getByRole('button', { name: `Edit ${from}` }).click()
    await page.getByRole('dialog').getByLabel('Name').fill(to)
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.getByLabel('Filter Name').fill('trailer')
  await expect(rowOf(page, 'Fifth Wheel')).toHaveCount(0)
  await rename('Travel Trailer', 'Travel Caravan')
  await expect(rowOf(page, 'Travel Caravan')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-column'))).toBe('actions')

  await page.getByLabel('Filter Name').fill('travel caravan')
  await rename('Travel Caravan', 'Travel Trailer')
  await expect(page.getByText('No Records Found.')).toBeVisible()
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
})

test('models are filtered, sorted and paged, and the address keeps it', async ({ page }) => {
  await signIn(page, '/models')
  const rows = page.getByRole('grid').getByRole('button', { name: /^Edit / })
  await expect(rows).toHaveCount(10)
  await page.getByLabel('Filter RV Type Name').fill('camper')
  await expect(page.getByText(/of 48$/)).toBeVisible()
  const name = page.getByRole('columnheader', { name: 'Name', exact: true })
  const { x, y, width } = (await name.boundingBox()) as { x: number; y: number; width: number }
  await page.mouse.move(x + width - 1, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + width + 60, y + 10, { steps: 4 })
  await page.mouse.up()
  const widened = (await name.boundingBox())?.width ?? 0
  expect(widened).toBeGreaterThan(width + 30)
  await name.click()
  await expect(page).toHaveURL(/sort=name\.asc/)
  await expect(page.getByText(/of 48$/)).toBeVisible()
  expect(Math.abs(((await name.boundingBox())?.width ?? 0) - widened)).toBeLessThan(2)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('11 to 20 of 48')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: '11', exact: true })).toBeVisible()
  const shown = await page.getByRole('grid').innerText()
  await page.reload()
  await expect(page.getByText('11 to 20 of 48')).toBeVisible()
  await expect.poll(() => page.getByRole('grid').innerText()).toBe(shown)
  await page.goBack()
  await expect(page.getByText('1 to 10 of 48')).toBeVisible()
  await page.getByLabel('Page size').selectOption('50 per page')
  await expect(page.getByText('1 to 48 of 48')).toBeVisible()
  await page.getByLabel('Filter Name', { exact: true }).fill('no such model')
  await expect(page.getByText('No Records Found.')).toBeVisible()
})

test('a model is added with its type and year chosen from lists', async ({ page }) => {
  await signIn(page, '/models')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const category = dialog.getByRole('combobox', { name: 'Category' })
  await category.fill('fifth')
  await page.getByRole('option', { name: 'Fifth Wheel' }).click()
  await dialog.getByRole('combobox', { name: 'Year' }).click()
  await expect(page.getByRole('option', { name: '2018' })).toHaveCount(0)
  await page.getByRole('option', { name: '2026' }).click()
  // Typing into a field that was reached by Tab or a click replaces its content.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('2025')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'Year' })).toHaveValue('2025')
  await category.click()
  await page.keyboard.type('truck')
  await page.keyboard.press('Enter')
  await expect(category).toHaveValue('Truck Camper')
  await dialog.getByLabel('Name', { exact: false }).last().fill('3999')
  await dialog.getByLabel('Sequence No.').fill('1')
  await dialog.getByLabel('Description').fill('A truck camper for the test.')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Model added successfully.')
})

test('of two administrators who edit the same record both are kept, and where both changed a field, the second chooses', async ({
  page,
  browser,
}) => {
  await signIn(page, '/rv-types')
  const other = await browser.newPage()
  await other.goto(page.url())
  await signIn(other, '/rv-types')
  const edit = async (who: Page, name: string, field: string, value: string) => {
    await who.getByRole('button', { name: `Edit ${name}` }).click()
    await who.getByRole('dialog').getByLabel(field).fill(value)
    return who.getByRole('dialog').getByRole('button', { name: 'Save', exact: true })
  }

  const mine = page.getByRole('dialog')
  const saveMine = await edit(page, 'Fifth Wheel', 'Sequence No.', '33')
  await (await edit(other, 'Fifth Wheel', 'Name', 'Fifth-Wheel Trailer')).click()
  await expectToast(other, 'RV type updated successfully.')
  await saveMine.click()
  await expectToast(page, "RV type updated successfully. Administrator's change to Name was kept.")
  await expect(rowOf(page, 'Fifth-Wheel Trailer').getByRole('gridcell', { name: '33', exact: true })).toBeVisible()

  // A row that would move under the pointer waits until somebody asks for it.
  await other.reload()
  await expect(rowOf(other, 'Fifth-Wheel Trailer').getByRole('gridcell', { name: '33', exact: true })).toBeVisible()
  const saveAgain = await edit(page, 'Fifth-Wheel Trailer', 'Sequence No.', '34')
  await (await edit(other, 'Fifth-Wheel Trailer', 'Sequence No.', '35')).click()
  await expect(other.getByRole('dialog')).toBeHidden()
  await other.close()
  await saveAgain.click()
  const choice = mine.getByRole('radiogroup', { name: 'Sequence No.' })
  await expect(choice).toContainText('Before: 33')
  await mine.getByRole('button', { name: 'Keep editing' }).click()
  await expect(mine.getByLabel('Sequence No.')).toHaveValue('34')
  await saveAgain.click()
  await choice.getByRole('radio', { name: 'Yours' }).check()
  await mine.getByRole('button', { name: 'Save', exact: true }).last().click()
  await expect(rowOf(page, 'Fifth-Wheel Trailer').getByRole('gridcell', { name: '34', exact: true })).toBeVisible()

  // Other journeys of this server look for it by its name.
  await (await edit(page, 'Fifth-Wheel Trailer', 'Name', 'Fifth Wheel')).click()
  await expect(rowOf(page, 'Fifth Wheel').first()).toBeVisible()
})

test('what was done is undone: at once, by its key, and from the list of all changes', async ({ page }) => {
  await signIn(page, '/years')
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Name').fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(rowOf(page, name).getByText('Active', { exact: true })).toBeVisible()
  }
  await add('2091')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(rowOf(page, '2091')).toHaveCount(0)
  await add('2092')
  await page.getByRole('heading', { level: 1 }).press('Control+z')
  await expect(rowOf(page, '2092')).toHaveCount(0)
  await expect(page.getByText('Undid the addition of year “2092”')).toBeVisible()

  await page.getByRole('button', { name: 'Recent changes', exact: true }).click()
  await page.getByRole('link', { name: 'All changes' }).click()
  await expect(page.getByRole('heading', { name: 'Recent changes', level: 1 })).toBeVisible()
  await page.getByLabel('Filter What happened').fill('2092')
  const undone = rowOf(page, 'Undid the addition of year “2092”')
  const question = page.getByRole('dialog', { name: 'Undo change' })
  await undone.getByRole('button', { name: /^Undo/ }).click()
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect(undone.getByText('Undone', { exact: true })).toHaveCount(1)
  await page.goto('/years?name=2092')
  await expect(rowOf(page, '2092').getByText('Active', { exact: true })).toBeVisible()
})

test('everything can be done with the keyboard alone', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByLabel('Email')).toBeVisible()
  await page.getByLabel('Email').focus()
  await page.keyboard.type('ada@example.com')
  await page.keyboard.press('Tab')
  while (!(await page.getByLabel('Password', { exact: true }).evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('correct-horse-1!')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')

  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim(),
    )
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 60; presses++) {
      if ((await focused()) === name) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${name} cannot be reached with Tab`)
  }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Skip to content')
  await tabTo('Years')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Years', level: 1 })).toBeFocused()
  await tabTo('New')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('2040')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Year added successfully.')
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeFocused()

  await page.getByLabel('Filter Name').focus()
  await page.keyboard.type('2040')
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  // Over the status filter into the rows, along the row to its buttons, and among them to the second.
  for (const key of ['Tab', 'Tab', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter', 'ArrowRight']) {
    await page.keyboard.press(key)
  }
  expect(await focused()).toBe('Delete 2040')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete 2040' })).toBeFocused()
})
