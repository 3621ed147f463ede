import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, expectToast, rowOf, signIn, test } from './journey.ts'

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab') {
  const focused = page.locator(':focus')
  const named = page
    .getByRole('button', { name })
    .or(page.getByRole('checkbox', { name }))
    .or(page.getByRole('link', { name, exact: true }))
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key)
    if (await named.and(focused).count()) return
  }
  throw new Error(`Tab does not lead to ${name}`)
}

const titles = async (page: Page) => (await page.getByRole('columnheader').allInnerTexts()).map((title) => title.trim())

test('a list is sorted, filtered and arranged by keyboard alone, saved as a view, shared, and found again', async ({
  page,
  browser,
}) => {
  await signIn(page, '/models')
  await expect(rowOf(page, 'Travel Trailer').first()).toBeVisible()

  // Two columns to sort by.
  await page.keyboard.press('/')
  await expect(page.getByLabel('Filter RV Type Name')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('columnheader', { name: 'RV Type Name' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await expect(page).toHaveURL(/sort=rv_type\.asc%2Cyear_name\.desc/)

  // The column of the year goes before that of the type.
  await page.keyboard.press('Control+ArrowLeft')
  expect(await titles(page)).toEqual(expect.arrayContaining(['# ID', 'Actions']))
  await expect.poll(async () => (await titles(page))[2]).toMatch(/^Year/)

  // A filter with an operator.
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await tabToFilter(page, 'RV Type Name')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByRole('menuitemradio', { name: 'Contains' })).toBeFocused()
  await page.keyboard.type('s')
  await expect(page.getByRole('menuitemradio', { name: 'Starts with' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Filter RV Type Name')).toBeFocused()
  await page.keyboard.type('truck')
  await expect(page).toHaveURL(/(?=.*rv_type=truck)(?=.*rv_type\.op=starts_with)/)
  await expect(rowOf(page, 'Travel Trailer')).toHaveCount(0)
  await expect(rowOf(page, 'Truck Camper').first()).toBeVisible()

  // One column fewer.
  await tabTo(page, 'Columns', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Description')
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Description' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()

  // A view of all that, for everybody.
  await tabTo(page, 'Save view', 'Shift+Tab')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'New view' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Truck campers by year')
  await tabTo(page, 'Shared with all administrators')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expectToast(page, 'View saved successfully.')
  await expect(page.getByRole('link', { name: 'Truck campers by year' })).toBeFocused()

  // After a new sign-in, in another browser.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const other = await context.newPage()
  await other.goto(page.url().replace(/\/models.*/, '/login'))
  await signIn(other, '/models', { asLeft: true })
  // The handles come first, as this list is in its own order.
  await expect.poll(async () => (await titles(other))[3]).toMatch(/^Year/)
  await expect(other.getByRole('columnheader', { name: 'Description' })).toHaveCount(0)
  await tabTo(other, 'Truck campers by year')
  await other.keyboard.press('Enter')
  await expect(other).toHaveURL(/(?=.*rv_type=truck)(?=.*rv_type\.op=starts_with)/)
  await expect(rowOf(other, 'Travel Trailer')).toHaveCount(0)
  await expect(rowOf(other, 'Truck Camper').first()).toBeVisible()
  await context.close()

  // Later journeys find nothing of it.
  await page.getByRole('button', { name: 'Edit view “Truck campers by year”' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog', { name: 'Delete view' }).getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'View removed successfully.')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  const name = page.getByRole('columnheader', { name: 'Name', exact: true }).getByText('Name')
  await name.click()
  await name.click()
  const kept = page.waitForResponse(/preferences\/set/)
  await name.click()
  await kept
})

test('a list does not move when its shared views come after its rows', async ({ page }) => {
  await signIn(page)
  const view = { _id: 'shared', list: 'rv_types', name: 'All of them', is_shared: true, is_default: false, state: {} }
  await page.route(/\/views\/list/, async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: object[] }
    await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThan(1)
    await route.fulfill({ json: { ...answer, data: [...answer.data, { ...view, is_mine: true, version: 1 }] } })
  })
  await page.addInitScript(() => {
    // On a busy machine the views may take longer than a list waits for them.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { animation-play-state: paused !important }')
    document.adoptedStyleSheets = [sheet]
    const places = new Set<number>()
    Object.assign(window, { places })
    const look = () => {
      const list = document.querySelector('main section:has([role=grid])')
      if (list?.checkVisibility({ visibilityProperty: true })) places.add(list.getBoundingClientRect().top)
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto('/rv-types')
  await expect(page.getByRole('link', { name: 'All of them' })).toBeVisible()
  await expect(page.getByRole('grid')).toBeVisible()
  expect(await page.evaluate(() => [...(window as unknown as { places: Set<number> }).places])).toHaveLength(1)
})

test('shared views are tabs, and one that was edited is saved, saved as another or reset, by keys', async ({
  page,
}) => {
  await signIn(page, '/rv-types?name=travel')
  const [tabs, edits] = [
    page.getByRole('navigation', { name: 'Views' }),
    page.getByRole('group', { name: 'Changes of “Trailers”' }),
  ]
  const saveAs = async (name: string) => {
    const form = page.getByRole('dialog', { name: 'New view' })
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Shared with all administrators').check()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    await expect(form).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Save view' }).click()
  await saveAs('Trailers')
  const list = page.getByRole('region', { name: 'RV Types' })
  const place = await list.boundingBox()

  // Another page belongs to the same view; another order does not.
  await page.getByLabel('Page size').selectOption('50 per page')
  await expect(edits).toContainText('edited')
  expect(await list.boundingBox()).toEqual(place)
  await expectAccessible(page, 'An edited view', { part: '[data-above-list]' })
  await tabTo(page, 'Reset', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(edits).toHaveCount(0)
  await expect(tabs.getByRole('link', { name: 'Trailers' })).toBeFocused()
  await expect(page.getByLabel('Page size')).toHaveValue('10')

  await page.getByLabel('Filter Name').fill('t')
  await expect(edits).toContainText('edited')
  await page.reload()
  await expect(edits).toContainText('edited')
  await page.getByRole('link', { name: /Trailers/ }).focus()
  await tabTo(page, 'Save as')
  await page.keyboard.press('Enter')
  await saveAs('With a T')
  await expect(tabs.getByRole('link', { name: 'With a T' })).toBeFocused()

  await page.getByRole('link', { name: 'Trailers' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/name=travel/)
  await page.goBack()
  await expect(page).toHaveURL(/name=t&/)
  await expect(tabs.getByRole('link', { name: 'With a T' })).toHaveAttribute('aria-current', 'page')
  await page.goForward()
  await page.getByRole('columnheader', { name: 'Name' }).click()
  await page.getByRole('link', { name: 'Trailers, edited' }).focus()
  await tabTo(page, 'Save')
  await page.keyboard.press('Enter')
  await expectToast(page, 'View updated successfully.')
  await expect(edits).toHaveCount(0)

  // On a phone they scroll sideways, and the current one is in view.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/rv-types?name=t&saved_view=none')
  await page.getByRole('button', { name: 'Views and tools' }).click()
  await tabs.getByRole('link', { name: 'With a T' }).click()
  await expect(tabs.getByRole('link', { name: 'With a T' })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const name of ['With a T', 'Trailers']) {
    await tabs.getByRole('link', { name }).click()
    await page.getByRole('button', { name: `Edit view “${name}”` }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog', { name: 'Delete view' }).getByRole('button', { name: 'Delete' }).click()
    await expect(tabs.getByRole('link', { name })).toHaveCount(0)
  }
  await expect(tabs).toHaveCount(0)
})

async function tabToFilter(page: Page, title: string) {
  const filter = page.getByLabel(`Filter ${title}`)
  for (let presses = 0; presses < 30; presses++) {
    if (await filter.and(page.locator(':focus')).count()) return
    await page.keyboard.press(presses < 12 ? 'Tab' : 'Shift+Tab')
  }
  throw new Error(`Tab does not lead to the filter of ${title}`)
}

test('a record is edited, saved and deleted from its row by keys', async ({ page }) => {
  await signIn(page, '/topics')
  await page.locator('td', { has: page.getByText('Warranty', { exact: true }) }).focus()
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Edit Topic' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' and Care')
  await page.keyboard.press('Control+s')
  await expectToast(page, 'Topic updated successfully.')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('gridcell', { name: 'Warranty and Care', exact: true })).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('dialog', { name: 'Delete Topic' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('gridcell', { name: 'Warranty and Care', exact: true })).toBeFocused()
  // Keys do nothing while a dialog fades out.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'New Topic' })).toBeVisible()
})

test('a printed list has its rows and no frame', async ({ page }) => {
  // Other journeys move it to another page.
  await signIn(page, '/rv-types?name=Fifth')
  await expect(rowOf(page, 'Fifth Wheel')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(rowOf(page, 'Fifth Wheel')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'RV Types' })).toBeVisible()
  for (const hidden of [
    page.getByRole('navigation', { name: 'Main' }),
    page.getByRole('button', { name: 'User menu of' }),
    page.getByRole('button', { name: 'New', exact: true }),
    page.getByLabel('Filter Name'),
    page.getByRole('button', { name: 'Edit Fifth Wheel' }),
    page.getByLabel('Page size'),
  ])
    await expect(hidden).toBeHidden()
  const pdf = await page.pdf({ path: process.env.PRINTED_LIST })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
})

test('on a phone each row is a card, and the head opens to sort and filter', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, '/rv-dealers')
  const first = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^More actions for / }) })
    .first()
  const [name, phone] = [first.locator('[data-column=name]'), first.locator('[data-column=phone]')]
  const [above, below] = [await name.boundingBox(), await phone.boundingBox()]
  expect(below?.y).toBeGreaterThan((above?.y ?? 0) + 20)
  expect(below?.x).toBe(above?.x)
  const label = await phone.evaluate((cell) => getComputedStyle(cell, '::before').content)
  expect(label).toBe('"Phone"')
  await expect(first.locator('[data-column=city]')).toBeVisible()
  await expect(first.locator('[data-column=status]')).toBeVisible()
  await expect(first.locator('[data-column=type]')).toBeHidden()
  await expect(first.getByRole('button')).toHaveCount(1)
  await first.getByRole('button', { name: /^More actions for / }).click()
  await expect(page.getByRole('menuitem', { name: 'View Details' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Filter City')).toBeHidden()
  await page.getByRole('button', { name: 'Sort and filter' }).click()
  await page.getByLabel('Filter City').fill('waco')
  await expect(page.getByRole('button', { name: 'Sort and filter (1)' })).toBeVisible()
  await expect(page.getByText(/^1 to \d+ of \d+$/)).toBeVisible()
  await page.getByRole('columnheader', { name: 'Name' }).click()
  await expect(page).toHaveURL(/(?=.*sort=name\.asc)(?=.*city=waco)/)

  // Lists without a column for it say it on their cards too, and the bar for ticked rows covers no page.
  await page.goto('/manuals')
  const manual = page.locator('tbody tr').first()
  await expect(manual.locator('[data-column=status]')).toHaveText(/^(Active|Inactive)$/)
  await manual.getByRole('checkbox').check()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const [pages, bar] = [
    await page.getByRole('button', { name: 'Page 1', exact: true }).boundingBox(),
    await page.getByRole('region', { name: 'Selection' }).boundingBox(),
  ]
  expect((pages?.y ?? 0) + (pages?.height ?? 0)).toBeLessThan(bar?.y ?? 0)

  // A line separates each card from the one above it.
  await page.goto('/models')
  for (const place of [1, 2, 3]) {
    const { x, y } = (await page.locator('tbody tr').nth(place).boundingBox()) as { x: number; y: number }
    const above = (down: number) => ({ clip: { x: x + 4, y: Math.round(y) + down, width: 1, height: 6 } })
    const [line, within] = [await page.screenshot(above(-3)), await page.screenshot(above(9))]
    expect(line.equals(within), `no line above card ${place + 1}`).toBe(false)
  }
})

test('a row is moved by its handle and by keys, over the border of a page, and back', async ({ page }) => {
  await signIn(page, '/topics')
  const names = page.locator('tbody [data-column=name]')
  await expect(names).toHaveCount(10)
  const before = await names.allInnerTexts()
  const [first, second] = [before[0] ?? '', before[1] ?? '']
  const last = before.at(-1) ?? ''

  await rowOf(page, last).locator('[data-move-handle]').hover()
  await page.mouse.down()
  const box = await rowOf(page, second).boundingBox()
  await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 4)
  await expect(rowOf(page, second)).toHaveAttribute('data-drop', 'before')
  await page.mouse.up()
  await expect(page.getByText(new RegExp(`^${last} moved to position 2 of \\d+\\.$`))).toBeAttached()
  await expect(names).toHaveText([first, last, ...before.slice(1, -1)])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(names).toHaveText(before)

  const cell = page.locator('td', { has: page.getByText(last, { exact: true }) })
  await cell.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page).toHaveURL(/page=2/)
  await expect(cell).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(names).toHaveText(before)
  await expect(cell).toBeFocused()
})

/** The positions of the rows and their cells. */
const places = (page: Page) =>
  page.locator('tbody tr').evaluateAll((rows) =>
    rows
      .flatMap((row) => [...row.querySelectorAll('[data-column=name], [data-column=actions]')])
      .map((cell) => {
        const { x, y, width } = cell.getBoundingClientRect()
        return [x, y, width]
      }),
  )

test('boxes and handles take no room: nothing moves when they come, with a tick or a filter', async ({ page }) => {
  await signIn(page, '/topics')
  const row = rowOf(page, 'Warranty')
  const [box, handle] = [row.getByRole('checkbox'), row.locator('[data-move-handle]')]
  await page.mouse.move(0, 0)
  await expect(box).toHaveCSS('opacity', '0')
  const before = await places(page)
  await row.hover()
  await expect(box).toHaveCSS('opacity', '1')
  await expect(handle).toHaveCSS('opacity', '1')
  expect(await places(page)).toEqual(before)

  await box.check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(rowOf(page, 'Towing').getByRole('checkbox')).toHaveCSS('opacity', '1')
  expect(await places(page)).toEqual(before)
  // The bar is below the rows and within the window, so that titles, filters and rows stay as they are.
  const [last, below] = [await page.locator('tbody tr').last().boundingBox(), await bar.boundingBox()]
  expect(below?.y).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0) - 1)
  await expect(bar).toBeInViewport({ ratio: 1 })
  await page.getByRole('checkbox', { name: 'All rows on this page' }).click()
  await expect(bar).toContainText('10 selected')
  await bar.getByRole('button', { name: 'Clear' }).click()
  await expect(bar).toHaveCount(0)

  // In another order, rows cannot be moved.
  await page.getByLabel('Filter Name').fill('warr')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(handle).toHaveCount(0)
  expect(await places(page)).toEqual(before.slice(0, 2))
})

test('filters are added, read, changed and removed above a list, by keys', async ({ page }) => {
  await signIn(page, '/rv-dealers')
  await tabTo(page, 'Filter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('u')
  await expect(page.getByRole('menuitem', { name: 'Updated' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Last 7 days' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/updated_at=last\.7/)
  await expectAccessible(page, 'The form of a filter', { part: '[role=dialog]' })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused()

  await tabTo(page, /^Updated in the last 7 days/, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Last 7 days', exact: true })).toBeFocused()
  await tabTo(page, 'Last 30 days')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Updated in the last 30 days', exact: true })).toBeFocused()
  await page.getByLabel('Filter City').fill('waco')
  const pills = page.getByRole('list', { name: 'Filters in force' }).getByRole('listitem')
  await expect(pills).toHaveText(['City contains waco', 'Updated in the last 30 days'])
  await expectAccessible(page, 'The bar above a list', { part: '[data-above-list]' })
  await tabTo(page, 'Remove filter: Updated in the last 30 days', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(pills).toHaveText(['City contains waco'])
  await tabTo(page, 'Clear filters')
  await page.keyboard.press('Enter')
  await expect(pills).toHaveCount(0)
  await expect(page.getByLabel('Filter City')).toHaveValue('')
})

test('a row shows its icons, plainer under the pointer and with the focus', async ({ page }) => {
  await signIn(page, '/rv-dealers')
  const row = page.locator('tbody tr').nth(2)
  const [edit, more] = [row.getByRole('button', { name: /^Edit / }), row.getByRole('button', { name: /^More / })]
  await page.mouse.move(0, 0)
  await expect(more).toHaveCSS('opacity', '1')
  await expect(edit).toHaveCSS('opacity', '0.7')
  await row.hover()
  await expect(edit).toHaveCSS('opacity', '1')
  await expect(row.locator('[data-column=actions] button')).toHaveCount(4)
  await page.mouse.move(0, 0)
  await expect(edit).toHaveCSS('opacity', '0.7')
  await row.locator('[data-column=actions]').focus()
  await expect(edit).toHaveCSS('opacity', '1')
})

const WHOLE = [
  ['/models', ['description']],
  ['/users', []],
  ['/sub-topics', []],
  ['/manual-pages', []],
  ['/checklists-management', ['note']],
  ['/rv-management', []],
  ['/maintenance-item-management', ['note']],
  ['/manuals', []],
  ['/rv-dealers', ['city', 'state']],
] as const

test('every column is whole at 1440 pixels, and an edge says where there is more', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  for (const [path, long] of WHOLE) {
    await page.goto(`${path}?per_page=100`)
    await expect(page.locator('tbody tr').first()).toBeVisible()
    const cut = await page
      .locator(':is(tbody [data-plain], tbody a[data-visits], [role=columnheader] > span:first-child)')
      .evaluateAll((texts) =>
        texts
          .filter(
            (text) =>
              (text.scrollWidth > text.clientWidth && text.clientWidth > 1) ||
              (text.matches('[data-name] > a') && text.scrollHeight > text.clientHeight),
          )
          .map((text) => text.closest<HTMLElement>('[data-column]')?.dataset.column ?? text.textContent),
      )
    expect([path, [...new Set(cut)]]).toEqual([path, long])
    expect([path, await page.locator('[data-lead]').getAttribute('data-more')]).toEqual([path, null])
  }
  await page.setViewportSize({ width: 1024, height: 900 })
  const scroller = page.locator('[data-lead]')
  const shade = () =>
    page
      .locator('tbody [data-column=status]')
      .first()
      .evaluate((cell) => getComputedStyle(cell, '::before').backgroundImage)
  await expect(scroller).toHaveAttribute('data-more', 'right')
  expect(await shade()).toContain('gradient')
  await scroller.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
  await expect(scroller).toHaveAttribute('data-more', 'left')
  expect(await shade()).toBe('none')
})

test('a row opens its menu by keys, and the focus comes back from what was chosen there', async ({ page }) => {
  await signIn(page, '/topics')
  const row = rowOf(page, 'Warranty')
  const more = row.getByRole('button', { name: 'More actions for Warranty' })
  await row.locator('[data-column=actions]').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowLeft')
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await page.keyboard.type('h')
  await expect(page.getByRole('menuitem', { name: 'History' })).toBeFocused()
  await page.keyboard.press('Enter')
  // Escape is heard once the dialog has the focus.
  await expect(page.getByRole('dialog', { name: /History/ }).locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
})
