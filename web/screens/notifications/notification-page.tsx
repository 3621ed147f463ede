import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { notifications } from '#contract/notifications.ts'
import { query } from '#web/api/query.ts'
import { screenOf } from '#web/navigation/help.ts'
import { RecordHistory } from '#web/records/change/history/record-history.tsx'
import { ListScopeProvider, withoutScope } from '#web/records/list/state/list-scope.ts'
import { useList } from '#web/records/list/state/use-list.ts'
import { LastChanges } from '#web/records/page/last-changes.tsx'
import { Neighbours } from '#web/records/page/neighbours.tsx'
import { UnreadRecord } from '#web/records/page/unread-record.tsx'
import { useNeighbours } from '#web/records/page/use-neighbours.ts'
import { usePageKeys } from '#web/records/page/use-page-keys.tsx'
import { useVisited } from '#web/records/page/visited.ts'
import { useLeftPage } from '#web/records/record/way-back.ts'
import { readDialogAddress, searchOf, withDialog } from '#web/records/shared/dialog-address.ts'
import { fullNameOf } from '#web/records/shared/row-name.ts'
import { Page } from '#web/ui/page/page.tsx'
import { BeforeItGoesButtons } from './before-it-goes.tsx'
import { sentColumns } from './sent-columns.tsx'
import { SentMessage } from './sent-message.tsx'

const RECIPIENTS = 'recipients'

/** The page of a sent message, from which one goes on to the next in the list of sent messages. */
export function NotificationPage({ id }: { id: string }) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { title, path } = screenOf('notifications')
  const parent = { title, to: path + sentSearch(search) }
  const { data, error, refetch } = useQuery(query(notifications.get, { notification_id: id }))
  const list = useList({ list: notifications.list, columns: sentColumns, name: 'notifications' })
  const neighbours = useNeighbours('notifications', id, list)
  const { keysDialog } = usePageKeys(neighbours, parent.to, { readOnly: true })
  useLeftPage('notifications', id)
  useVisited('notifications', id, data && fullNameOf('notifications', data.data))
  if (error && !data) {
    return <UnreadRecord type="notifications" error={error} list={parent} onRetry={() => void refetch()} />
  }

  return (
    <Page title={data?.data.title ?? 'Sent notification'} parent={parent} actions={<Neighbours {...neighbours} />}>
      <Stack>
        {data && <BeforeItGoesButtons notification={data.data} />}
        <ListScopeProvider value={RECIPIENTS}>
          <SentMessage id={id} />
        </ListScopeProvider>
        {data && <LastChanges type="notifications" id={id} />}
      </Stack>
      <RecordHistory
        type="notifications"
        dialog={readDialogAddress(search)?.kind === 'history' ? { kind: 'history', row: { _id: id } } : null}
        onClose={() => void navigate({ search: withDialog(search, undefined) }, { replace: true })}
      />
      {keysDialog}
    </Page>
  )
}

/** The query string of the list of sent messages as it was left. */
function sentSearch(search: string) {
  const left = new URLSearchParams(withoutScope(withDialog(search, undefined), RECIPIENTS))
  return searchOf(new URLSearchParams([['view', 'sent'], ...left]))
}
