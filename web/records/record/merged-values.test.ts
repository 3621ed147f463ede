import { expect, it } from 'vitest'
import { mergedValues } from './merged-values.ts'

it('each field is that of whoever changed it, and where both did, the chosen one', () => {
  const base = { name: 'Base', note: 'Base', seq_no: '1', icon: undefined, city: '' }
  const mine = { ...base, name: 'Mine', note: 'Mine', city: 'Reno' }
  const theirs = { ...base, name: 'Theirs', note: 'Theirs', seq_no: '7' }
  expect(mergedValues({ mine, base, theirs }, { name: 'theirs', note: 'mine' })).toEqual({
    name: 'Theirs',
    note: 'Mine',
    seq_no: '7',
    icon: undefined,
    city: 'Reno',
  })
})
