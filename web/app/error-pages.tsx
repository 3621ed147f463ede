import { Button } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { useNavigate } from 'react-router'
import { MessagePage } from '#web/ui/page/message-page.tsx'

/** The page for an address that leads nowhere. */
export const NotFound = () => (
  <MessagePage title="404" message="Sorry, the page you visited does not exist.">
    <GoBackButton />
  </MessagePage>
)

/** The page for people who may not see what they asked for. */
export const Unauthorized = () => (
  <MessagePage title="403" message="Sorry, you are not allowed to use this page.">
    <GoBackButton />
  </MessagePage>
)

// Without the Navigation API, react-router's index tells whether there is a previous page; it restarts at 0 on reload.
function canGoBack() {
  const { navigation } = window as { navigation?: Navigation }
  if (navigation) return navigation.canGoBack
  return Boolean((window.history.state as { idx?: number } | null)?.idx)
}

/** Goes back to the previous page, or home when this is the first page of the tab. */
function GoBackButton() {
  const navigate = useNavigate()
  return (
    <Button
      leftSection={<ArrowLeft size={16} aria-hidden />}
      onClick={() => void (canGoBack() ? navigate(-1) : navigate('/', { replace: true }))}
    >
      Go Back
    </Button>
  )
}
