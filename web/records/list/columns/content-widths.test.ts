import { expect, it } from 'vitest'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'
import type { Column } from './columns.tsx'
import { measureColumns } from './content-widths.ts'

const column = (more: Partial<Column<ListedRow>> = {}): Column<ListedRow> => ({ field: 'name', title: 'Name', ...more })
const rows = (...names: string[]) => names.map((name, place) => ({ _id: String(place), name }))
const widthOf = (one: Column<ListedRow>, ...names: string[]) =>
  measureColumns(new Map(), [one], rows(...names)).get('name')

it('a column is as wide as its longest text, but not wider than a cap, and never too narrow for its filter', () => {
  expect(widthOf(column(), 'a'.repeat(20))).toEqual({ minWidth: 156, idealWidth: 156 })
  expect(widthOf(column(), 'a'.repeat(900))).toEqual({ minWidth: 172, idealWidth: 320 })
  expect(widthOf(column(), '1')).toEqual({ minWidth: 84, idealWidth: 84 })
})

it('a few long texts are cut where there is too little room', () => {
  const names = [...Array.from({ length: 19 }, () => 'a'.repeat(15)), 'a'.repeat(30)]
  expect(widthOf(column(), ...names)).toEqual({ minWidth: 121, idealWidth: 226 })
})

it('what a cell shows is measured, and what is no text has at least the width that its column asks for', () => {
  expect(widthOf(column({ cell: () => 'a'.repeat(25) }), 'a')).toEqual({ minWidth: 172, idealWidth: 191 })
  expect(widthOf(column({ cell: () => null, minWidth: 290 }), 'a')).toBeUndefined()
  expect(widthOf(column({ width: 90 }), 'a'.repeat(20))).toBeUndefined()
})

it('a column is measured once', () => {
  const first = measureColumns(new Map(), [column()], rows('a'.repeat(20)))
  expect(measureColumns(first, [column()], rows('a'.repeat(40)))).toBe(first)
  expect(measureColumns(new Map(), [column()], [])).toEqual(new Map())
})
