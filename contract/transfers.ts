import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { answered, done, reference } from './records.ts'

/** In the address of the list of RVs, opens the waiting transfers. */
export const TRANSFERS = 'transfers'

/** An RV that its last owner sold and another has registered since. */
export const transfer = z.object({
  transfer_id: z.string(),
  /** The RV, which has no owner now. */
  rv_id: z.string(),
  vin: z.string(),
  model: reference,
  /** The former owner. */
  from_user: reference,
  /** The owner who has registered its VIN. */
  to_user: reference,
  /** When that was. */
  proposed_at: z.iso.datetime(),
})
export type Transfer = z.output<typeof transfer>

const whichTransfer = z.object({ transfer_id: id })

export const transfers = {
  /** The RVs waiting to be transferred, longest wait first, at most a thousand. */
  list: endpoint('admin/transfers/list', z.object({}), answered(z.array(transfer)).extend({ total: z.int() })),
  /** Gives the RV to the owner who registered it, replacing what they entered. */
  accept: endpoint('admin/transfers/accept', whichTransfer, done, { change: 'other' }),
  /** Leaves both as they are: the registered RV is a different one. */
  refuse: endpoint('admin/transfers/refuse', whichTransfer, done, { change: 'other' }),
}
