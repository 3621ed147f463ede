import { expect, it, onTestFinished } from 'vitest'
import { exports } from '#contract/exports.ts'
import { imports } from '#contract/imports.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { buildTestApp } from '../../testing/build-test-app.ts'

it.each([
  ['en', '_id,Name,Sequence No.', 'Name,Sequence No.'],
  ['en,fr', '_id,Name,Name (French),Sequence No.', 'Name,Name (French),Sequence No.'],
])('files have French columns where owners read it: %s', async (LANGUAGES, all, template) => {
  const app = await buildTestApp({ LANGUAGES })
  onTestFinished(() => app.close())
  await app.call(rvTypes.add, { name: 'Coach', name_fr: 'Autocaravane', seq_no: 1 })
  const headOf = async (endpoint: typeof exports.export | typeof imports.template, more: object = {}) =>
    (await app.send(endpoint, { record_type: 'rv_types', format: 'csv', ...more })).body
      .replace('\uFEFF', '')
      .split('\r\n')[0]
  expect([await headOf(exports.export), await headOf(imports.template)]).toEqual([all, template])
  // Callers who ask for the stored columns get them.
  expect(await headOf(exports.export, { columns: ['name_fr'] })).toBe('Name (French)')
})
