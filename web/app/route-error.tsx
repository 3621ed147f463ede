import { Button } from '@mantine/core'
import { useRouteError } from 'react-router'
import { useOnline } from '#web/api/connection.ts'
import { MessagePage } from '#web/ui/page/message-page.tsx'

const WAS_NOT_LOADED = /dynamically imported module|importing a module script|preload/i

/** The error page for a screen that threw, or whose chunk could not be loaded, as after an update. */
export function RouteError({ inside = false }: { inside?: boolean }) {
  const error = useRouteError()
  const notLoaded = error instanceof Error && WAS_NOT_LOADED.test(error.message)
  // Without a connection, a reload would lose the rest of the application as well.
  const isOffline = !useOnline() && notLoaded
  return (
    <MessagePage
      inside={inside}
      title={notLoaded ? 'This page could not be loaded' : 'Something went wrong'}
      message={
        isOffline
          ? 'There is no connection just now, and this page was not opened before. It can be loaded when the connection is back.'
          : notLoaded
            ? 'There may be a new version of the back-office, or the connection was lost. Please reload the page.'
            : 'This page could not be shown. Please reload it.'
      }
    >
      <Button disabled={isOffline} onClick={() => window.location.reload()}>
        Reload
      </Button>
    </MessagePage>
  )
}
