import { expect, it } from 'vitest'
import { keptText } from './kept-text.ts'

const at = '2026-11-01T08:00:00.000Z'
const labels: Record<string, string> = { name: 'Name', seq_no: 'Sequence No.', icon: 'Icon' }
const labelOf = (field: string) => labels[field] ?? field

it('says whose changes were kept', () => {
  expect(keptText([], labelOf)).toBe('')
  expect(keptText([{ field: 'seq_no', by: 'Ann', at }], labelOf)).toBe("Ann's change to Sequence No. was kept.")
  expect(
    keptText(
      [
        { field: 'name', by: 'Ann', at },
        { field: 'icon', by: 'Bob', at },
        { field: 'seq_no', by: 'Ann', at },
      ],
      labelOf,
    ),
  ).toBe("Ann's changes to Name and Sequence No. were kept. Bob's change to Icon was kept.")
})
