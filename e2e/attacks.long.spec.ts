import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { account } from '#contract/account.ts'
import { appImages } from '#contract/app-images.ts'
import { checklists } from '#contract/checklists.ts'
import { cmsPages } from '#contract/cms-pages.ts'
import { dealers } from '#contract/dealers.ts'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import { maintenanceItems } from '#contract/maintenance-items.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { menuItems } from '#contract/menu-items.ts'
import { models } from '#contract/models.ts'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { socialMedias } from '#contract/social-medias.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { years } from '#contract/years.ts'
import { hostileHtml } from '../server/testing/hostile-html.ts'
import { aPicture, formOf } from '../server/testing/pictures.ts'
import { expect, test as journey, signIn } from './journey.ts'
import { ADMIN, type RunningServer, startServer } from './server.ts'

/** A separate server: what is stored here must not appear on other journeys' screens. */
const test = journey.extend<object, { server: RunningServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer({ DEMO_DATA: 'false' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

test('the application keeps to its own policy', async ({ page, complaints }) => {
  const breaches: string[] = []
  await page.exposeFunction('noteBreach', (breach: string) => breaches.push(breach))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      (window as unknown as { noteBreach: (breach: string) => void }).noteBreach(`${effectiveDirective} ${blockedURI}`),
    )
  })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible()
  await signIn(page)
  for (const [path, heading] of [
    ['/api/docs', 'RV Owner Back-Office'],
    ['/rv-types', 'RV Types'],
    ['/cms-pages', 'CMS Pages'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  }
  // The listener works.
  const elsewhere = 'https://elsewhere.invalid/x.png'
  await page.evaluate((address) => void (new Image().src = address), elsewhere)
  await expect.poll(() => breaches).toEqual([`img-src ${elsewhere}`])
  complaints.length = 0
})

const RECORDS = 10
type Fields = Record<string, string | number | File>

/** Makes calls as programs do, without any form. */
function callerOf({ url, dataDir }: RunningServer) {
  const key = readFileSync(join(dataDir, 'api-key'), 'utf8').trim()
  return async (endpoint: Endpoint, fields: object, token = '') => {
    const json = { 'content-type': 'application/json' }
    const response = await fetch(url + addressOf(endpoint), {
      method: 'POST',
      headers: { 'x-api-key': key, token, ...(!endpoint.multipart && json) },
      body: endpoint.multipart ? formOf(fields as Fields) : JSON.stringify(fields),
    })
    const { message, data } = (await response.json()) as {
      message: string
      data: Record<string, string> & { _id: string }
    }
    if (response.status !== 200) throw new Error(`${endpoint.path}: ${message} ${JSON.stringify(fields)}`)
    return data
  }
}

/** Hands out samples that fit a field of some length, of one line or more: unused ones first. */
function sampler() {
  const keepable = hostileHtml.map(({ html }) => html.trim()).filter((html) => !/[\p{Cc}--[\t\n\r]]/v.test(html))
  const uses = new Map(keepable.map((html) => [html, 0]))
  const sample = (max: number, { lines = false } = {}) => {
    const [html = ''] = keepable
      .filter((html) => html.length <= max && (lines || !/[\n\r]/.test(html)))
      .sort((one, other) => (uses.get(one) ?? 0) - (uses.get(other) ?? 0))
    uses.set(html, (uses.get(html) ?? 0) + 1)
    return html
  }
  return { sample, missed: () => keepable.filter((html) => html.length <= 500 && !uses.get(html)) }
}

/** Fills every field of every kind of record with HTML that would act; returns what is shown on each screen. */
async function store(server: RunningServer) {
  const call = callerOf(server)
  const { token } = await call(account.login, ADMIN)
  const add = (endpoint: Endpoint, fields: object) => call(endpoint, fields, token)
  const { sample, missed } = sampler()
  const shown: Record<string, string[]> = {}
  const show = (path: string, ...texts: string[]) => void (shown[path] ??= []).push(...texts)
  const rich = hostileHtml
    .map(({ html }) => `<p>A sample</p>${html}`)
    .join('')
    .slice(0, 250_000)
  const icon = await aPicture({ width: 60 })

  await add(account.editProfile, { name: sample(50) })
  for (let place = 0; place < RECORDS; place++) {
    // These names must be unique.
    const type = { name: `${place} ${sample(98)}`, seq_no: place }
    const cat_id = (await add(rvTypes.add, type))._id
    show('/rv-types', type.name)
    const year_id = (await add(years.add, { name: String(2000 + place) }))._id
    const model = { cat_id, year_id, name: sample(100), seq_no: place, description: sample(500, { lines: true }) }
    const model_id = (await add(models.add, model))._id
    show('/models', model.name, model.description, type.name)
    const manual_id = (await add(manuals.add, { category: cat_id, year: year_id }))._id
    show('/manuals', type.name)
    const topic = { name: `${place} ${sample(98)}`, seq_no: place }
    const topic_id = (await add(topics.add, topic))._id
    show('/topics', topic.name)
    const subTopic = { topic_id, name: sample(100), seq_no: place }
    const subtopic_id = (await add(subTopics.add, subTopic))._id
    show('/sub-topics', subTopic.name, topic.name)
    await add(manualPages.add, {
      manual_id,
      topic_id,
      subtopic_id,
      content: place ? sample(500, { lines: true }) : rich,
    })
    show('/manual-pages', topic.name, subTopic.name)
    const checklist = { name: sample(100), note: sample(500, { lines: true }) }
    await add(checklists.add, checklist)
    show('/checklists-management', checklist.name, checklist.note)
    const item = {
      reminder_name: sample(100),
      item_name: sample(100),
      note: sample(300, { lines: true }),
      due_date: '2099-05-10',
    }
    await add(maintenanceItems.add, item)
    show('/maintenance-item-management', item.reminder_name, item.item_name, item.note)
    const page = { title: sample(100), content: place ? sample(500, { lines: true }) : rich, code: `code-${place}` }
    await add(cmsPages.add, page)
    show('/cms-pages', page.title)
    const link = { name: sample(50), url: `https://example.com/"onload="window.ran=1"/${place}`, icon }
    await add(socialMedias.add, link)
    show('/socialmedia', link.name, new URL(link.url).href)
    await add(appImages.add, { url: icon, seq_no: place })
    const dealer = {
      type: 'both',
      active_lines: 'TT',
      latitude: 37 + place / 100,
      longitude: -120,
      name: sample(60),
      address: sample(250),
      area: sample(100),
      city: sample(100),
      state: sample(100),
      country: sample(100),
      hour_sales: sample(100),
      hour_service: sample(100),
      hour_parts: sample(100),
    }
    await add(dealers.add, dealer)
    show('/rv-dealers', dealer.name, dealer.city, dealer.state)

    const owner = { name: sample(50), email: `owner${place}@example.com`, password: 'apple-tree-1!' }
    await call(ownerAccount.register, owner)
    show('/users', owner.name)
    show('/manage-notifications', owner.name)
    const signedIn = await call(ownerAccount.signIn, owner)
    await call(ownRecords.addRv, { category: cat_id, year: year_id, model: model_id, vin: '310312' }, signedIn.token)
    show('/rv-management', type.name, model.name, owner.name)
    const notification = { title: sample(60), description: sample(500, { lines: true }), user_ids: [signedIn._id] }
    await add(notifications.send, notification)
    show('/manage-notifications?view=sent', notification.title)
  }
  for (const { _id } of (await add(menuItems.list, {})) as unknown as { _id: string }[]) {
    const title = sample(100)
    await add(menuItems.edit, { menu_item_id: _id, title, seq_no: 1, icon })
    show('/app-menus', title)
  }
  show('/slider-images')
  show('/dashboard')
  show('/edit-profile')
  expect(missed()).toEqual([])
  return shown
}

const acting =
  'script:not([src]):not(#app-settings), object, embed, base, meta[http-equiv], [onload], [onerror], [onclick], [onmouseover], [ontoggle], [onfocus], [srcdoc], [href^="javascript" i], [href^="data:" i]'

/** Waits for the page, then for anything it might run. */
async function hasShown(page: Page) {
  // An address that looks like a file's has an answer without the application.
  if (await page.locator('#root').count()) await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true], [aria-label^=Loading]')).toHaveCount(0)
  await page.waitForTimeout(FAILED_PICTURE_MS)
}

/** By then a picture that cannot be loaded has failed, and what its HTML wants to run has run. */
const FAILED_PICTURE_MS = 150

async function expectNothingRan(page: Page, where: string) {
  const ran = await page.evaluate(() => (window as { ran?: number }).ran)
  expect([where, ran, await page.locator(acting).count()]).toEqual([where, undefined, 0])
  expect(page.url()).toContain(where)
}

/** Records what a page must not do: dialogs, and requests to hosts other than the server. */
function watch(page: Page) {
  const seen: string[] = []
  page.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) seen.push(request.url())
  })
  page.on('dialog', (dialog) => {
    seen.push(dialog.message())
    void dialog.dismiss()
  })
  return seen
}

