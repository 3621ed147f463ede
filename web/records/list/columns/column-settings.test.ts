import { describe, expect, it } from 'vitest'
import type { ColumnSetting } from '#contract/views.ts'
import { arrangeColumns, moveColumn } from './column-settings.ts'
import { type AnyColumn, text, withRecordColumns } from './columns.tsx'

const columns: AnyColumn[] = [
  text('name', { title: 'Name' }),
  text('note', { title: 'Note' }),
  { field: 'count', title: 'Count', optional: true },
]
const shownOf = (settings: ColumnSetting[]) =>
  arrangeColumns(columns, settings)
    .filter(({ shown }) => shown)
    .map(({ column }) => column.field)

describe('the columns of a list', () => {
  it('are those of the specification as long as nobody has chosen others', () => {
    expect(shownOf([])).toEqual(['name', 'note'])
  })

  it('follow the settings: order, hidden and width', () => {
    const settings = [{ field: 'count', width: 200 }, { field: 'note' }, { field: 'name', hidden: true }]
    expect(shownOf(settings)).toEqual(['count', 'note'])
    expect(arrangeColumns(columns, settings)[0]?.column.width).toBe(200)
  })

  it('ignore settings of columns that are gone, and put new ones at the end', () => {
    expect(shownOf([{ field: 'gone' }, { field: 'note' }])).toEqual(['note', 'name'])
  })

  it.each([
    ['name', 'count', ['note', 'count', 'name']],
    ['count', 'name', ['count', 'name', 'note']],
    ['name', 'nowhere', ['name', 'note', 'count']],
    ['nobody', 'name', ['name', 'note', 'count']],
  ])('move %s to the place of %s', (field, to, order) => {
    expect(moveColumn(arrangeColumns(columns, []), field, to).map(({ column }) => column.field)).toEqual(order)
  })

  it('have what every record knows about itself before the actions, once', () => {
    const all = withRecordColumns([
      { field: 'name', title: 'Name' },
      { field: 'actions', title: 'Actions' },
    ])
    const order = ['name', 'created_at', 'updated_at', 'updated_by', 'actions']
    expect(all.map(({ field }) => field)).toEqual(order)
    expect(withRecordColumns(all).map(({ field }) => field)).toEqual(order)
  })
})
