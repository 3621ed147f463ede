import { MessagePage } from '#web/ui/page/message-page.tsx'
import { GoBackButton } from './go-back-button.tsx'

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
