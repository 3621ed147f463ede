import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { chooseAction, expect, expectToast, rowOf, signIn, test } from './journey.ts'

/** Another browser, also signed in, on this page. */
async function otherBrowser(browser: Browser, baseURL: string | undefined, path: string) {
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const other = await context.newPage()
  await signIn(other, path)
  return other
}

async function addType(page: Page, name: string, seqNo = '70') {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New RV Type' })
  await dialog.getByRole('textbox', { name: /Name/ }).fill(name)
  await dialog.getByRole('textbox', { name: /Sequence/ }).fill(seqNo)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

async function edit(page: Page, name: string) {
  await rowOf(page, name)
    .getByRole('button', { name: `Edit ${name}` })
    .click()
  return page.getByRole('dialog', { name: 'Edit RV Type' })
}

/** Clicks Undo in the toast with these words. */
const undoInToast = (page: Page, words: string) =>
  page.getByText(words, { exact: true }).locator('xpath=..').getByRole('button', { name: 'Undo' }).click()

const ONLY_OURS = '/rv-types?name=journey&sort=name.asc'

test('a change is undone from its toast and by Ctrl+Z, is seen in its history and among all', async ({ page }) => {
  await signIn(page, ONLY_OURS)
  await addType(page, 'Journey A')
  await expect(rowOf(page, 'Journey A')).toBeVisible()
  const dialog = await edit(page, 'Journey A')
  await dialog.getByRole('textbox', { name: /Name/ }).fill('Journey B')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await undoInToast(page, 'RV type updated successfully.')
  await expectToast(page, 'Change undone.')
  await expect(rowOf(page, 'Journey A')).toBeVisible()

  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Undid the addition of RV type “Journey A”')).toBeVisible()
  // What was already undone is skipped: the row was added before that.
  await expect(rowOf(page, 'Journey A')).toHaveCount(0)

  await page.getByRole('button', { name: 'Recent changes' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'All changes' }).click()
  await expect(page).toHaveURL(/\/recent-changes/)
  await expect(rowOf(page, 'Undid the addition of RV type “Journey A”').first()).toBeVisible()
  await page.goto(`${ONLY_OURS}&status=inactive`)
  await chooseAction(rowOf(page, 'Journey A'), 'History')
  const history = page.getByRole('dialog', { name: /History/ })
  await expect(history.locator('ins', { hasText: 'B' }).first()).toBeVisible()
})

test('two browsers: other fields are merged, the same field is chosen, a list follows within a second', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, ONLY_OURS)
  await addType(page, 'Journey C', '71')
  const other = await otherBrowser(browser, baseURL, ONLY_OURS)
  const [mine, theirs] = [await edit(page, 'Journey C'), await edit(other, 'Journey C')]

  // The list of the first browser lies below its dialog and follows.
  await theirs.getByRole('textbox', { name: /Sequence/ }).fill('79')
  await theirs.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(theirs).toHaveCount(0)
  const saved = Date.now()
  await expect(page.getByRole('gridcell', { name: '79', includeHidden: true })).toHaveCount(1)
  test.info().annotations.push({ type: 'live', description: `${Date.now() - saved} ms` })

  await mine.getByRole('textbox', { name: /Name/ }).fill('Journey D')
  await mine.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(mine).toHaveCount(0)
  await expect(page.getByText(/change to Sequence No\. was kept\./)).toBeVisible()
  await expect(rowOf(page, 'Journey D')).toContainText('79')

  await expect(rowOf(other, 'Journey D')).toBeVisible()
  const [again, first] = [await edit(page, 'Journey D'), await edit(other, 'Journey D')]
  await first.getByRole('textbox', { name: /Name/ }).fill('Journey Theirs')
  await first.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(first).toHaveCount(0)
  await again.getByRole('textbox', { name: /Name/ }).fill('Journey Mine')
  await again.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(again.getByText('Before: Journey D')).toBeVisible()
  await again.getByRole('radio', { name: 'Yours' }).click()
  await again.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(again).toHaveCount(0)
  await expect(rowOf(page, 'Journey Mine')).toContainText('79')

  // Deleted by one while the other edits.
  const last = await edit(page, 'Journey Mine')
  await expect(rowOf(other, 'Journey Mine')).toBeVisible()
  await rowOf(other, 'Journey Mine').getByRole('button', { name: 'Delete Journey Mine' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await last.getByRole('textbox', { name: /Sequence/ }).fill('72')
  await last.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(last.getByText('The record is Inactive now.')).toBeVisible()
  await other.context().close()
})

test('rows are selected, deleted together and brought back', async ({ page }) => {
  await signIn(page, ONLY_OURS)
  for (const name of ['Journey X', 'Journey Y', 'Journey Z']) await addType(page, name)
  await page.goto('/rv-types?name=journey%20&sort=name.desc')
  await page.getByRole('checkbox', { name: 'Select Journey Z' }).click()
  await page.getByRole('checkbox', { name: 'Select Journey X' }).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('3')
  await bar.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Journey Z')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectToast(page, '3 RV types removed successfully.')
  await undoInToast(page, '3 RV types removed successfully.')
  await expectToast(page, 'Change undone.')
  await expect(rowOf(page, 'Journey Y')).toContainText('Active')
})

test('what is in the way of an undo is named, and the rest is undone, by keyboard', async ({ page }) => {
  await signIn(page, ONLY_OURS)
  for (const name of ['Journey L1', 'Journey L2', 'Journey L3']) await addType(page, name)
  await page.goto('/rv-types?name=journey%20l&sort=name.asc')
  for (const name of ['Journey L1', 'Journey L2', 'Journey L3'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expectToast(page, '3 RV types removed successfully.')
  await addType(page, 'Journey L2')

  await page.goto('/recent-changes?sentence=3%20RV%20types')
  await page
    .getByRole('button', { name: /^Undo Journey L/ })
    .first()
    .press('Enter')
  const question = page.getByRole('dialog', { name: 'Undo change' })
  await expect(question.getByText('1 record cannot be undone:')).toBeVisible()
  await expect(question.getByRole('list', { name: 'Cannot be undone' })).toContainText(
    'Journey L2: RV type already exists.',
  )
  await expectAccessible(page, 'an undo with something in its way')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(question.getByRole('button', { name: 'Undo the 2 that can be, leave this one' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Change undone for 2 of 3 records. 1 record was left unchanged.')
  await page.goto('/rv-types?name=journey%20l&sort=name.asc')
  await expect(rowOf(page, 'Journey L1')).toContainText('Active')
})

test('a view that somebody shares appears in another browser, and goes again', async ({ page, browser, baseURL }) => {
  await signIn(page, '/rv-types?name=trailer')
  const other = await otherBrowser(browser, baseURL, '/rv-types')
  await expect(rowOf(other, 'Travel Trailer')).toBeVisible()
  await page.getByRole('button', { name: 'Save view' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill('Journey trailers')
  await form.getByRole('checkbox', { name: 'Shared with all administrators' }).check()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  const tab = other.getByRole('link', { name: 'Journey trailers' })
  await expect(tab).toBeVisible()
  await page.getByRole('button', { name: 'Edit view “Journey trailers”' }).click()
  await form.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog', { name: 'Delete view' }).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(tab).toHaveCount(0)
  await other.context().close()
})
