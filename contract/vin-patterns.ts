import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { column, recordKind } from './kind.ts'
import { recordCallsOf } from './record-calls.ts'
import { answered, record, reference } from './records.ts'
import { tidyVin } from './vin.ts'

const CHOOSE_TYPE = 'Please select RV Type.'
const CHOOSE_MODEL = 'Please select a Model of this RV Type and Year.'
const CHOOSE_YEAR = 'Please select Year.'

export const vinPatternKind = recordKind({
  noun: ['VIN pattern', 'VIN patterns'],
  name: 'VIN Pattern',
  key: 'vin_pattern_id',
  tag: 'VIN Patterns',
  about: 'What the beginnings of VINs say about RVs.',
  help: 'What RVs are whose VIN begins so. A VIN that says something else than what was chosen is pointed out, never refused.',
  columns: {
    prefix: column.keyed('VIN Begins With', 'office', '5ZT2'),
    cat_id: column.reference('RV Type', 'office', 'rv_types', { shownAs: 'rv_type', choose: CHOOSE_TYPE }),
    year_id: column.reference('Year', 'office', 'years', { shownAs: 'year_name', optional: true, choose: CHOOSE_YEAR }),
    model_id: column.reference('Model', 'office', 'models', {
      shownAs: 'model_name',
      optional: true,
      choose: CHOOSE_MODEL,
      shares: ['cat_id', 'year_id'],
    }),
  },
  title: ['prefix'],
  disambiguatedBy: [],
  unique: { columns: ['prefix'], thing: 'VIN Pattern', field: 'prefix' },
  bulk: ['delete', 'restore'],
  set: ['cat_id', 'year_id', 'model_id'],
})

const PREFIX_WRONG = 'Please enter 3 to 17 letters and digits, without I, O and Q; * stands for any one.'
const PREFIX_EMPTY = 'VIN Begins With cannot be empty.'
const prefix = z
  .string(PREFIX_EMPTY)
  .transform(tidyVin)
  .pipe(
    z
      .string()
      .min(1, { error: PREFIX_EMPTY, abort: true })
      .regex(/^[A-HJ-NPR-Z0-9*]{3,17}$/, PREFIX_WRONG),
  )
const optionalChoice = z
  .string()
  .nullish()
  .transform((value) => value || null)

export const vinPatternFields = z.object({
  prefix,
  cat_id: z.string({ error: CHOOSE_TYPE }).min(1, CHOOSE_TYPE),
  year_id: optionalChoice,
  model_id: optionalChoice,
})

/** What is left out is unknown. */
export const vinPattern = record.extend({
  prefix: z.string(),
  cat_id: reference,
  rv_type: z.string(),
  year_id: reference.nullable(),
  year_name: z.string().nullable(),
  model_id: reference.nullable(),
  model_name: z.string().nullable(),
})
export type VinPattern = z.output<typeof vinPattern>

/** A VIN as typed, and what else was chosen. */
export const vinToCheck = z.object({
  vin: z
    .string('VIN cannot be empty.')
    .min(1, 'VIN cannot be empty.')
    .max(100, 'Please use at most 100 characters.')
    .meta({ description: 'The VIN as it is typed.' }),
  category: id.optional().meta({ description: 'The id of the chosen type.' }),
  year: id.optional().meta({ description: 'The id of the chosen model year.' }),
  model: id.optional().meta({ description: 'The id of the chosen model.' }),
})

/** What a typed VIN says; nothing in it prevents saving. */
export const checkedVin = z.object({
  /** What may be wrong, one sentence each. */
  warnings: z.array(z.string()).meta({ description: 'What may be wrong, a sentence each.' }),
  /** The model year encoded in the whole VIN; null if none. */
  model_year: z
    .int()
    .nullable()
    .meta({ description: 'The model year that the whole VIN says; null where it says none.' }),
  /** What the office has on record for VINs with this beginning; null if nothing. */
  proposed: z
    .object({
      category: reference.meta({ description: 'The type of the RV.' }),
      year: reference.nullable().meta({ description: 'The model year; null where it is not known.' }),
      model: reference.nullable().meta({ description: 'The model; null where it is not known.' }),
    })
    .nullable()
    .meta({ description: 'What VINs that begin so are, as the office has it; null where it has nothing.' }),
})
export type CheckedVin = z.output<typeof checkedVin>

export const vinPatterns = {
  ...recordCallsOf('admin/vin_patterns', vinPatternKind, { fields: vinPatternFields, row: vinPattern }),
  /** What a typed VIN says, and where it contradicts what was chosen. */
  check: endpoint('admin/vin_patterns/check', vinToCheck, answered(checkedVin)),
}
