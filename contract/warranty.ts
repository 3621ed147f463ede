import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { plainCode } from './rules.ts'

export const warrantyItem = z.object({
  Serial: z.string().meta({ description: 'The serial number that the warranty is for.' }),
  Model: z.string().meta({ description: 'The model that the warranty is for.' }),
  DateOfPurchase: z.string().meta({ description: 'When the RV was bought.' }),
  WarrantyExpire: z.string().meta({ description: 'When the warranty ends.' }),
})
export type WarrantyItem = z.output<typeof warrantyItem>

/** Shown when nobody has entered a serial number to look up. */
export const NO_SERIAL = 'Serial Number is not Available!'

const serial = z
  .string({ error: NO_SERIAL })
  .overwrite(plainCode)
  .regex(/^[0-9]{6}$/, 'Serial Number should contain 6 digits.')

export const warrantyAnswer = z.object({
  message: z.string().optional().meta({ description: 'What came of the call, in words for people.' }),
  data: z
    .object({
      warranty: z
        .array(warrantyItem)
        .meta({ description: 'What is known of the warranty; empty where there is nothing.' }),
      /** Set if the dealer site did not answer: this repeats an earlier answer. */
      as_of: z.iso.datetime().optional().meta({ description: 'When this was found out.' }),
    })
    .meta({ description: 'What was asked for.' }),
})

export const warranty = {
  check: endpoint('dealer/warranty', z.object({ serial }), warrantyAnswer, { get: true }),
}
