import { expect, it } from 'vitest'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { years } from '#contract/years.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { addDemoData } from './demo-data.ts'

it('the demo data fills an empty database with what the contract allows, once', async () => {
  const app = await buildTestApp()
  expect(await addDemoData(app.db)).toBe(true)
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
  expect(await addDemoData(app.db)).toBe(false)
  await app.close()
})
