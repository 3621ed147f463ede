import { expect, it } from 'vitest'
import type { AnyColumn } from '#web/records/list/columns/columns.tsx'
import { cardParts, leadOf } from './column-layout.ts'

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
