import type { CallInput } from '#contract/endpoint.ts'
import type { notifications } from '#contract/notifications.ts'

/** A message as the form sends it. */
export type Sent = CallInput<typeof notifications.send>

/** Filters of the users list, by which all who match are selected. */
export type Filters = NonNullable<NonNullable<Sent['all_matching']>['filters']>

/** The selection as a draft keeps it: users by id, or all that match the filters, `total` of them, but some. */
export type KeptSelection = { ids: string[] } | { all: Filters; total: number; except?: string[] }

/** Whether anyone is left out. */
export const isFiltered = (filters: Filters | null) => Object.keys(filters ?? {}).length > 0
