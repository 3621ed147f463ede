import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import { users } from '#contract/users.ts'
import { NotificationsScreen } from '#web/screens/notifications/notifications-screen.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aUser } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows } from '#web/testing/rows.ts'
import { UsersScreen } from './users-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = (path: string) =>
  renderScreen(
    [
      { path: '/users', element: <UsersScreen /> },
      { path: '/manage-notifications', element: <NotificationsScreen /> },
    ],
    { path },
  )
beforeEach(() => {
  api = fakeApi()
  api.answers(users.list, pageOfRows([aUser()], 312))
  api.answers(notifications.reached, { message: 'Users', data: ['user-1'] })
  api.answers(notifications.count, {
    message: 'Users',
    data: { count: 312, held_back: { no_consent: 0, weekly_limit: 0, unknown_zone: 0 } },
  })
})

it('leads from a filtered list of users to a message to the active ones among them', async () => {
  const { user } = open('/users?name=grace')
  await user.click(await screen.findByRole('link', { name: 'Send to these 312' }))
  const filters = { name: { op: 'contains', value: 'grace' } }
  expect(api.calls(notifications.count)[0]).toEqual({ all_matching: { filters }, purpose: 'service' })
  expect(await screen.findByText(/^To: 312 users/)).toBeVisible()
})

it.each(['/users', '/users?status=inactive'])('is not offered at %s', async (path) => {
  open(path)
  await screen.findByRole('link', { name: 'Grace Hopper' })
  expect(screen.queryByRole('link', { name: /^Send to/ })).toBeNull()
  expect(api.calls(notifications.count)).toEqual([])
})
