import { readFile, writeFile } from 'node:fs/promises'
import { getDocumentProxy } from 'unpdf'
import { expectAccessible } from './accessibility.ts'
import { test as base, chooseAction, expect, expectToast, rowOf, signIn } from './journey.ts'
import { startServer } from './server.ts'

// What owners read in French is nothing that the other journeys should see.
const test = base.extend<{ complaints: string[] }>({
  server: [
    async ({}, use) => {
      const server = await startServer({ LANGUAGES: 'en,fr' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

test('the French of an RV type is written, becomes older than the English, and is confirmed', async ({ page }) => {
  await signIn(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'French' }).click()
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('RV types')
  const left = page.getByRole('table', { name: 'What is left in French' })
  await expect(left.getByText('Models')).toHaveCount(0)
  await expectAccessible(page, 'what is left in French')
  const title = (await left.getByRole('link').first().textContent()) ?? ''
  const rowLeft = left.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })
  await expect(rowLeft).toContainText('None')

  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.keyboard.press('e')
  const form = page.getByRole('dialog')
  await form.getByLabel('Name (French)').fill('Caravane d’essai')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toHaveCount(0)
  await page.goBack()
  await expect(left).toBeVisible()
  await expect(rowLeft).toHaveCount(0)

  await page.goto(`/rv-types?name=${encodeURIComponent(title)}&name.op=equals`)
  await chooseAction(rowOf(page, title).first(), 'Edit')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Sport Trailer')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toHaveCount(0)

  await page.goto('/rv-types?name=Sport+Trailer&name.op=equals')
  await chooseAction(rowOf(page, 'Sport Trailer').first(), 'Edit')
  await form.getByRole('button', { name: 'Show what changed in the English' }).click()
  await expect(form.locator('del').filter({ hasText: title.split(' ')[0] ?? '' })).toBeVisible()
  await expectAccessible(page, 'what changed in the English', { part: '[role=dialog]' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(form.getByLabel('Name (French)')).toBeHidden()
  await form.getByRole('tab', { name: 'French' }).click()
  await expect(form.getByLabel('Name (French)')).toHaveAttribute('lang', 'fr')
  await expectAccessible(page, 'French in a tab', { part: '[role=dialog]' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await form.getByRole('button', { name: 'Cancel' }).click()

  await page.goto('/dashboard')
  await page.getByRole('link', { name: '1 record has French that is older than the English', exact: true }).click()
  await expect(left.getByRole('row').filter({ hasText: 'Sport Trailer' })).toContainText('Older')
  await left.getByRole('checkbox', { name: 'Select Sport Trailer' }).check()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Confirm' }).click()
  await expectAccessible(page, 'the question about French', { part: '[role=dialog]' })
  await form.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'The French of 1 RV type is current.')
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(left.getByRole('row').filter({ hasText: 'Sport Trailer' })).toContainText('Older')
})

test('the preview of a page shows it in either language', async ({ page }) => {
  await signIn(page, '/cms-pages')
  await page.getByRole('button', { name: 'Add CMS page' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('Winter storage')
  await form.getByLabel('Title (French)').fill('Remisage d’hiver')
  const phone = page.frameLocator('iframe[title="What owners see"]')
  await expect(phone.getByText('Winter storage')).toBeVisible()
  await page.getByRole('button', { name: 'French', exact: true }).click()
  await expect(phone.getByText('Remisage d’hiver')).toBeVisible()
  await expectAccessible(page, 'a preview in French', { part: '[role=dialog]' })
})

test('a manual gets a PDF in French, with pages left in English by word, and the coverage says so', async ({
  page,
}) => {
  await signIn(page, '/manuals?tab=coverage')
  const cell = page.getByRole('button', { name: /French 0 of [1-9]\d*, No PDF in French$/ }).first()
  const place = ((await cell.getAttribute('aria-label')) ?? '').split(':')[0] ?? ''
  await cell.click()
  const panel = page.getByRole('dialog', { name: place })
  await expect(panel.getByText('No PDF in French.')).toBeVisible()
  await expectAccessible(page, 'the coverage of a manual with its French', { part: '[role=dialog]' })
  await panel.getByRole('link', { name: /^Open / }).click()

  const french = page.getByRole('region', { name: 'PDF in French' })
  await french.getByRole('button', { name: `Generate French PDF of ${place}` }).click()
  await expect(french.getByRole('alert')).toContainText('have no French: “')
  await expectAccessible(page, 'pages that have no French')
  await french.getByRole('button', { name: 'Leave in English' }).click()
  await expectToast(page, 'PDF generated successfully.')
  const link = french.getByRole('link', { name: `Open the French PDF of ${place}` })
  await expect(link).toBeVisible()
  const made = await page.request.get((await link.getAttribute('href')) ?? '')
  const pdf = await getDocumentProxy(new Uint8Array(await made.body()))
  expect((await pdf.getMetadata()).info).toMatchObject({
    Language: 'fr-CA',
    // The type may have a French name by now.
    Title: expect.stringMatching(/^Guide du propriétaire, .* - \d{4}$/),
  })

  await page.goto('/manuals?tab=coverage')
  await expect(page.getByRole('button', { name: `${place}: ` }).filter({ hasText: 'PDF' })).toHaveAccessibleName(
    /French 0 of \d+, PDF in French$/,
  )
})

test('French leaves for translation as XLIFF and comes back', async ({ page }, info) => {
  await signIn(page, '/french?type=topics')
  await expect(page.getByRole('table', { name: 'What is left in French' })).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  await expectAccessible(page, 'the formats of an export', { part: '[role=menu]' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'XLIFF (for translators)' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('French.xlf')
  const left = info.outputPath('French.xlf')
  await download.saveAs(left)
  const translated = (await readFile(left, 'utf8')).replaceAll(
    /<segment state="initial"><source>(.*?)<\/source><\/segment>/g,
    '<segment state="translated"><source>$1</source><target>$1 (fr)</target></segment>',
  )
  const back = info.outputPath('Back.xlf')
  await writeFile(back, translated.replace(/(<unit id="topics\.)[^"]*/, '$1c0de.name'))

  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import French texts' })).toBeVisible()
  await expectAccessible(page, 'the import of French')
  await page.getByLabel('File', { exact: true }).setInputFiles(back)
  const rows = page.getByRole('table', { name: 'Rows of the file' })
  await expect(rows.getByText('This topic does not exist.')).toBeVisible()
  await expectAccessible(page, 'a refused row of French')
  await page.getByRole('tab', { name: /^Changed/ }).click()
  await expect(rows.getByText('Name (French)').first()).toBeVisible()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await writeFile(back, translated)
  await page.getByLabel('File', { exact: true }).setInputFiles(back)
  await page.getByRole('button', { name: /^Import \d+ changed$/ }).click()
  await expect(page.getByText(/^\d+ French texts? imported\.$/)).toBeVisible()
  await page.getByRole('link', { name: 'Go to the list of French texts' }).click()
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Topics')
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
})
