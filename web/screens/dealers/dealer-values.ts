import type { z } from 'zod'
import type { dealerFields } from '#contract/dealers.ts'

export type DealerValues = z.input<typeof dealerFields>
/** The part of the form that its fields need. */
export type DealerFormState = {
  values: DealerValues
  getInputProps: (name: string) => { value?: unknown; error?: unknown; onChange: (value: unknown) => void }
  setFieldValue: (name: keyof DealerValues, value: string) => void
}
