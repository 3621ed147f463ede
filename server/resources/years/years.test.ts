import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { years } from '#contract/years.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

describe('admin/years', () => {
  it('keeps years as text, takes them as numbers too, and says each change in the agreed words', async () => {
    const { message, data } = await app.call(years.add, { name: 2026 })
    expect([message, data.name]).toEqual(['Year added successfully.', '2026'])
    const edited = await app.call(years.edit, { year_id: data._id, version: 1, name: '2027' })
    expect([edited.message, edited.data.name]).toEqual(['Year updated successfully.', '2027'])
    expect((await app.call(years.delete, { year_id: data._id, version: 2 })).message).toBe('Year removed successfully.')
    expect((await app.call(years.restore, { year_id: data._id, version: 3 })).message).toBe(
      'Year restored successfully.',
    )
  })

  it('refuses what is no year', async () => {
    expect((await app.refusal(years.add, { name: '20-26' })).errors).toEqual({
      name: ['Invalid year, please enter the valid year.'],
    })
    expect((await app.refusal(years.add, { name: '2027' })).errors).toEqual({ name: ['Year already exists.'] })
  })
})
