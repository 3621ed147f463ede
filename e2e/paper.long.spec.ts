import type { Page } from '@playwright/test'
import { expect, signIn, test } from './journey.ts'
import { lists } from './lists.ts'

// They only look, so they need no order and no server of their own.
test.describe.configure({ mode: 'parallel' })

/** The columns of the printed list by name: where the title and the first cell start, and the text of that cell. */
const printedColumns = (page: Page) =>
  page.getByRole('grid').evaluate((grid) => {
    const shown = (found: Iterable<Element>) => [...found].filter((one) => one.getClientRects().length > 0)
    const row = grid.querySelector('tbody [role=row]')
    return shown(grid.querySelectorAll('[role=columnheader]')).map((title) => {
      const name = title.getAttribute('data-title-of')
      const cell = shown(row?.querySelectorAll(`[data-column="${name}"]`) ?? [])[0] as HTMLElement | undefined
      return {
        name,
        apart: cell && Math.abs(title.getBoundingClientRect().x - cell.getBoundingClientRect().x),
        words: cell?.innerText.trim(),
      }
    })
  })

test('on paper each title of a list stands over its column, and each state is a word', async ({ page }) => {
  test.slow()
  await signIn(page)
  for (const path of lists) {
    await page.goto(path)
    await expect(page.locator('tbody [role=gridcell]').last()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    // A window, and an upright sheet of A4 between its margins.
    for (const width of [1440, 718]) {
      await page.setViewportSize({ width, height: 900 })
      const columns = await printedColumns(page)
      expect(columns.length, path).toBeGreaterThan(1)
      for (const { name, apart } of columns) expect([path, width, name, apart]).toEqual([path, width, name, 0])
      for (const { words } of columns.filter(({ name }) => name === 'status'))
        expect([path, words]).not.toEqual([path, ''])
    }
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

/**
 * Expects that an element looks different once `change` has run on it. A different weight alone is too little, and the
 * pointer must not be over it, because that changes it too.
 */
async function expectToLookOtherwise(page: Page, selector: string, change: (element: Element) => void) {
  const element = page.locator(selector).first()
  await expect(element).toBeVisible()
  await page.addStyleTag({ content: '* { font-weight: 400 !important; transition: none !important }' })
  await page.mouse.move(0, 0)
  const handle = await element.elementHandle()
  const before = await handle?.screenshot()
  await handle?.evaluate(change)
  const after = await handle?.screenshot()
  expect(before && after?.equals(before), selector).toBe(false)
}

test('with forced colours, what is current, pressed, chosen or on can be told from the rest', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, '/users')
  for (const list of ['Main', 'Pages']) {
    await expectToLookOtherwise(page, `nav[aria-label=${list}] [aria-current]`, (one) => {
      one.removeAttribute('aria-current')
      one.removeAttribute('data-active')
    })
  }
  await expectToLookOtherwise(page, 'td .mantine-Switch-body', (one) => {
    const input = one.querySelector('input')
    if (input) input.checked = false
  })
  await page.goto('/manage-notifications')
  await expectToLookOtherwise(page, '[role=tab][aria-selected=true]', (tab) => {
    tab.removeAttribute('aria-selected')
    tab.removeAttribute('data-active')
  })
  await page.goto('/manual-pages')
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await expectToLookOtherwise(page, 'button[aria-label=Bold]', (bold) => bold.setAttribute('aria-pressed', 'true'))
})

test('with forced colours, the choice that Enter would take can be told from the rest', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, '/sub-topics')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const choice = page.getByRole('combobox', { name: 'Topic' })
  await choice.press('ArrowDown')
  await expect(page.getByRole('listbox', { name: 'Topic' }).getByRole('option').first()).toBeVisible()
  await choice.press('ArrowDown')
  await expectToLookOtherwise(page, '[data-combobox-selected]', (option) =>
    option.removeAttribute('data-combobox-selected'),
  )
})
