import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { checkConnection, connectionBack, isOnline, useOnline } from '#web/api/connection.ts'
import { MessagePage } from '#web/ui/page/message-page.tsx'

const WAS_NOT_LOADED = /dynamically imported module|importing a module script|preload/i

/**
 * The error page for a screen that threw, or whose chunk could not be loaded: after an update, or without a connection,
 * and then it is loaded as soon as the connection is back.
 */
export function RouteError({ inside = false }: { inside?: boolean }) {
  const error = useRouteError()
  const notLoaded = error instanceof Error && WAS_NOT_LOADED.test(error.message)
  // Without a connection, a reload would lose the rest of the application as well.
  const isOffline = !useOnline() && notLoaded
  useEffect(() => {
    if (!notLoaded) return
    const leaving = new AbortController()
    reloadWhenBack(leaving.signal).catch(() => {})
    return () => leaving.abort()
  }, [notLoaded])

  return (
    <MessagePage
      inside={inside}
      title={notLoaded ? 'This page could not be loaded' : 'Something went wrong'}
      message={
        isOffline
          ? 'You are offline, and this page has not been opened before. It will load when you are back online.'
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

/** Reloads the page once the server can be reached, unless it could be all the time: then something else is wrong. */
async function reloadWhenBack(signal: AbortSignal) {
  const wasOnline = isOnline()
  if (await checkConnection()) {
    if (wasOnline) return
  } else await connectionBack(signal)
  if (!signal.aborted) window.location.reload()
}
