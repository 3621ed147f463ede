import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { dealers } from '#contract/dealers.ts'
import { notifications } from '#contract/notifications.ts'
import { templates } from '#contract/templates.ts'
import { users } from '#contract/users.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aNotification, aRecipient, aUser, noCounts } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows, rowsOf } from '#web/testing/rows.ts'
import { NotificationsScreen } from './notifications-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = (search = '') => renderScreen(<NotificationsScreen />, { path: `/manage-notifications${search}` })
const dealer = rowsOf('dealers')({ _id: 'dealer-1', name: 'Northgate RV' })
const link = { type: 'dealers', id: 'dealer-1' } as const
const later = { stage: 'scheduled', send_at: '2099-12-01T09:30', local_time: true, counts: noCounts } as const

beforeEach(() => {
  api = fakeApi()
  api.answers(users.list, pageOfRows([aUser()]))
  api.answers(templates.list, pageOfRows([]))
  api.answers(dealers.list, pageOfRows([dealer]))
  api.answers(dealers.get, { message: 'Dealer', data: dealer })
  const held_back = { no_consent: 0, weekly_limit: 0, unknown_zone: 0 }
  api.answers(notifications.count, { message: 'Users', data: { count: 1, held_back } })
  api.answers(notifications.recipients, pageOfRows([aRecipient()]))
  api.answers(notifications.opened, { message: 'Openings', data: { opened: 0, hours: [] } })
})

it('A message leads to a record that is chosen by its kind and its name', async () => {
  api.answers(notifications.send, { message: 'Notification has been sent.', data: aNotification() })
  api.answers(notifications.status, { message: 'Sent', data: aNotification() })
  const { user } = open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Grace Hopper' }))
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Open house')
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Please come.')
  await user.click(screen.getByRole('combobox', { name: 'Leads to' }))
  await user.click(await screen.findByRole('option', { name: 'A dealer' }))
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  await user.click(screen.getByRole('combobox', { name: 'Dealer' }))
  await user.click(await screen.findByRole('option', { name: 'Northgate RV' }))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Notification has been sent.')).toBeVisible()
  expect(api.calls(notifications.send)).toEqual([
    { title: 'Open house', description: 'Please come.', user_ids: ['user-1'], link },
  ])
})

it.each([
  [undefined, undefined],
  ['Nothing in the app', null],
])('An edit says nothing of a link that stays, and takes it away by null (%s)', async (choice, sent) => {
  const waiting = aNotification({ ...later, link })
  api.answers(notifications.list, pageOfRows([waiting]))
  api.answers(notifications.rewrite, { message: 'Notification has been changed.', data: waiting })
  const { user } = open('?view=sent')
  await user.click(await screen.findByRole('button', { name: /^Edit / }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit scheduled notification' }))
  expect(await dialog.findByDisplayValue('Northgate RV')).toBeVisible()
  if (choice) {
    await user.click(dialog.getByRole('combobox', { name: 'Leads to' }))
    await user.click(await screen.findByRole('option', { name: choice }))
  } else await user.type(dialog.getByRole('textbox', { name: 'Title' }), '!')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Notification has been changed.')).toBeVisible()
  expect(api.calls(notifications.rewrite).map((one) => (one as { link?: unknown }).link)).toEqual([sent])
})

it('A message that went without its link says so', async () => {
  const gone = aNotification({ link, link_lost_at: '2026-11-01T08:00:00.000Z' })
  api.answers(notifications.list, pageOfRows([gone]))
  api.answers(notifications.status, { message: 'Sent', data: gone })
  open('?view=sent&message=notification-1')
  expect(await screen.findByRole('link', { name: 'Northgate RV' })).toHaveAttribute('href', '/rv-dealers/dealer-1')
  expect(screen.getByText(/It went without this link from/)).toBeVisible()
})