/** Signs in on the page that is open. The greeting of the dashboard may be any text here. */
async function logIn(page: Page) {
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await expect(page).toHaveURL('/dashboard')
}

test('HTML in the address of a page is a text like any other, and leads nowhere else', async ({ page, server }) => {
  const seen = watch(page)
  const samples = [
    '<img src=x onerror=window.ran=1>',
    'javascript:window.ran=1',
    '//elsewhere.invalid',
    '"><svg/onload=window.ran=1>',
  ]
  for (const sample of samples) {
    const typed = encodeURIComponent(sample)
    for (const path of [
      `/reset-password/${typed}`,
      `/${typed}`,
      `/login?next=${typed}&from=${typed}&redirect=${typed}#${typed}`,
    ]) {
      await page.goto(path)
      await hasShown(page)
      await expectNothingRan(page, server.url)
    }
  }
  await page.goto(`/login?next=//elsewhere.invalid`)
  await logIn(page)
  const names = ['sort', 'filter', 'f.name', 'name', 'page', 'size', 'per_page', 'view']
  const queryOf = (sampleAt: (place: number) => string | undefined) => {
    const typed = names.map((name, place) => `${name}=${encodeURIComponent(sampleAt(place) ?? '')}`)
    return `?${typed.join('&')}#${encodeURIComponent(sampleAt(0) ?? '')}`
  }
  // All lists read their address by the same code: one gets every sample in every place, others one of them in each.
  const tried = [
    ...samples.map((sample) => ['/maintenance-item-management', queryOf(() => sample)] as const),
    ...['/rv-types', '/users', '/manage-notifications', '/rv-dealers'].map(
      (path, turn) => [path, queryOf((place) => samples[(place + turn) % samples.length])] as const,
    ),
  ]
  for (const [path, query] of tried) {
    await page.goto(path + query)
    await hasShown(page)
    await expectNothingRan(page, server.url + path)
  }
  expect(seen).toEqual([])
})

