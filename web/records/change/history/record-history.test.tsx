import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { years } from '#contract/years.ts'
import { ModelsScreen } from '#web/screens/models/models-screen.tsx'
import { chooseAction } from '#web/testing/choose-action.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aChange, aChangedRecord, aModel, pageOfRows } from '#web/testing/rows.ts'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  api.answers(models.list, pageOfRows([aModel()]))
  api.answers(rvTypes.list, pageOfRows([]))
  api.answers(years.list, pageOfRows([]))
})

const entry = (place: number, fields = aChangedRecord().fields) => ({
  ...aChangedRecord({ record_type: 'models', record_id: 'model-1', title: '2285', version: 50 - place, fields }),
  change: aChange({ _id: `change-${place}`, at: `2026-11-01T08:00:00.000Z` }),
})

async function openHistory() {
  const { user } = renderScreen(<ModelsScreen />, { path: '/models' })
  await chooseAction(user, '2285 (Travel Trailer 2027)', 'History')
  return { user, history: within(await screen.findByRole('dialog', { name: /^History/ })) }
}

describe('the history of a row', () => {
  it('tells who changed what, newest first, and more on demand', async () => {
    const all = Array.from({ length: 25 }, (_, place) => entry(place))
    api.answers(changes.of_record, ({ page = 1 }) =>
      pageOfRows(all.slice((Number(page) - 1) * 20, Number(page) * 20), 25, Number(page)),
    )
    const { user, history } = await openHistory()
    const regions = await history.findAllByRole('region', { name: 'Edited by Ada Lovelace' })
    expect(regions).toHaveLength(20)
    expect(regions[0]).toHaveTextContent('11-01-2026')
    expect(history.getAllByRole('button', { name: 'Bring this version back' })).toHaveLength(19)
    await user.click(history.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(history.getAllByRole('region')).toHaveLength(25))
  })

  it('shows of a long text the part around the first difference, and the whole when asked', async () => {
    const field = { field: 'description', label: 'Description', type: 'text' as const }
    const shown = entry(0, [{ ...field, from: '…two', to: '…three', is_shortened: true }])
    api.answers(changes.of_record, pageOfRows([{ ...shown, entry_id: 'entry-7' }]))
    const whole = aChangedRecord({ fields: [{ ...field, from: 'One, two', to: 'One, three' }] })
    api.answers(changes.entry, { message: '', data: { ...whole, change: aChange() } })
    const { user, history } = await openHistory()
    await user.click(await history.findByRole('button', { name: 'Show all differences' }))
    expect(await history.findByText('One,', { exact: false })).toBeVisible()
    expect(api.calls(changes.entry)).toEqual([{ entry_id: 'entry-7' }])
    expect(history.getByRole('button', { name: 'Show only the first' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await history.findByText('…', { exact: false })).toBeVisible()
  })

  it('brings a version back into the edit form, with the records that it refers to', async () => {
    api.answers(
      changes.of_record,
      pageOfRows([
        entry(0, [
          { field: 'name', label: 'Name', type: 'text', from: '2284', to: '2285' },
          {
            field: 'cat_id',
            label: 'RV Type',
            type: 'reference',
            from: { _id: 'type-7', name: 'Fifth Wheel' },
            to: { _id: 'type-1', name: 'Travel Trailer' },
          },
        ]),
        entry(1),
      ]),
    )
    const { user, history } = await openHistory()
    await user.click(await history.findByRole('button', { name: 'Bring this version back' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Model' }))
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('2284')
    await waitFor(() =>
      expect(form.getByRole('combobox', { name: /RV Type|Category/ })).toHaveValue('Fifth Wheel (inactive)'),
    )
    expect(form.getByRole('note')).toHaveTextContent('They are not saved yet.')
  })

  it('says of what went along with others what was done to all of them', async () => {
    const removed = { ...entry(0, []), kind: 'delete' as const }
    const sentence = 'Ada Lovelace removed topic “Brakes” with 2 sub topics'
    const along = { ...removed, change: aChange({ kind: 'delete', record_count: 3, sentence }) }
    api.answers(changes.of_record, pageOfRows([along, { ...entry(1), change: aChange({ _id: 'change-1' }) }]))
    const { history } = await openHistory()
    expect(await history.findByRole('region', { name: 'Removed by Ada Lovelace' })).toHaveTextContent(
      'Removed topic “Brakes” with 2 sub topics',
    )
    expect(history.getByRole('region', { name: 'Edited by Ada Lovelace' })).not.toHaveTextContent('Renamed')
  })

  it('says so when nothing is known', async () => {
    api.answers(changes.of_record, pageOfRows([]))
    const { history } = await openHistory()
    expect(await history.findByText('No changes recorded yet.')).toBeVisible()
    expect(api.calls(changes.of_record)[0]).toMatchObject({ record_type: 'models', record_id: 'model-1' })
  })
})
