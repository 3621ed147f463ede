import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { isValidElement, type ReactElement, useState } from 'react'
import { createMemoryRouter, Outlet, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { Me } from '#contract/account.ts'
import { storeToken } from '#web/api/session.ts'
import { meQuery } from '#web/api/use-me.ts'
import { LeaveGuard } from '#web/app/leave-guard.tsx'
import { createQueryClient } from '#web/app/query-client.ts'
import { UnsavedDrafts } from '#web/app/unsaved-drafts.tsx'
import { useToken } from '#web/app/use-token.ts'
import { cssVariables } from '#web/ui/theme/css-variables.ts'
import { theme } from '#web/ui/theme/theme.ts'

/** The administrator who is signed in by default. */
export const ada: Me = {
  _id: 'admin-ada',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  avtar: null,
  app_usage_count: 12345,
  register_users_count: 2,
  rv_management_count: 3,
  rv_service_count: 4,
  checklist_count: 5,
  maintenance_count: 6,
  owners_manual_count: 7,
  slider_images_count: 8,
  second_factor_required: false,
}

type Options = {
  /** The initial URL, with query string. */
  path?: string
  /** The signed-in administrator; null for a visitor. */
  me?: Me | null
}

/** Like the guards and the shell: unmounts the screen when the session ends, and asks before a changed form is left. */
function SessionScope() {
  const token = useToken()
  const [tokenAtStart] = useState(token)
  if (token !== tokenAtStart) return null
  return (
    <>
      <UnsavedDrafts />
      <Outlet />
      <LeaveGuard />
    </>
  )
}

/**
 * Renders a screen, or routes, inside the providers of the application. Returns the router (`state.location`), the
 * query client and a user, in addition to the result of Testing Library.
 */
export function renderScreen(screen: ReactElement | RouteObject[], { path = '/', me = ada }: Options = {}) {
  const routes = isValidElement(screen)
    ? [
        {
          element: <SessionScope />,
          children: [{ path: new URL(path, 'http://localhost').pathname, element: screen }],
        },
        { path: '*', element: null },
      ]
    : screen
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const client = createQueryClient({
    onForbidden: () => void router.navigate('/unauthorized'),
  })
  const defaults = client.getDefaultOptions()
  client.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 0 } })
  if (me) {
    storeToken('a-session-token')
    // A second ago, so that nothing waits for the spinner.
    client.setQueryData(meQuery.queryKey, { message: 'Signed in', data: me }, { updatedAt: Date.now() - 1000 })
  }
  const rendered = render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <QueryClientProvider client={client}>
        <Notifications position="bottom-right" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { ...rendered, router, client, user: userEvent.setup({ delay: null }) }
}
