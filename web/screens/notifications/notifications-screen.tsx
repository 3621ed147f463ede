import { Anchor, Group, Tabs } from '@mantine/core'
import { useRef } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import { useMe } from '#web/api/use-me.ts'
import { useDraftsLoaded } from '#web/forms/draft-store.ts'
import { screenOf } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { useKeys } from '#web/records/list/keys-dialog.tsx'
import { Page } from '#web/ui/page/page.tsx'
import type { KeptSelection } from './kept-selection.ts'
import { NewMessage } from './new-message.tsx'
import { NotificationPage } from './notification-page.tsx'
import { SentMessage } from './sent-message.tsx'
import { SentMessages } from './sent-messages.tsx'

/** The views for new and sent messages, or at the address of one of these that message. */
export function NotificationsScreen() {
  const { id } = useParams()
  return id === undefined ? <Messages /> : <NotificationPage key={id} id={id} />
}

const focusMessage = () => document.querySelector<HTMLElement>('form[aria-label=Notification] [name=title]')?.focus()

/** The views for new and sent messages; the current one is in the URL. */
function Messages() {
  const me = useMe()
  const isReady = useDraftsLoaded()
  const { title, help } = screenOf('notifications')
  const { state } = useLocation() as { state: { draft?: string; chosen?: KeptSelection } | null }
  const [params, setParams] = useSearchParams()
  const view = params.get('view') === 'sent' ? 'sent' : 'new'
  const message = params.get('message')
  const { showKeys, keysDialog } = useKeys(() => (view === 'new' ? focusMessage() : setParams({})))
  const sentTab = useRef<HTMLButtonElement>(null)
  // Drops page and filters of the other view's list from the URL.
  const showSent = (message?: string) => setParams({ view: 'sent', ...(message && { message }) })
  function backToSent() {
    showSent()
    sentTab.current?.focus()
  }

  return (
    <Page title={title} help={help} onKeys={showKeys}>
      <Group gap="md" mb="sm">
        <Anchor component={Link} to={screens.templates.path} size="sm">
          {screenOf('templates').title}
        </Anchor>
        <Anchor component={Link} to={screens.audiences.path} size="sm">
          {screenOf('audiences').title}
        </Anchor>
      </Group>
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
          {me && isReady && (
            <NewMessage
              key={state?.draft}
              me={me}
              resumed={state?.draft}
              chosen={state?.chosen}
              onShowSent={showSent}
            />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="sent">
          {message ? <SentMessage id={message} onBack={backToSent} /> : <SentMessages onOpen={showSent} />}
        </Tabs.Panel>
      </Tabs>
      {keysDialog}
    </Page>
  )
}
