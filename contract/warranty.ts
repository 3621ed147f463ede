import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { plainCode } from './rules.ts'

export const warrantyItem = z.object({
  Serial: z.string(),
  Model: z.string(),
  DateOfPurchase: z.string(),
  WarrantyExpire: z.string(),
})
export type WarrantyItem = z.output<typeof warrantyItem>

/** Shown when nobody has entered a serial number to look up. */
export const NO_SERIAL = 'Serial Number is not Available!'

const serial = z
  .string({ error: NO_SERIAL })
  .overwrite(plainCode)
  .regex(/^[0-9]{6}$/, 'Serial Number should contain 6 digits.')

/** `as_of` is set if the dealer site did not answer: the time of its earlier answer, repeated here. */
export const warrantyAnswer = z.object({
  message: z.string().optional(),
  data: z.object({ warranty: z.array(warrantyItem), as_of: z.iso.datetime().optional() }),
})

export const warranty = {
  check: endpoint('dealer/warranty', z.object({ serial }), warrantyAnswer, { get: true }),
}
