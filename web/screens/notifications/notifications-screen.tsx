import { Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { notifications } from '#contract/notifications.ts'
import { query } from '#web/api/query.ts'
import { useMe } from '#web/api/use-me.ts'
import { useDraftsLoaded } from '#web/forms/draft-store.ts'
import { helpOf } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { RecordHistory } from '#web/records/change/record-history.tsx'
import { readDialogAddress } from '#web/records/list/dialog-address.ts'
import { useKeys } from '#web/records/list/keys-dialog.tsx'
import { LastChanges } from '#web/records/page/last-changes.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { NewMessage } from './new-message.tsx'
import { SentMessage } from './sent-message.tsx'
import { SentMessages } from './sent-messages.tsx'

/** The views for new and sent messages, or at the address of one of these that message. */
export function NotificationsScreen() {
  const { id } = useParams()
  return id === undefined ? <Messages /> : <NotificationPage id={id} />
}

function NotificationPage({ id }: { id: string }) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { title, path } = screens.notifications
  const sent = `${path}?view=sent`
  const { data } = useQuery(query(notifications.get, { notification_id: id }))
  return (
    <Page title={data?.data.title ?? 'Sent notification'} parent={{ title, to: sent }}>
      <Stack>
        <SentMessage id={id} />
        {data && <LastChanges type="notifications" id={id} />}
      </Stack>
      <RecordHistory
        type="notifications"
        dialog={readDialogAddress(search) ? { kind: 'history', row: { _id: id } } : null}
        onClose={() => void navigate({ search: '' }, { replace: true })}
      />
    </Page>
  )
}

/** The views for new and sent messages; the current one is in the URL. */
function Messages() {
  const me = useMe()
  const isReady = useDraftsLoaded()
  const { state } = useLocation() as { state: { draft?: string } | null }
  const [params, setParams] = useSearchParams()
  const view = params.get('view') === 'sent' ? 'sent' : 'new'
  const message = params.get('message')
  const { showKeys, keysDialog } = useKeys()
  const sentTab = useRef<HTMLButtonElement>(null)
  // Drops page and filters of the other view's list from the URL.
  const showSent = (message?: string) => setParams({ view: 'sent', ...(message && { message }) })
  function backToSent() {
    showSent()
    sentTab.current?.focus()
  }

  return (
    <Page title={screens.notifications.title} help={helpOf(screens.notifications)} onKeys={showKeys}>
      <Tabs
        value={view}
        onChange={(view) => (view === 'sent' ? showSent() : setParams({}))}
        keepMounted={false}
        color="var(--focus-color)"
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="new">Compose</Tabs.Tab>
          <Tabs.Tab value="sent" ref={sentTab}>
            Sent
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="new">
          {me && isReady && <NewMessage key={state?.draft} me={me} resumed={state?.draft} onShowSent={showSent} />}
        </Tabs.Panel>
        <Tabs.Panel value="sent">
          {message ? <SentMessage id={message} onBack={backToSent} /> : <SentMessages onOpen={showSent} />}
        </Tabs.Panel>
      </Tabs>
      {keysDialog}
    </Page>
  )
}
