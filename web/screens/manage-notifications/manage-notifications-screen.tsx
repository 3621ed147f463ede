import { Tabs } from '@mantine/core'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useMe } from '#web/api/use-me.ts'
import { screens } from '#web/navigation/screens.ts'
import { Page } from '#web/ui/page/page.tsx'
import { NewMessage } from './new-message.tsx'
import { useSelection } from './selection.ts'
import { SentMessage } from './sent-message.tsx'
import { SentMessages } from './sent-messages.tsx'

/** Writing a message, or what became of those that were sent: the address says which, so that it can be shared. */
export function ManageNotificationsScreen() {
  const me = useMe()
  // Here, as it stays while one looks at what was sent.
  const selection = useSelection()
  const [params, setParams] = useSearchParams()
  const view = params.get('view') === 'sent' ? 'sent' : 'new'
  const message = params.get('message')
  const sentTab = useRef<HTMLButtonElement>(null)
  // Each view has a list of its own, whose page and filters mean nothing to the others.
  const showSent = (message?: string) => setParams({ view: 'sent', ...(message && { message }) })
  function backToSent() {
    showSent()
    sentTab.current?.focus()
  }

  return (
    <Page title={screens.notifications.title}>
      <Tabs value={view} onChange={(view) => (view === 'sent' ? showSent() : setParams({}))} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="new">Compose</Tabs.Tab>
          <Tabs.Tab value="sent" ref={sentTab}>
            Sent
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="new">{me && <NewMessage me={me} selection={selection} onShowSent={showSent} />}</Tabs.Panel>
        <Tabs.Panel value="sent">
          {message ? <SentMessage id={message} onBack={backToSent} /> : <SentMessages onOpen={showSent} />}
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
