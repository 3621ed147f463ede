import { calls } from '#contract/calls.ts'
import { changes } from '#contract/changes.ts'
import { dealers } from '#contract/dealers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { kinds, recordTypes } from '#contract/kinds.ts'
import { manuals } from '#contract/manuals.ts'
import { notifications } from '#contract/notifications.ts'
import { rvs } from '#contract/rvs.ts'
import type { ListColumn } from '../db/lists/list-columns.ts'
import { columnsOf, type Filtered } from '../db/lists/list-filters.ts'
import { changeList } from './changes/history/changes.repository.ts'
import { servedKinds } from './kinds.ts'
import { recipientList } from './notifications/notifications.repository.ts'

const of = (endpoint: Endpoint, list: Filtered) => [endpoint.path, columnsOf(list)] as const

/** The list of each kind of record, found beside the call that reads one by its key. */
const ofRecords = Object.values(calls).flatMap(({ list, get }) => {
  const type = recordTypes.find((type) => get && Object.hasOwn(fieldsOf(get), kinds[type].key))
  return list && type ? [of(list, servedKinds[type].list)] : []
})

/** The fields that each call filters and sorts by, by path: `listPage` refuses any others. */
export const listedColumns: ReadonlyMap<string, Record<string, ListColumn>> = new Map([
  ...ofRecords,
  of(changes.list, changeList),
  of(dealers.map, servedKinds.dealers.list),
  of(manuals.manual_years, servedKinds.years.list),
  of(notifications.recipients, recipientList),
  of(notifications.send, servedKinds.users.list),
  of(rvs.owners, servedKinds.rvs.list),
])

function fieldsOf({ input }: Endpoint) {
  return 'shape' in input ? (input.shape as object) : {}
}
