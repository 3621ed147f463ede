import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { RecordType } from '#contract/kinds.ts'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'

type ShownList = { type: RecordType; rows: QueryKey }

const ShownList = createContext<ShownList | undefined>(undefined)

/** Tells the dialogs of a list what it shows behind them. */
export const ShownListProvider = ShownList

/**
 * Returns a function that tells whether a record of this type is missing on the page of their list that is behind the
 * dialog; false where there is none, or where it could not be read again.
 */
export function useIsElsewhere(type: RecordType | undefined) {
  const list = useContext(ShownList)
  const client = useQueryClient()
  return (id: string) => {
    if (!list || list.type !== type) return false
    const { data, isInvalidated } = client.getQueryState<{ data: ListedRow[] }>(list.rows) ?? {}
    return data !== undefined && !isInvalidated && !data.data.some(({ _id }) => _id === id)
  }
}
