import sharp from 'sharp'
import { expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { appImages } from '#contract/app-images.ts'
import { checklists } from '#contract/checklists.ts'
import { cmsPages } from '#contract/cms-pages.ts'
import { dealers } from '#contract/dealers.ts'
import { recordTypes } from '#contract/kinds.ts'
import { maintenanceItems } from '#contract/maintenance-items.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { menuItems } from '#contract/menu-items.ts'
import { models } from '#contract/models.ts'
import { notifications } from '#contract/notifications.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { socialMedias } from '#contract/social-medias.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { warranty } from '#contract/warranty.ts'
import { years } from '#contract/years.ts'
import { readCounts } from '../db/lists/record-counts.ts'
import { cleanHtml } from '../rich-text/clean-html.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { addDemoData } from './demo-data.ts'
import { demoPages } from './texts.ts'

it('the demo data fills an empty database with what the contract allows, once', async () => {
  const app = await buildTestApp()
  expect(await addDemoData(app.deps)).toBe(true)
  const empty = await Promise.all(
    recordTypes.map(async (type) => ((await readCounts(app.db, type, [])).active ? [] : [type])),
  )
  expect(empty.flat()).toEqual([])
  const types = await app.call(rvTypes.list, {})
  expect(types.total).toBe(9)
  expect(types.data.filter(({ is_deleted }) => is_deleted)).toHaveLength(2)
  expect((await app.call(years.list, { is_deleted: true })).total).toBe(1)
  const { data, total } = await app.call(models.list, {})
  expect(total).toBeGreaterThan(100)
  for (const { rv_type, name, description } of data) {
    expect(name).toMatch(rv_type === 'Truck Camper' ? /^\d{3}$/ : /^\d{4}$/)
    expect(description.length).toBeGreaterThan(40)
  }
  const content = await app.call(topics.list, {})
  expect(content.data.map(({ seq_no }) => seq_no)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(content.data.every(({ subtopic_count }) => subtopic_count >= 4)).toBe(true)
  expect((await app.call(subTopics.list, { is_deleted: true })).total).toBe(2)
  const guides = await app.call(manuals.list, { is_deleted: false })
  expect(guides.data.map(({ name }) => name)).toContain('Travel Trailer - 2027')
  expect(guides.data.every(({ page_count }) => page_count >= 24)).toBe(true)
  expect(guides.data.filter(({ pdf_url }) => pdf_url).map(({ pdf_outdated }) => pdf_outdated)).toEqual([false, true])
  const guidePages = await app.call(manualPages.list, {})
  // Cleaning changes nothing, and every drawing is there.
  expect(guidePages.data.some(({ content }) => /\[[a-z]+\]/.test(content))).toBe(false)
  for (const { html } of Object.values(demoPages())) {
    const plain = html.replace(/\[[a-z]+\]/g, '')
    expect(cleanHtml(plain, { publicUrl: 'http://localhost', videos: false })).toBe(plain)
  }
  expect((await app.call(checklists.list, { is_deleted: false })).total).toBe(11)
  expect((await app.call(maintenanceItems.list, { is_deleted: false })).total).toBe(10)
  expect((await app.call(appImages.list, { is_deleted: false })).total).toBe(4)
  const [image] = (await app.call(appImages.list, {})).data
  const { rawPayload } = await app.app.inject(new URL(image?.url ?? '').pathname)
  const { width, height } = await sharp(rawPayload).metadata()
  expect([width, height, rawPayload.length < 300 * 1024]).toEqual([1242, 743, true])
  const menu = await app.call(menuItems.list, {})
  expect([menu.total, menu.data.every(({ icon }) => icon !== null)]).toEqual([8, true])
  expect((await app.call(socialMedias.list, { is_deleted: false })).data.map(({ name }) => name)).toEqual([
    'Facebook',
    'Instagram',
    'YouTube',
  ])
  const pages = await app.call(cmsPages.list, { is_deleted: false })
  expect(pages.data.map(({ code }) => code)).toEqual(['about', 'terms', 'privacy', 'help'])
  expect(pages.data[3]?.content).toContain('<iframe src="https://player.vimeo.com/video/76979871"')
  const owners = await app.call(users.list, { page: 1 })
  expect([owners.total, owners.data[0]?.email]).toEqual([25_000, expect.stringMatching(/@example\.(com|org|net)$/)])
  const registered = await app.call(rvs.list, { page: 1, is_deleted: false })
  expect(registered.total).toBeGreaterThan(29_000)
  const covered = registered.data.map(({ serial_no }) => app.call(warranty.check, { serial: serial_no ?? '000000' }))
  const items = (await Promise.all(covered)).flatMap(({ data }) => data.warranty)
  expect(items.length).toBeGreaterThan(3)
  const onMap = await app.call(dealers.map, {})
  expect([onMap.total, onMap.data.every(({ phone }) => phone === '' || /555-01\d\d$/.test(phone))]).toEqual([220, true])
  expect((await app.call(dealers.list, { is_deleted: true })).total).toBe(4)
  expect((await app.call(dealers.doubts, {})).data.map(({ doubt }) => doubt)).toEqual(['hours'])
  const sent = await app.call(notifications.list, {})
  expect(sent.data.map(({ title }) => title)).toEqual([
    'Your dealer has moved',
    'Winter is coming',
    'New in the app: checklists of your own',
    'Water heater recall: please check your serial number',
  ])
  expect(sent.data.every(({ counts, recipients }) => counts.waiting === 0 && recipients > 10)).toBe(true)
  expect((await app.call(account.me, {})).data).toMatchObject({ register_users_count: 25_000, app_usage_count: 12_000 })
  expect(await addDemoData(app.deps)).toBe(false)
  await app.close()
})
