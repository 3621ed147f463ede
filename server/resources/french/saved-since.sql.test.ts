import { expect, it, onTestFinished } from 'vitest'
import { frenchCalls } from '#contract/french-calls.ts'
import { imports } from '#contract/imports.ts'
import { topics } from '#contract/topics.ts'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { formOf } from '../../testing/pictures.ts'

const SAVED = 'The French has been saved since this file was exported. Please export it again.'

it('French that was saved since the export is not replaced by the file, unless the file has lost its marks', async () => {
  const app = await buildTestApp({ LANGUAGES: 'en,fr' })
  onTestFinished(() => app.close())
  const { _id: topic_id } = (await app.call(topics.add, { name: 'Water', seq_no: 1, required: false })).data
  const save = (fields: object) =>
    app.call(topics.edit, { topic_id, name: 'Water', seq_no: 1, required: false, ...fields })
  const exported = async () =>
    (await app.send(frenchCalls.export, { format: 'xliff', record_type: 'topics' })).body.replace(
      /<segment .*?<source>Water.*?<\/segment>/,
      '<segment state="translated"><source>Water</source><target>Eau</target></segment>',
    )
  const found = async (xliff: string) => {
    const file = new File([xliff], 'back.xlf')
    const { data } = await app.call(imports.rehearse, formOf({ record_type: 'french', file }))
    const [row] = (await app.call(imports.rows, { rehearsal_id: data.rehearsal_id })).data
    return [row?.outcome, row?.errors['french'], row?.warnings['french']]
  }
  const missing = await exported()
  expect(await found(missing)).toEqual(['changed', undefined, undefined])
  await save({ name_fr: 'L’eau' })
  expect(await found(missing)).toEqual(['refused', [SAVED], undefined])
  expect(await found(missing.replace(/ own:mark="[^"]*"/, ''))).toEqual([
    'changed',
    undefined,
    ['This replaces French that was written for this English.'],
  ])
  await save({ name: 'Fresh water' })
  await save({ name: 'Water', name_fr: 'L’eau douce' })
  await save({ name: 'Water!' })
  const older = (await exported()).replace('>Water<', '>Water!<')
  expect(older).not.toBe(missing)
  await save({ name: 'Water!', name_fr: 'Eau douce' })
  expect(await found(older)).toEqual(['refused', [SAVED], undefined])
  await save({ name: 'Water!', name_fr: 'L’eau douce' })
  expect((await found(older))[0]).toBe('changed')
})
