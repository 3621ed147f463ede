import type { Page } from '@playwright/test'
import { cmsPages } from '#contract/cms-pages.ts'
import { hostileHtml } from '../server/testing/hostile-html.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, expectToast, signIn, test } from './journey.ts'

// The editor's popovers animate, as most people see them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** The players are on the network, which a journey must not need. */
const standInForPlayers = (page: Page) =>
  page.route(/youtube-nocookie\.com|player\.vimeo\.com/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>A player</p>' }),
  )

async function openEditor(page: Page, title: string) {
  await page.goto('/cms-pages')
  return openListed(page, title)
}

/** Opens the editor from the list that is on screen. */
async function openListed(page: Page, title: string) {
  await page.getByRole('button', { name: `Edit ${title}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit CMS Page' })
  const content = dialog.getByRole('textbox', { name: 'Content' })
  await expect(content).toBeVisible()
  return {
    dialog,
    content,
    toolbar: dialog.getByRole('toolbar'),
    save: dialog.getByRole('button', { name: 'Save', exact: true }),
  }
}

test('a page with text, a table and a video is written, and stands unchanged after a reload', async ({ page }) => {
  await standInForPlayers(page)
  await signIn(page)
  const { dialog, content, toolbar, save } = await openEditor(page, 'Terms of Use')
  await content.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Watch how it is done')
  await toolbar.getByRole('button', { name: 'Heading 3' }).click()
  await page.keyboard.press('Enter')
  await toolbar.getByRole('button', { name: 'Embed video' }).click()
  const address = page.getByRole('textbox', { name: 'Address of the video on YouTube or Vimeo' })
  await address.fill('https://example.com/video')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Only addresses of videos on YouTube and Vimeo can be embedded.')).toBeVisible()
  await address.fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3s')
  await page.keyboard.press('Enter')
  await expect(content.locator('iframe')).toHaveAttribute('src', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
  await expect(content).toBeFocused()
  await toolbar.getByRole('button', { name: 'Insert table' }).click()
  await page.keyboard.type('Part')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Torque')
  await toolbar.getByRole('button', { name: 'Delete row' }).click()
  await save.click()
  await expectToast(page, 'CMS data updated successfully.')
  await expect(dialog).toBeHidden()

  const stored = await openEditor(page, 'Terms of Use')
  await expect(stored.content.locator('iframe')).toHaveAttribute(
    'src',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  )
  await expect(stored.content.getByRole('heading', { name: 'Watch how it is done' })).toBeAttached()
  await expect(stored.content.locator('tr')).toHaveCount(2)
  await expect(stored.content.locator('iframe')).toHaveAttribute('sandbox', /^allow-scripts /)
  // Players load once they come into view.
  await stored.content.locator('iframe').scrollIntoViewIfNeeded()
  await expect(stored.content.frameLocator('iframe').getByText('A player')).toBeVisible()
  // Nothing was changed, so nothing is asked.
  await page.keyboard.press('Escape')
  await expect(stored.dialog).toBeHidden()
})

test('the toolbar works from the keyboard, and what was written survives a reload', async ({ page }) => {
  await signIn(page)
  const { dialog, content, toolbar } = await openEditor(page, 'About Cedar Hollow')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(toolbar.getByRole('button').and(page.locator(':focus'))).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(content).toBeFocused()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('Welcome. ')
  await page.keyboard.press('Control+Shift+Home')
  // The browser reports a new selection with the next frame; no person is as fast.
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next, 500))))
  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('Home')
  await expect(toolbar.getByRole('button', { name: 'Undo' })).toBeFocused()
  // Redo is still disabled, so it is skipped.
  for (const name of ['Heading 1', 'Heading 2', 'Heading 3', 'Heading 4', 'Bold', 'Italic']) {
    await page.keyboard.press('ArrowRight')
    await expect(toolbar.getByRole('button', { name })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(content).toBeFocused()
  await expect(content.locator('em').first()).toHaveText('Welcome. ')

  await page.keyboard.press('Control+k')
  const address = page.getByRole('textbox', { name: 'Link to' })
  await address.fill('cedarhollow.example')
  await page.keyboard.press('Escape')
  await expect(address).toBeHidden()
  await expect(dialog).toBeVisible()
  await expect(content).toBeFocused()
  await page.keyboard.press('Control+k')
  await address.fill('cedarhollow.example')
  await page.keyboard.press('Enter')
  await expect(content.locator('a').first()).toHaveAttribute('href', 'https://cedarhollow.example')
  await expect(content).toBeFocused()

  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('Escape')
  await expect(content).toBeFocused()
  await expect(dialog).toBeVisible()

  await page.reload()
  await expect(dialog.getByText('What you typed before was kept.')).toBeVisible()
  await expect(content.locator('em').first()).toHaveText('Welcome. ')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(content).not.toContainText('Welcome.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('the editor has no accessibility violation in either theme, and fits a phone', async ({ page }) => {
  await standInForPlayers(page)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await signIn(page)
  const { content } = await openEditor(page, 'Help')
  await content.locator('td').first().click()
  // A link in text that is being written is no target: a click puts the cursor there.
  await expectAccessible(page, 'editor', { isAllowed: (violation) => violation.startsWith('target-size: <a ') })
  await page.setViewportSize({ width: 390, height: 844 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide).toBe(0)
  expect((await page.getByRole('dialog').boundingBox())?.width).toBe(390)
})

/** Records what a page must not do: dialogs, and requests to hosts other than the server and the video players. */
function watch(page: Page) {
  const seen: string[] = []
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && !/^(127\.0\.0\.1|www\.youtube-nocookie\.com)$/.test(hostname)) {
      seen.push(request.url())
    }
  })
  page.on('dialog', (dialog) => {
    seen.push(dialog.message())
    void dialog.dismiss()
  })
  return seen
}

async function expectHarmless(page: Page, title: string) {
  const { dialog, content } = await openListed(page, title)
  await expect(content).toContainText('The end')
  for (const position of [
    { x: 40, y: 20 },
    { x: 120, y: 90 },
    { x: 60, y: 200 },
  ]) {
    await content.hover({ position })
    await content.click({ position })
  }
  const ran = await page.evaluate(() => [(window as { ran?: number }).ran, location.pathname, document.title])
  expect(ran).toEqual([undefined, '/cms-pages', 'CMS Pages · RV Owner Back-Office'])
  const acting = 'script, style, svg, math, form, object, embed, link, meta, base, input, [onclick], [onerror], [id]'
  await expect(content.locator(acting)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

test('nothing that is written into a page can run in the editor or fetch from elsewhere', async ({ page }) => {
  const seen = watch(page)
  await standInForPlayers(page)
  await signIn(page)

  // Each sample is cleaned by itself, so that none swallows another; then all stand on one page.
  const stored = await page.evaluate(
    async ([paths, samples]) => {
      const { api, apiKey } = JSON.parse(document.getElementById('app-settings')?.textContent ?? '')
      const headers = { 'content-type': 'application/json', 'x-api-key': apiKey, token: localStorage.token }
      const send = async (path: string, body: object) => {
        const response = await fetch(`${api}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
        return (await response.json()).data
      }
      const title = 'Hostile'
      const { _id: cms_page_id } = await send(paths.add, { title, code: 'hostile' })
      const cleaned: string[] = []
      for (const content of samples) cleaned.push((await send(paths.edit, { title, cms_page_id, content })).content)
      const content = `${cleaned.join('')}<p>The end</p>`
      return (await send(paths.edit, { title, cms_page_id, content })).content as string
    },
    [
      { add: cmsPages.add.path, edit: cmsPages.edit.path },
      hostileHtml.map(({ html }) => `<p>A sample</p>${html}`),
    ] as const,
  )
  expect(stored.match(/A sample/g)).toHaveLength(hostileHtml.length)
  await page.goto('/cms-pages')
  await expectHarmless(page, 'Hostile')
  await page.getByRole('button', { name: 'Delete Hostile' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'CMS data removed successfully.')
  expect(seen).toEqual([])
})

