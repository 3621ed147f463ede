import { z } from 'zod'
import { editFields } from './edit-fields.ts'
import { endpoint } from './endpoint.ts'
import { externalId } from './external-id.ts'
import { choice, id } from './fields.ts'
import { column, recordKind } from './kind.ts'
import { answered, done, edited, getOf, listInput, pageOf, record, reference, which } from './records.ts'
import { bareCode, plainCode } from './rules.ts'
import { upsertOf } from './upserts.ts'
import { tidyVin, VIN_LENGTH, VIN_LENGTH_WRONG, VIN_LETTERS_WRONG } from './vin.ts'

const messages = {
  user: 'Please select user',
  type: 'Please select RV Type.',
  model: 'Please select Model.',
  year: 'Please select Year.',
}

export const rvKind = recordKind({
  noun: ['RV', 'RVs'],
  name: 'RV Details',
  key: 'rv_id',
  tag: 'RV Management',
  about: 'The vehicles of the owners.',
  help: 'The RVs that owners have registered, with their warranty status.',
  columns: {
    user_id: column.reference('User', 'personal', 'users', {
      wire: 'user',
      shownAs: 'added_by',
      optional: true,
      choose: messages.user,
    }),
    cat_id: column.reference('RV Type', 'personal', 'rv_types', {
      wire: 'category',
      shownAs: 'rv_type',
      choose: messages.type,
    }),
    model_id: column.reference('Model', 'personal', 'models', {
      wire: 'model',
      shownAs: 'model_name',
      choose: messages.model,
      shares: ['cat_id', 'year_id'],
    }),
    year_id: column.reference('Year', 'personal', 'years', {
      wire: 'year',
      shownAs: 'year_name',
      choose: messages.year,
    }),
    serial_no: column.text('Serial Number', 'personal', '310312'),
    vin: column.text('VIN', 'personal', '310312'),
    external_id: { ...column.text('External ID', 'office', 'W-310312'), since: '1.2.0' },
    /** The last owner, while there is no new one. */
    sold_by: { ...column.hidden('personal'), since: '1.4.0' },
    /** The sold RV that this one was ruled out to be. */
    transfer_refused: { ...column.hidden('personal'), since: '1.4.0' },
    /** All 17 characters, if someone has entered them. */
    full_vin: { ...column.text('Full VIN', 'personal', '1FDXE4FS8GD310312'), since: '1.4.0' },
  },
  title: ['vin'],
  titlePrefix: 'RV',
  alsoFoundBy: ['vin', 'serial_no', 'full_vin'],
  disambiguatedBy: ['model_id', 'user_id'],
  disambiguatedWith: ' of ',
  uniqueOfOwner: {
    column: 'vin',
    owner: 'user_id',
    unowned: 'model_id',
    apart: 'full_vin',
    taken: [
      'This owner already has an RV with this VIN.',
      'There is already an RV of this model with this VIN and no owner.',
    ],
  },
  bulk: ['delete', 'restore'],
  set: ['cat_id', 'year_id', 'model_id'],
  notSet: ['user_id', 'serial_no', 'vin', 'external_id', 'full_vin'],
})

/** The last six digits of a full 17-character VIN; undefined for anything else, or if they are not digits. */
export function lastSixOfVin(typed: string) {
  const vin = bareCode(typed)
  return vin.length === VIN_LENGTH && /^[a-z0-9]+$/i.test(vin) ? /[0-9]{6}$/.exec(vin)?.[0] : undefined
}

/**
 * A full VIN in capitals (ISO 3779: 17 characters without I, O and Q, the last four digits); undefined for anything
 * else.
 */
export function wholeVin(typed: string) {
  const vin = bareCode(typed).toUpperCase()
  return /^[A-HJ-NPR-Z0-9]{13}[0-9]{4}$/.test(vin) ? vin : undefined
}

/** Text or a number; a full VIN is reduced to its last six digits. */
const vinDigits = (missing: string) =>
  z
    .union([z.string(), z.int().nonnegative()], { error: missing })
    .transform((value) => lastSixOfVin(String(value)) ?? plainCode(String(value)))

/** An optional serial number; becomes null. */
const serialNo = vinDigits('Serial Number should contain digits only.')
  .pipe(
    z
      .string()
      .regex(/^[0-9]*$/, { error: 'Serial Number should contain digits only.', abort: true })
      .refine((value) => value === '' || value.length >= 6, {
        error: 'Serial Number should contain minimum 6 digits.',
        params: { why: 'too_small' },
      })
      .max(6, 'Serial Number should contain maximum 6 digits.'),
  )
  .nullish()
  .transform((value) => value || null)

/** Digits, or a trailer's whole VIN, which may have letters among its last six. */
const vin = z
  .union([z.string(), z.int().nonnegative()], { error: 'VIN cannot be empty.' })
  .transform((value) => storedVin(String(value)))
  .pipe(
    z
      .string()
      .min(1, { error: 'VIN cannot be empty.', abort: true })
      .refine((value) => /^[0-9]+$/.test(value) || wholeVin(value) !== undefined, {
        error: 'VIN should contain digits only.',
        abort: true,
      })
      .min(6, 'VIN should contain minimum 6 digits.')
      .max(VIN_LENGTH, `VIN should contain maximum ${VIN_LENGTH} digits.`),
  )

