import { z } from 'zod'
import { checklist, checklistFields, checklistKind } from '#contract/checklists.ts'
import { editFields } from '#contract/edit-fields.ts'
import { type Endpoint, endpoint } from '#contract/endpoint.ts'
import { id } from '#contract/fields.ts'
import type { RecordType } from '#contract/kinds.ts'
import { maintenanceItem, maintenanceItemFields, maintenanceItemKind } from '#contract/maintenance-items.ts'
import { answered, done, listInput, mergedField, pageOf, saved, which } from '#contract/records.ts'
import { plainCode } from '#contract/rules.ts'
import { lastSixOfVin, rv, rvFields, rvKind, wholeVin } from '#contract/rvs.ts'
import { warrantyAnswer } from '#contract/warranty.ts'
import { seenBy } from './seen-by.ts'

export const NOT_A_NEXT = 'Please send the next of the answer before.'

/**
 * The requested page; without `page` the whole list, up to 1,000. `after` is the `next` of the answer before, where it was
 * cut; its order is then that of the ids.
 */
// A GET also has whatever else its address carries.
export const pageInput = z.object({
  ...listInput.pick({ page: true, per_page: true }).shape,
  after: z
    .string()
    .regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, NOT_A_NEXT)
    .optional(),
})
/** A page of such records; `next` is there when a list without `page` is cut. */
export const cutPageOf = <Row extends z.ZodType>(row: Row) => pageOf(row).extend({ next: z.string().nullable() })
/** The id of the record to read. */
export const whichOne = z.object({ _id: id })

const always = ['created_at', 'version'] as const
const ownRv = seenBy('personal', rvKind, rv, [...always, 'serial']).omit({ user: true, added_by: true })
/** Whether the owner made the record; administrators made the others, for all owners. */
const mine = { mine: z.boolean() }
const listedChecklist = seenBy('personal', checklistKind, checklist, [...always]).extend(mine)
const listedItem = seenBy('personal', maintenanceItemKind, maintenanceItem, [...always]).extend(mine)

/** The answer of an owner's edit. `merged` names fields that were changed meanwhile, and not by whom. */
export const editedByOwner = <Row extends z.ZodType>(row: Row) =>
  saved(row).extend({ merged: z.array(mergedField.omit({ by: true })).optional() })

// Decides which day is today.
const ownItemFields = maintenanceItemFields.extend({ time_zone: z.string().max(64).optional() })

/** A VIN as it is typed, of which the rules are those of every VIN. */
const typedVin = z
  .union(
    [
      z.string().meta({ pattern: '^([0-9]{6,17}|[0-9A-Za-z]{11}[0-9]{6}|[0-9A-HJ-NPR-Za-hj-npr-z]{13}[0-9]{4})$' }),
      z.int().nonnegative(),
    ],
    {
      error: 'VIN cannot be empty.',
    },
  )
  .transform(String)
  .superRefine((typed, context) => {
    for (const { message } of rvFields.shape.vin.safeParse(typed).error?.issues ?? [])
      context.addIssue({ code: 'custom', message })
  })

const ownRvFields = rvFields.omit({ external_id: true }).extend({ vin: typedVin })

/** The fields as they are stored: a full VIN also says what the serial number is, where that is left out. */
const withSerialOfVin = <Fields extends { vin?: string | undefined; serial_no: string | null }>(fields: Fields) => {
  const { vin, serial_no } = fields
  if (vin === undefined) return fields
  const serial = lastSixOfVin(vin)
  return { ...fields, vin: serial ?? wholeVin(vin) ?? plainCode(vin), serial_no: serial_no ?? serial ?? null }
}

const read = { owner: true, get: true } as const
const add = { change: 'add', owner: true, once: true } as const
const edit = { change: 'edit', owner: true } as const
const remove = { change: 'delete', owner: true } as const

/**
 * Records of the signed-in owner. Lists of checklists and maintenance, and what reads one, include those that
 * administrators made for all owners; only the own ones can be changed.
 */
export const ownRecords = {
  rvs: endpoint('rvs', pageInput, cutPageOf(ownRv), read),
  rv: endpoint('rvs/get', whichOne, answered(ownRv), read),
  /** What the dealer site says about the warranty of an own RV. */
  warranty: endpoint('rvs/warranty', z.object({ rv_id: id }), warrantyAnswer, read),
  addRv: endpoint('rvs/add', ownRvFields.overwrite(withSerialOfVin), saved(ownRv), add),
  editRv: endpoint(
    'rvs/edit',
    // The VIN may be left out and stays.
    editFields(rvKind, ownRvFields.extend({ vin: typedVin.optional() })).overwrite(withSerialOfVin),
    editedByOwner(ownRv),
    edit,
  ),
  deleteRv: endpoint('rvs/delete', which('rv_id'), done, remove),

  checklists: endpoint('checklists', pageInput, cutPageOf(listedChecklist), read),
  checklist: endpoint('checklists/get', whichOne, answered(listedChecklist), read),
  addChecklist: endpoint('checklists/add', checklistFields, saved(listedChecklist), add),
  editChecklist: endpoint(
    'checklists/edit',
    editFields(checklistKind, checklistFields),
    editedByOwner(listedChecklist),
    edit,
  ),
  deleteChecklist: endpoint('checklists/delete', which('checklist_id'), done, remove),

  maintenance: endpoint('maintenance', pageInput, cutPageOf(listedItem), read),
  maintenanceItem: endpoint('maintenance/get', whichOne, answered(listedItem), read),
  addMaintenance: endpoint('maintenance/add', ownItemFields, saved(listedItem), add),
  editMaintenance: endpoint(
    'maintenance/edit',
    editFields(maintenanceItemKind, ownItemFields),
    editedByOwner(listedItem),
    edit,
  ),
  /** Marks an item as done, or as not done. What is done stays done since when it was. */
  doneMaintenance: endpoint(
    'maintenance/done',
    which('maintenance_id').extend({ done: z.boolean() }),
    editedByOwner(listedItem),
    edit,
  ),
  deleteMaintenance: endpoint('maintenance/delete', which('maintenance_id'), done, remove),
}

export type OwnCalls = Record<'get' | 'add' | 'edit' | 'delete', Endpoint>
/** The calls by which owners read, add, edit and delete records of a kind. */
export const ownCalls: Record<'rvs' | 'checklists' | 'maintenance_items', OwnCalls> & {
  [Type in RecordType]?: OwnCalls
} = {
  rvs: { get: ownRecords.rv, add: ownRecords.addRv, edit: ownRecords.editRv, delete: ownRecords.deleteRv },
  checklists: {
    get: ownRecords.checklist,
    add: ownRecords.addChecklist,
    edit: ownRecords.editChecklist,
    delete: ownRecords.deleteChecklist,
  },
  maintenance_items: {
    get: ownRecords.maintenanceItem,
    add: ownRecords.addMaintenance,
    edit: ownRecords.editMaintenance,
    delete: ownRecords.deleteMaintenance,
  },
}
