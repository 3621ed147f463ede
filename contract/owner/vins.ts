import { endpoint } from '#contract/endpoint.ts'
import { answered } from '#contract/records.ts'
import { checkedVin, vinToCheck } from '#contract/vin-patterns.ts'

export const ownVins = {
  /** What a typed VIN says, and where it contradicts what was chosen; `rvs/add` accepts it anyway. */
  check: endpoint('vins/check', vinToCheck, answered(checkedVin), { owner: true, get: true }),
}
