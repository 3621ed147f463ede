import type { CampaignUnit } from '#contract/campaign-units.ts'

/** What an owner says happened to a vehicle, as stored: about which RV, and by whom. */
export type Said = NonNullable<CampaignUnit['said']> & { rv_id?: string; user_id?: string }

/** The same as stored, null if nothing was said. */
export const saidOf = (stored: string | null) => (stored === null ? null : (JSON.parse(stored) as Said))
