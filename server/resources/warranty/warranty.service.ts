import type { WarrantyCheck } from '../../integrations/warranty/register.ts'

/** What the dealer site says about a serial number now, or said last. Throws 503 if it has never said anything. */
export async function askWarranty(check: WarrantyCheck, serial: string) {
  const { warranty, asOf } = await check(serial)
  if (!asOf) return { message: 'Warranty', data: { warranty } }
  return {
    message: 'Warranties cannot be checked right now. This is what the dealer site said last.',
    data: { warranty, as_of: asOf },
  }
}
