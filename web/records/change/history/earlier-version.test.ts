import { expect, it } from 'vitest'
import { changes, type FieldChange } from '#contract/changes.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aChange, aChangedRecord } from '#web/testing/rows.ts'
import { versionAfter, wholeEntries } from './earlier-version.ts'

const entry = (day: number, ...fields: Partial<FieldChange>[]) => ({
  entry_id: `entry-${day}`,
  change: { at: `2026-11-0${day}T08:00:00.000Z` },
  fields: fields.map((field) => ({ field: '', label: '', type: 'text' as const, from: null, to: null, ...field })),
})
const history = [
  entry(
    4,
    { field: 'name', from: 'Third', to: 'Fourth' },
    { field: 'icon', label: 'Icon', type: 'picture', from: '/files/1.png', to: '/files/2.png' },
    { field: 'is_deleted', type: 'flag', from: true, to: false },
    { field: 'password', type: 'secret', from: null, to: null },
  ),
  entry(3, { field: 'name', from: 'Second', to: 'Third' }),
  entry(2, {
    field: 'cat_id',
    type: 'reference',
    from: { _id: 'a', name: 'Truck Camper' },
    to: { _id: 'b', name: 'Travel Trailer' },
  }),
  entry(1, { field: 'name', from: null, to: 'Second' }),
]

it('an earlier version has what was before all later changes', () => {
  expect(versionAfter(history, 1)).toEqual({ fields: { name: 'Third' }, at: history[1]?.change.at, left: ['Icon'] })
  expect(versionAfter(history, 2).fields).toEqual({ name: 'Second' })
  expect(versionAfter(history, 3).fields).toEqual({ name: 'Second', cat_id: { _id: 'a', name: 'Truck Camper' } })
})

it('the newest version is the current record', () => {
  expect(versionAfter(history, 0)).toEqual({ fields: {}, at: history[0]?.change.at, left: [] })
})

it('a long text is read whole from the entry next to the version, and from no other', async () => {
  const api = fakeApi()
  const content = { field: 'content', label: 'Content', type: 'rich_text' as const }
  const long = [3, 2, 1].map((day) => entry(day, { ...content, from: '…part', to: '…other', is_shortened: true }))
  const whole = aChangedRecord({ fields: [{ ...content, from: '<p>All of it</p>', to: '<p>More</p>' }] })
  api.answers(changes.entry, { message: '', data: { ...whole, change: aChange() } })
  const read = await wholeEntries(long, 2)
  expect(versionAfter(read, 2).fields).toEqual({ content: '<p>All of it</p>' })
  expect(api.calls(changes.entry)).toEqual([{ entry_id: 'entry-2' }])
})