test('even a server that cleans nothing could not make the editor run what it sends', async ({ page, complaints }) => {
  test.slow()
  const fetched: string[] = []
  await page.route(/elsewhere\.invalid/, (route) => {
    fetched.push(route.request().url())
    return route.abort()
  })
  await standInForPlayers(page)
  await signIn(page)
  // An unclosed element swallows what follows, so each family is on its own.
  const families = [...new Set(hostileHtml.map(({ family }) => family))]
  const batches = families.map((wanted) => hostileHtml.filter(({ family }) => family === wanted))
  const pages = batches.map((batch, index) => ({
    _id: `hostile-${index}`,
    title: `Hostile ${index}`,
    content: `<p>The end</p>${batch.map(({ html }) => html).join('')}`,
    code: `hostile-${index}`,
    is_deleted: false,
    created_at: '2026-11-01T08:00:00.000Z',
    updated_at: '2026-11-01T08:00:00.000Z',
    version: 1,
  }))
  await page.route(`**/${cmsPages.list.path}*`, (route) =>
    route.fulfill({ json: { message: 'CMS pages', data: pages, total: pages.length, current_page: 1 } }),
  )
  await page.goto('/cms-pages')
  for (const { title } of pages) await expectHarmless(page, title)
  expect(fetched).toEqual([])
  // The browser is expected to report what the site's policy refuses.
  const others = complaints.filter((complaint) => !complaint.includes('Content Security Policy'))
  complaints.splice(0, complaints.length, ...others)
})