const ENDS_OTHERWISE = 'The full VIN does not end with this VIN.'
/** All characters of a VIN, in capitals; null if unknown. */
const fullVin = z
  .string()
  .nullish()
  .transform((typed) => tidyVin(typed ?? '') || null)
  .pipe(
    z
      .string()
      .regex(/^[A-Z0-9]{17}$/, { error: VIN_LENGTH_WRONG, abort: true })
      .regex(/^[^IOQ]*$/, VIN_LETTERS_WRONG)
      .nullable(),
  )

/** The full VIN if someone typed one as the VIN; undefined for anything else. */
export function fullVinOf(typed: string) {
  const vin = tidyVin(typed)
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(vin) ? vin : undefined
}

/** A VIN as stored: a full one is cut to its last six digits, if they are digits. */
export const storedVin = (typed: string) => lastSixOfVin(typed) ?? wholeVin(typed) ?? plainCode(typed)

/** An RV's full VIN after an edit: the one sent, else the known one if it still belongs to the VIN. */
export const fullVinAfter = (vin: string, said: string | null | undefined, known: string | null) =>
  said === undefined ? (known !== null && known.endsWith(vin) ? known : null) : said

/** Refuses a full VIN that does not match the VIN beside it. */
export function endsAlike(
  { vin, full_vin }: { vin?: string | undefined; full_vin?: string | null | undefined },
  ctx: z.RefinementCtx,
) {
  if (vin && fullVinOf(full_vin ?? '') && !full_vin?.endsWith(lastSixOfVin(vin) ?? tidyVin(vin)))
    ctx.addIssue({ code: 'custom', path: ['full_vin'], message: ENDS_OTHERWISE })
}

const ofSerial = {
  description: 'The serial number: the last six digits of the full VIN; null where it is unknown.',
}
const ofVin = { description: 'The vehicle identification number, or its last digits.' }
const ofFullVin = { description: 'All 17 characters of the VIN; null where nobody has typed them.' }

/** The fields of an RV; the RV type is called category here. */
export const rvFields = z.object({
  category: choice(messages.type).meta({ description: 'The id of its type.' }),
  year: choice(messages.year).meta({ description: 'The id of its model year.' }),
  model: choice(messages.model).meta({ description: 'The id of its model.' }),
  serial_no: serialNo.meta(ofSerial),
  vin: vin.meta(ofVin),
  external_id: externalId,
  full_vin: fullVin.meta(ofFullVin),
})

/**
 * `user` is the owner, `user_email` their address, all null while nobody has claimed it; `serial` is the last six
 * characters of the VIN. Names repeat those of the references, for lists.
 */
export const rv = record.extend({
  user: reference.nullable(),
  added_by: z.string().nullable(),
  user_email: z.string().nullable(),
  category: reference.meta({ description: 'The type of the RV.' }),
  rv_type: z.string().meta({ description: 'The name of the type.' }),
  year: reference.meta({ description: 'The model year.' }),
  year_name: z.string().meta({ description: 'The model year.' }),
  model: reference.meta({ description: 'The model.' }),
  model_name: z.string().meta({ description: 'The name of the model.' }),
  serial_no: z.string().nullable().meta(ofSerial),
  serial: z.string().meta({ description: 'The last six characters of the VIN.' }),
  open_campaigns: z.int().meta({ description: 'Of how many campaigns the remedy is still open for it.' }),
  vin: z.string().meta(ofVin),
  external_id: z.string().nullable(),
  full_vin: z.string().nullable().meta(ofFullVin),
})
export type Rv = z.output<typeof rv>

const whichRv = which('rv_id')
/** A VIN as typed, with the rules of every VIN. */
export const typedVin = z
  .union(
    [
      z.string().meta({ pattern: '^([0-9]{6,17}|[0-9A-Za-z]{11}[0-9]{6}|[0-9A-HJ-NPR-Za-hj-npr-z]{13}[0-9]{4})$' }),
      z.int().nonnegative(),
    ],
    { error: 'VIN cannot be empty.' },
  )
  .transform(String)
  .superRefine((typed, context) => {
    for (const { message, code } of vin.safeParse(typed).error?.issues ?? [])
      context.addIssue({ code: 'custom', message, params: { why: code } })
  })
  .meta(ofVin)

/** The VIN may be left out to keep it. */
const sentFields = rvFields.extend({ vin: typedVin.optional() })

/** The owners of a list's RVs who can get a message: active ones, each once. */
const ownersOfRvs = z.object({
  count: z.int(),
  /** Their ids; empty if there are too many to address by id. */
  user_ids: z.array(z.string()),
  /** How many of the RVs have no owner. */
  without_owner: z.int(),
})

export const rvs = {
  list: endpoint('admin/rvs/list', listInput.extend({ user_id: id.optional() }), pageOf(rv)),
  get: getOf('admin/rvs/get', 'rv_id', rv),
  owners: endpoint('admin/rvs/owners', listInput.pick({ filters: true, is_deleted: true }), answered(ownersOfRvs)),
  edit: endpoint('admin/rvs/edit', editFields(rvKind, sentFields).superRefine(endsAlike), edited(rv), {
    change: 'edit',
  }),
  delete: endpoint('admin/rvs/delete', whichRv, done, { change: 'delete' }),
  restore: endpoint('admin/rvs/restore', whichRv, done, { change: 'restore' }),
  upsert: upsertOf('admin/rvs/upsert'),
}
