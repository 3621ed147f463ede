import { expectAccessible } from './accessibility.ts'
import { expect, signIn, test } from './journey.ts'

const TITLE = 'Winter storage by the owner’s eye'

test('what owners will see stands beside the form, and is what they get once it is saved', async ({
  page,
  request,
}) => {
  await signIn(page, '/cms-pages')
  await page.getByRole('button', { name: 'Add CMS page' }).click()
  const form = page.getByRole('dialog', { name: 'New CMS Page' })
  const frame = page.frameLocator('iframe[title="What owners see"]')
  await form.getByLabel('Title').fill(TITLE)
  await form.getByRole('combobox', { name: 'Code' }).fill('winter-eye')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText(TITLE)

  // Its scripts do not run, it is loaded once, and it keeps its place while somebody writes.
  await page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[title="What owners see"]')
    frame?.addEventListener('load', () => document.body.setAttribute('data-loaded-anew', ''))
  })
  const content = form.getByRole('textbox', { name: 'Content' })
  await content.click()
  for (let line = 0; line < 40; line += 1) await page.keyboard.type(`Line ${line}\n`)
  await expect(frame.getByText('Line 39')).toBeAttached()
  const scroll = () =>
    page.evaluate(() => {
      const view = document.querySelector<HTMLIFrameElement>('iframe[title="What owners see"]')?.contentWindow
      return view?.scrollY
    })
  await page.evaluate(() =>
    document.querySelector<HTMLIFrameElement>('iframe[title="What owners see"]')?.contentWindow?.scrollTo(0, 300),
  )
  await page.keyboard.type('The last line.')
  await expect(frame.getByText('The last line.')).toBeAttached()
  expect(await scroll()).toBe(300)
  await expect(content).toBeFocused()
  await expect(page.locator('body')).not.toHaveAttribute('data-loaded-anew')
  await expectAccessible(page, 'a form with its preview', { part: '[role=dialog]' })

  const seen = await frame.locator('body').innerText()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  const home = await (await request.get('/')).text()
  const { apiKey } = JSON.parse(/id="app-settings">(.*?)<\/script>/.exec(home)?.[1] ?? '{}') as { apiKey: string }
  const answer = await request.get('/app/v1/cms_pages', { headers: { 'x-api-key': apiKey } })
  const { data } = (await answer.json()) as { data: { title: string; code: string; content: string }[] }
  const owners = data.find(({ code }) => code === 'winter-eye')
  const text = await page.evaluate((html) => {
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    return [...body.children].map(({ textContent }) => textContent)
  }, owners?.content ?? '')
  expect(seen.split('\n').filter(Boolean)).toEqual([owners?.title, ...text.filter(Boolean)])
})

test('a phone has the preview behind a tab, where the frame keeps its place', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, '/app-menus')
  const id = await page.locator('[data-row-id]').first().getAttribute('data-row-id')
  await page.goto(`/app-menus?edit=${id}`)
  const form = page.getByRole('dialog', { name: 'Edit App Menu' })
  await form.getByLabel('Title').fill('My rolling home')
  await form.getByRole('tab', { name: 'Preview' }).click()
  const frame = page.frameLocator('iframe[title="What owners see"]')
  await expect(frame.locator('[aria-current]')).toHaveText('My rolling home')
  for (const name of ['Dark', 'Large text', 'Small phone'])
    await expect(form.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, 'the preview on a phone', { part: '[role=dialog]' })
  await form.getByRole('tab', { name: 'Form' }).click()
  await expect(form.getByLabel('Title')).toHaveValue('My rolling home')
})

test('a whole manual is read page by page as its owners see it', async ({ page }) => {
  await signIn(page, '/manual-pages')
  await page.goto('/manuals?page_count.op=gt&page_count=1')
  const row = page.getByRole('row').filter({ hasText: 'Travel Trailer' }).first()
  const id = await row.getAttribute('data-row-id')
  await page.goto(`/manuals/${id}`)
  await page.getByRole('button', { name: 'as owners see it' }).click()
  const dialog = page.getByRole('dialog', { name: /as owners see it$/ })
  await expect(dialog.getByText(/^Page 1 of \d+$/)).toBeVisible()
  const heading = dialog.frameLocator('iframe').getByRole('heading', { level: 2 }).first()
  const first = await heading.textContent()
  await dialog.getByRole('button', { name: 'Next page' }).click()
  await expect(dialog.getByText(/^Page 2 of \d+$/)).toBeVisible()
  await expect(heading).not.toHaveText(first ?? '')
  await expectAccessible(page, 'a manual as owners see it', { part: '[role=dialog]' })
})
