import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { column } from './kind.ts'
import { seenBy } from './owner/seen-by.ts'

describe('whom a column is for', () => {
  it('must be said', () => {
    // @ts-expect-error
    expect(column.text('Name').audience).toBeUndefined()
    // @ts-expect-error
    expect(column.secret('Password', 'owners', 'password').type).toBe('secret')
  })

  it('decides what owners see, whatever the list shows', () => {
    const kind = {
      columns: {
        name: column.keyed('Name', 'owners'),
        price: column.number('Price', 'office'),
        logo_file: column.picture('Logo', 'owners', 'logo'),
        added_by: column.text('Added by', 'personal'),
      },
    }
    const text = z.string()
    const row = z.object({ _id: text, price: z.int(), logo: text, name: text, added_by: text, count: z.int() })
    const seen = seenBy('owners', kind, row, ['count'])
    expect(Object.keys(seen.shape)).toEqual(['_id', 'logo', 'name', 'count'])
    expectTypeOf<z.output<typeof seen>>().toEqualTypeOf<{ _id: string; logo: string; name: string; count: number }>()
    expect(Object.keys(seenBy('personal', kind, row, []).shape)).toEqual(['_id', 'added_by'])
  })
})
