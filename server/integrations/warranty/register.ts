import type { WarrantyItem } from '#contract/warranty.ts'
import type { Db } from '../../db/schema.ts'

/** The warranties for a serial number. `asOf` (ISO 8601) is set if they are an older answer, and is its time. */
export type Warranties = { warranty: WarrantyItem[]; asOf?: string }

/** Looks up a serial number of six digits. */
export type WarrantyCheck = (serial: string) => Promise<Warranties>

const MAX_ITEMS = 50

/** The built-in register: the warranties in the database, the last to expire first. */
export const warrantyRegister =
  (db: Db): WarrantyCheck =>
  async (serial) => {
    const rows = await db
      .selectFrom('warranties')
      .selectAll()
      .where('serial', '=', serial)
      .orderBy('expires_on', 'desc')
      .orderBy('id')
      .limit(MAX_ITEMS)
      .execute()
    const warranty = rows.map(({ serial, model, purchased_on, expires_on }) => ({
      Serial: serial,
      Model: model,
      DateOfPurchase: purchased_on,
      WarrantyExpire: expires_on,
    }))
    return { warranty }
  }
