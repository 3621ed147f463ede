import { z } from 'zod'
import { checklist, checklistFields, checklistKind } from '#contract/checklists.ts'
import { type Endpoint, endpoint } from '#contract/endpoint.ts'
import type { RecordType } from '#contract/kinds.ts'
import { maintenanceItem, maintenanceItemFields, maintenanceItemKind } from '#contract/maintenance-items.ts'
import { listInput, pageOf, saved } from '#contract/records.ts'
import { rv, rvFields, rvKind } from '#contract/rvs.ts'
import { seenBy } from './seen-by.ts'

/** The requested page; without `page` the whole list, up to 1,000. */
// A GET also has whatever else its address carries.
export const pageInput = z.object(listInput.pick({ page: true, per_page: true }).shape)

const always = ['created_at', 'version'] as const
const added = [...always, 'user', 'added_by'] as const
const ownRv = seenBy('personal', rvKind, rv, [...always, 'serial']).omit({ user: true, added_by: true })
const listedChecklist = seenBy('personal', checklistKind, checklist, added)
const listedItem = seenBy('personal', maintenanceItemKind, maintenanceItem, added)

/**
 * Records of the signed-in owner, and calls that add some. Checklists and maintenance include those that
 * administrators made for all owners.
 */
export const ownRecords = {
  rvs: endpoint('rvs', pageInput, pageOf(ownRv), { owner: true, get: true }),
  addRv: endpoint('rvs/add', rvFields, saved(ownRv), { change: 'add', owner: true, once: true }),
  checklists: endpoint('checklists', pageInput, pageOf(listedChecklist), { owner: true, get: true }),
  addChecklist: endpoint('checklists/add', checklistFields, saved(listedChecklist), {
    change: 'add',
    owner: true,
    once: true,
  }),
  maintenance: endpoint('maintenance', pageInput, pageOf(listedItem), { owner: true, get: true }),
  addMaintenance: endpoint(
    'maintenance/add',
    // Decides which day is today.
    maintenanceItemFields.extend({ time_zone: z.string().max(64).optional() }),
    saved(listedItem),
    { change: 'add', owner: true, once: true },
  ),
}

/** The calls by which owners add records of a kind. */
export const addedByOwners: Partial<Record<RecordType, Endpoint>> = {
  rvs: ownRecords.addRv,
  checklists: ownRecords.addChecklist,
  maintenance_items: ownRecords.addMaintenance,
}
