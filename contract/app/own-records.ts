import { z } from 'zod'
import { checklist, checklistFields } from '#contract/checklists.ts'
import { endpoint } from '#contract/endpoint.ts'
import { maintenanceItem, maintenanceItemFields } from '#contract/maintenance-items.ts'
import { listInput, pageOf, saved } from '#contract/records.ts'
import { rv, rvFields } from '#contract/rvs.ts'

/** Which part of a list: all of it, up to 1,000, where no page is asked for. */
export const pageInput = listInput.pick({ page: true, per_page: true })

const ownRv = rv.omit({ is_deleted: true, srno: true, user: true, added_by: true })
const listedChecklist = checklist.omit({ is_deleted: true, srno: true })
const listedItem = maintenanceItem.omit({ is_deleted: true, srno: true })

/** What owners have, and what they add. Checklists and maintenance are those made for all owners and the caller's own. */
export const ownRecords = {
  rvs: endpoint('rvs', pageInput, pageOf(ownRv), { app: true, get: true }),
  addRv: endpoint('rvs/add', rvFields, saved(ownRv), { app: true, once: true }),
  checklists: endpoint('checklists', pageInput, pageOf(listedChecklist), { app: true, get: true }),
  addChecklist: endpoint('checklists/add', checklistFields, saved(listedChecklist), { app: true, once: true }),
  maintenance: endpoint('maintenance', pageInput, pageOf(listedItem), { app: true, get: true }),
  addMaintenance: endpoint(
    'maintenance/add',
    // The owner's time zone says which day is today.
    maintenanceItemFields.extend({ time_zone: z.string().max(64).optional() }),
    saved(listedItem),
    { app: true, once: true },
  ),
}
