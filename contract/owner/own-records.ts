import { z } from 'zod'
import { checklist, checklistFields } from '#contract/checklists.ts'
import { endpoint } from '#contract/endpoint.ts'
import { maintenanceItem, maintenanceItemFields } from '#contract/maintenance-items.ts'
import { listInput, pageOf, saved } from '#contract/records.ts'
import { rv, rvFields } from '#contract/rvs.ts'

/** The requested page; without `page` the whole list, up to 1,000. */
// A GET also has what an address carries besides.
export const pageInput = z.object(listInput.pick({ page: true, per_page: true }).shape)

const inside = { is_deleted: true, srno: true, updated_by: true } as const
const ownRv = rv.omit({ ...inside, user: true, added_by: true, user_email: true })
const listedChecklist = checklist.omit({ ...inside, added_by_kind: true })
const listedItem = maintenanceItem.omit({ ...inside, added_by_kind: true })

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