// The network is never idle, because the page listens for changes by others.
const hasLoaded = (page: Page) =>
  expect(page.locator('[aria-busy=true], [aria-label^=Loading], [aria-label^=Looking]')).toHaveCount(0)

test('HTML in any field of any record is shown as it was typed, runs nowhere and fetches nothing', async ({
  page,
  server,
}) => {
  test.setTimeout(300_000)
  const seen = watch(page)
  const shown = await store(server)

  // Wide and high enough that the grid draws all its cells.
  await page.setViewportSize({ width: 3000, height: 2200 })
  await page.goto('/')
  await logIn(page)

  for (const [path, texts] of Object.entries(shown)) {
    await page.goto(path)
    await hasLoaded(page)
    await expectNothingRan(page, path)
    const visible = async () =>
      (await page.getByRole('gridcell').allTextContents()).map((text) => text.replace(/\s+/g, ' '))
    const missing = async () => {
      const cells = await visible()
      return texts.filter((text) => !cells.some((cell) => cell.includes(text.replace(/\s+/g, ' '))))
    }
    await expect.poll(missing, `${path} shows them all`).toEqual([])

    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') })
      .first()
    const dialogs = row.getByRole('button', { name: /^(Edit|View|Delete|Reset|Check Status|History)/ })
    for (let place = 0; place < (await dialogs.count()); place++) {
      const action = dialogs.nth(place)
      if (await action.isDisabled()) continue
      await action.click()
      const dialog = page.getByRole('dialog').first()
      await expect(dialog).toBeVisible()
      await hasLoaded(page)
      await expectNothingRan(page, path)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  }

  await page.goto('/models')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('combobox', { name: 'Category' }).or(page.getByLabel('Category')).first().click()
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await expectNothingRan(page, '/models')
  await page.goto('/rv-dealers')
  await page.getByRole('button', { name: 'View On Map' }).click()
  await page.getByRole('dialog').waitFor()
  await hasLoaded(page)
  await expectNothingRan(page, '/rv-dealers')
  expect(seen).toEqual([])
})
