import { z } from 'zod'
import { checklist, checklistFields, checklistKind } from '#contract/checklists.ts'
import { editFields } from '#contract/edit-fields.ts'
import { type Endpoint, endpoint } from '#contract/endpoint.ts'
import { id } from '#contract/fields.ts'
import type { RecordType } from '#contract/kinds.ts'
import { maintenanceItem, maintenanceItemFields, maintenanceItemKind } from '#contract/maintenance-items.ts'
import { answered, done, listInput, mergedField, mergedOf, pageOf, saved, which } from '#contract/records.ts'
import { endsAlike, lastSixOfVin, rv, rvFields, rvKind, typedVin } from '#contract/rvs.ts'
import { warrantyAnswer } from '#contract/warranty.ts'
import { seenBy } from './seen-by.ts'

export const NOT_A_NEXT = 'Please send the next of the answer before.'

/**
 * The requested page; without `page` the whole list, up to 1,000. `after` is the `next` of the previous answer, if that
 * was cut; its order is then by id.
 */
// A GET also has whatever else is in its address.
export const pageInput = z.object({
  ...listInput.pick({ page: true, per_page: true }).shape,
  after: z
    .string()
    .regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, NOT_A_NEXT)
    .optional()
    .meta({ description: 'The `next` of the answer before, where a list without `page` was cut.' }),
})
/** A page of such records; `next` is present if a list without `page` was cut. */
export const cutPageOf = <Row extends z.ZodType>(row: Row) =>
  pageOf(row).extend({
    next: z
      .string()
      .nullable()
      .meta({ description: 'Where a list without `page` was cut: to be sent as `after`; else null.' }),
  })
/** The id of the record to read. */
export const whichOne = z.object({ _id: id })

const always = ['created_at', 'version'] as const
const ownRv = seenBy('personal', rvKind, rv, [...always, 'serial', 'open_campaigns']).omit({
  user: true,
  added_by: true,
})
/** Administrators made the others, for all owners. */
const mine = { mine: z.boolean().meta({ description: 'Whether the signed-in owner has added it.' }) }
const listedChecklist = seenBy('personal', checklistKind, checklist, [...always]).extend(mine)
const listedItem = seenBy('personal', maintenanceItemKind, maintenanceItem, [...always]).extend(mine)

/** The answer to an owner's edit. `merged` names fields that others changed meanwhile, but not who. */
export const editedByOwner = <Row extends z.ZodType>(row: Row) =>
  saved(row).extend(mergedOf(mergedField.omit({ by: true })))

const ownItemFields = maintenanceItemFields.extend({
  time_zone: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'The owner’s time zone, such as America/Los_Angeles: it decides which day is today.' }),
})

// Owners write in their own language.
const ownChecklistFields = checklistFields.omit({ name_fr: true, note_fr: true })
const ownRvFields = rvFields.omit({ external_id: true }).extend({ vin: typedVin })

/** A full VIN also supplies the serial number, if that is left out. */
const withSerialOfVin = <Fields extends { vin?: string | undefined; serial_no: string | null }>(fields: Fields) => ({
  ...fields,
  serial_no: fields.serial_no ?? lastSixOfVin(fields.vin ?? '') ?? null,
})

const read = { owner: true, get: true } as const
const add = { change: 'add', owner: true, once: true } as const
const edit = { change: 'edit', owner: true } as const
const remove = { change: 'delete', owner: true } as const

/**
 * Records of the signed-in owner. Lists and reads of checklists and maintenance include those that administrators made
 * for all owners; only the owner's own can be changed.
 */
export const ownRecords = {
  rvs: endpoint('rvs', pageInput, cutPageOf(ownRv), read),
  rv: endpoint('rvs/get', whichOne, answered(ownRv), read),
  /** What the dealer site says about the warranty of the owner's RV. */
  warranty: endpoint(
    'rvs/warranty',
    z.object({ rv_id: id.meta({ description: 'The id of the RV.' }) }),
    warrantyAnswer,
    read,
  ),
  addRv: endpoint('rvs/add', ownRvFields.superRefine(endsAlike).overwrite(withSerialOfVin), saved(ownRv), add),
  editRv: endpoint(
    'rvs/edit',
    // The VIN may be left out to keep it.
    editFields(rvKind, ownRvFields.extend({ vin: typedVin.optional() }))
      .superRefine(endsAlike)
      .overwrite(withSerialOfVin),
    editedByOwner(ownRv),
    edit,
  ),
  deleteRv: endpoint('rvs/delete', which('rv_id'), done, remove),
  /** The owner has sold it: it is no longer theirs, and stays for its next owner. */
  soldRv: endpoint('rvs/sold', which('rv_id'), done, edit),

  checklists: endpoint('checklists', pageInput, cutPageOf(listedChecklist), read),
  checklist: endpoint('checklists/get', whichOne, answered(listedChecklist), read),
  addChecklist: endpoint('checklists/add', ownChecklistFields, saved(listedChecklist), add),
  editChecklist: endpoint(
    'checklists/edit',
    editFields(checklistKind, ownChecklistFields),
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
  /** Marks an item as done or not done. A done item keeps the time it was first done. */
  doneMaintenance: endpoint(
    'maintenance/done',
    which('maintenance_id').extend({ done: z.boolean().meta({ description: 'Whether it is done.' }) }),
    editedByOwner(listedItem),
    edit,
  ),
  deleteMaintenance: endpoint('maintenance/delete', which('maintenance_id'), done, remove),
}

export type OwnCalls = Record<'get' | 'add' | 'edit' | 'delete', Endpoint>
/** The calls with which owners read, add, edit and delete records of a kind. */
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
