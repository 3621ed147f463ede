import { expect, it, onTestFinished } from 'vitest'
import { checklists } from '#contract/checklists.ts'
import { frenchCalls } from '#contract/french-calls.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { topics } from '#contract/topics.ts'
import { buildTestApp } from '../../testing/build-test-app.ts'

it('what is left in French is paged through kind by kind, each record once, without deleted ones', async () => {
  const app = await buildTestApp({ LANGUAGES: 'en,fr' })
  onTestFinished(() => app.close())
  const names = ['Air', 'Brakes', 'Cooling', 'Doors', 'Engine']
  const ids: string[] = []
  for (const [place, name] of names.entries()) {
    const seq_no = place + 1
    ids.push((await app.call(rvTypes.add, { name, seq_no })).data._id)
    await app.call(topics.add, { name, seq_no, required: false, ...(place === 1 && { name_fr: 'Freins' }) })
    await app.call(checklists.add, { name, note: 'Look.', ...(place === 2 && { name_fr: 'Froid' }) })
  }
  await app.call(rvTypes.delete, { cat_id: ids[0] ?? '' })
  const page = (more: object) => app.call(frenchCalls.list, more)
  const whole = await page({ per_page: 100 })
  expect(whole.data).toHaveLength(whole.total)
  const kinds = Map.groupBy(whole.data, ({ record_type }) => record_type)
  expect(kinds.get('rv_types')?.map(({ title }) => title)).toEqual(names.slice(1))
  expect([kinds.get('topics')?.length, kinds.get('checklists')?.length]).toEqual([4, 5])
  for (const per_page of [1, 3, 4]) {
    const found = []
    for (let number = 1; number <= Math.ceil(whole.total / per_page); number++)
      found.push(...(await page({ page: number, per_page })).data)
    expect(found).toEqual(whole.data)
  }
  expect(await page({ page: 99 })).toMatchObject({ data: [], total: whole.total })
  expect(await page({ state: 'part' })).toMatchObject({
    total: 1,
    data: [{ title: 'Cooling (Administrator)', fields: ['note'] }],
  })
  expect(await page({ record_type: 'rv_types', state: ['part', 'older'] })).toMatchObject({ total: 0, data: [] })
})
