import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { editFields } from './edit-fields.ts'
import { externalId } from './external-id.ts'
import * as fields from './fields.ts'
import { column } from './kind.ts'
import { publishingFields } from './publishing.ts'

const kinds = {
  optionalText: [fields.optionalText(9), ' Hat ', 'Hat'],
  optionalLongText: [fields.optionalLongText(9), 'Hat', 'Hat'],
  richText: [fields.richText, '<p>Hat</p>', '<p>Hat</p>'],
  phoneNumber: [fields.phoneNumber('phone', 'Too long.'), '1', '1'],
  optionalFlag: [fields.optionalFlag, 'true', true],
  optionalNumber: [fields.wholeNumber.nullish().transform((value) => value ?? null), '7', 7],
  text: [fields.nameText(9), 'Hat', 'Hat'],
  seqNo: [fields.seqNo, '7', 7],
  externalId: [externalId, 7, '7'],
  moment: [publishingFields.publish_at, '', null],
} as const

describe.each(Object.entries(kinds))('an edit with a field of the kind %s', (_kind, [schema, sent, read]) => {
  const text = { ...column.text('Price', 'office', '1'), wire: 'cost' }
  const form = z.object({ name: fields.nameText(9), cost: schema as z.ZodType })
  const edit = (since: object) =>
    editFields(
      { key: 'hat_id', columns: { name: column.keyed('Name', 'office', 'Hat'), price: { ...text, ...since } } },
      form,
    )
  const known = { name: 'Hat', hat_id: '1' }

  it('says nothing where it leaves out what a later release has added', () => {
    expect(edit({ since: '2.0.0' }).parse(known)).toEqual(known)
    expect(edit({ since: '2.0.0' }).parse({ ...known, cost: sent })).toEqual({ ...known, cost: read })
  })

  it('reads it as the form does', () => {
    const wrong = { ...known, cost: {} }
    const said = (input: z.ZodType) => input.safeParse(wrong).error?.issues
    expect(said(edit({ since: '2.0.0' }))).toEqual(said(edit({})))
  })
})
