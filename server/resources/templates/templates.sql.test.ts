import { afterAll, beforeAll, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { cmsPages } from '#contract/cms-pages.ts'
import { templates } from '#contract/templates.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const fields = { name: 'Recall', title: 'A recall of your RV', description: 'Please call us.', purpose: 'safety' }

it('keeps texts of messages, says each change in the usual words, and undoes it', async () => {
  const { message, data } = await app.call(templates.add, fields)
  const template_id = data._id
  expect([message, data]).toMatchObject(['Template added successfully.', fields])
  const edited = await app.call(templates.edit, { ...fields, template_id, version: 1, title: 'Your RV' })
  expect([edited.message, edited.data.title]).toEqual(['Template updated successfully.', 'Your RV'])
  await app.call(changes.undo, { change_id: edited.change_id ?? '' })
  expect((await app.call(templates.get, { template_id })).data.title).toBe('A recall of your RV')
  expect((await app.call(templates.delete, { template_id })).message).toBe('Template removed successfully.')
  expect((await app.call(templates.restore, { template_id })).message).toBe('Template restored successfully.')
})

it('refuses a second one of the same name', async () => {
  expect((await app.refusal(templates.add, { ...fields, name: 'RECALL' })).errors).toEqual({
    name: ['Template already exists.'],
  })
})

it('keeps where it leads, and takes only what owners see now', async () => {
  const { data: page } = await app.call(cmsPages.add, { code: '100', title: 'Open house', content: '<p>Come.</p>' })
  const link = { type: 'cms_pages', id: page._id }
  const { data } = await app.call(templates.add, { ...fields, name: 'Open house', link })
  const of = { template_id: data._id }
  const edit = (more: object) => app.call(templates.edit, { ...fields, ...of, name: 'Open house', ...more })
  expect(data.link).toEqual(link)
  // Callers who do not know the field leave it out.
  expect((await edit({ version: 1, title: 'Come' })).data.link).toEqual(link)
  const cleared = await edit({ version: 2, link: null })
  expect(cleared.data.link).toBeNull()
  await app.call(changes.undo, { change_id: cleared.change_id ?? '' })
  expect((await app.call(templates.get, of)).data.link).toEqual(link)

  await app.call(cmsPages.delete, { cms_page_id: page._id })
  const refused = { link: ['Owners do not see this record now. Please choose what the message leads to.'] }
  expect((await app.refusal(templates.add, { ...fields, name: 'Late', link })).errors).toEqual(refused)
  // An earlier link may stay.
  expect((await edit({ version: 4, link, title: 'Still' })).data.link).toEqual(link)
  const away = await edit({ version: 5, link: null })
  expect(
    (await app.refusal(templates.edit, { ...fields, ...of, name: 'Open house', version: 6, link })).errors,
  ).toEqual(refused)
  await app.call(changes.undo, { change_id: away.change_id ?? '' })
  expect((await app.call(templates.get, of)).data.link).toEqual(link)
  expect((await app.refusal(templates.add, { ...fields, name: 'Odd', link: { type: 'users', id: 'x' } })).status).toBe(
    422,
  )
})
