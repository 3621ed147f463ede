import { expect, it } from 'vitest'
import { matchingOf } from './bulk-actions.ts'

it('all means what the list filters by, also what its screen narrows it to, but not its page and order', () => {
  const filters = { topic: { op: 'contains', value: 'Water' } }
  const input = { page: 3, per_page: 50, sort: [], filters, is_deleted: undefined, manual_id: 'm1' }
  expect(matchingOf(input)).toEqual({ filters, manual_id: 'm1' })
  expect(matchingOf({ page: 1, per_page: 10 })).toEqual({})
})
