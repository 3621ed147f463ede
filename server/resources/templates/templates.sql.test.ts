import { afterAll, beforeAll, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
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
