import { useCallbackRef } from '@mantine/hooks'
import { useLocation, useNavigate } from 'react-router'
import type { Visit } from '#web/records/list/grid/row-visits.ts'
import { withDialog } from '#web/records/shared/dialog-address.ts'

/**
 * A function that goes to the page of a record. The page of a row of this list is told what the list shows, so that it
 * leads back there, and to the rows before and after.
 */
export function useVisit(rowPath: string | undefined): Visit {
  const { search } = useLocation()
  const navigate = useNavigate()
  return useCallbackRef((path: string, inNewTab: boolean) => {
    const isOwn = rowPath !== undefined && path.startsWith(`${rowPath}/`)
    const to = isOwn ? path + withDialog(search, undefined) : path
    if (inNewTab) window.open(to, '_blank', 'noopener')
    else void navigate(to)
  })
}
