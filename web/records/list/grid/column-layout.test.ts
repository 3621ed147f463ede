import { expect, it } from 'vitest'
import type { AnyColumn } from '#web/records/list/columns/columns.tsx'
import { cardParts, gridTracks, leadOf, pinColumns } from './column-layout.ts'

const columns = (fields: string[]): AnyColumn[] =>
  fields.map((field) => ({ field, title: field, isName: field === 'name', isPicture: field === 'icon' }))

it('a card has the name, two facts, the state, and what is to press', () => {
  const fields = ['move', 'select', 'srno', 'icon', 'type', 'name', 'city', 'state', 'status', 'actions']
  expect(cardParts(columns(fields))).toEqual([
    'handle',
    'box',
    'rest',
    'rest',
    'fact',
    'name',
    'fact',
    'rest',
    'state',
    'actions',
  ])
  expect(cardParts(columns(['srno', 'city']))).toBeUndefined()
})

it('a card has the facts that are named, where some are', () => {
  const some = columns(['name', 'type', 'phone', 'city']).map((column) => ({
    ...column,
    isFact: ['phone', 'city'].includes(column.field),
  }))
  expect(cardParts(some)).toEqual(['name', 'rest', 'fact', 'fact'])
})

it('a box lies over a row number or a picture, and never over a text', () => {
  expect(leadOf(columns(['select', 'srno', 'name']))).toBe('number')
  expect(leadOf(columns(['move', 'icon', 'name']))).toBe('picture')
  expect(leadOf(columns(['move', 'select', 'name', 'srno']))).toBe('room')
  expect(leadOf(columns(['srno', 'name']))).toBeUndefined()
})

it('columns share what remains by their flex, and shrink where there is less', () => {
  const [name, note, status] = columns(['name', 'note', 'status']) as [AnyColumn, AnyColumn, AnyColumn]
  const sized = [
    { ...name, minWidth: 100, idealWidth: 150 },
    { ...note, minWidth: 100, idealWidth: 250, flex: 3 },
    { ...status, width: 100 },
  ]
  expect(gridTracks(sized)).toBe(
    'minmax(100px, max(150px, 150px + (100% - 500px) * 0.25)) minmax(100px, max(250px, 250px + (100% - 500px) * 0.75)) 100px',
  )
})

it('the state stands beside the actions, in view at whatever width, and nothing is pinned on phones', () => {
  const listed = columns(['name', 'status', 'city', 'actions']).map((column) =>
    ['status', 'actions'].includes(column.field) ? { ...column, pinned: 'right' as const } : column,
  )
  const placed = (narrow: boolean) => pinColumns(listed, narrow).map(({ field, pinned }) => `${field} ${pinned ?? ''}`)
  expect(placed(false)).toEqual(['name ', 'city ', 'status right', 'actions right'])
  expect(placed(true)).toEqual(['name ', 'status ', 'city ', 'actions '])
})
