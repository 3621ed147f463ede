import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { audiences } from '#contract/audiences.ts'
import { models } from '#contract/models.ts'
import { notifications } from '#contract/notifications.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { templates } from '#contract/templates.ts'
import { users } from '#contract/users.ts'
import { years } from '#contract/years.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aNotification, aRecipient, aUser, noCounts } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows } from '#web/testing/rows.ts'
import { NotificationsScreen } from './notifications-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = (search = '') => renderScreen(<NotificationsScreen />, { path: `/manage-notifications${search}` })
const waiting = aNotification({
  stage: 'scheduled',
  send_at: '2099-12-01T09:30',
  local_time: true,
  counted: 312,
  recipients: 312,
  counts: noCounts,
})

beforeEach(() => {
  api = fakeApi()
  const held_back = { no_consent: 0, weekly_limit: 1, unknown_zone: 1 }
  api.answers(users.list, pageOfRows([aUser()]))
  api.answers(templates.list, pageOfRows([]))
  api.answers(notifications.count, { message: 'Users', data: { count: 1, held_back } })
  api.answers(notifications.send, { message: 'Notification has been scheduled.', data: waiting })
  api.answers(notifications.status, { message: 'Sent', data: waiting })
  api.answers(notifications.list, pageOfRows([waiting]))
  api.answers(notifications.recipients, pageOfRows([aRecipient()]))
  api.answers(notifications.opened, { message: 'Openings', data: { opened: 0, hours: [] } })
})

describe('a message', () => {
  it('is scheduled by each owner’s own clock, and says who is not told as others are', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Grace Hopper' }))
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Recall')
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Please call.')
    expect(screen.getByText(/Phones ring from 8:00 to 21:00/)).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'At a day and time' }))
    expect(
      screen.getByText(/Owners whose time zone isn’t known, such as those without a phone, get it when it is day from/),
    ).toBeVisible()
    expect(screen.getByRole('button', { name: 'Schedule' })).toBeDisabled()
    await user.click(screen.getByRole('checkbox', { name: 'In each owner’s own time' }))
    await user.type(screen.getByRole('textbox', { name: 'Day' }), '12-01-2099')
    const time = screen.getByRole('textbox', { name: 'Day: time' })
    await user.clear(time)
    await user.type(time, '9:30')
    await user.tab()
    expect(screen.getByText(/1 has got as many messages this week as one may/)).toBeVisible()
    expect(screen.getByText(/1 has no known time zone/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Schedule' }))
    expect(await screen.findByText('Notification has been scheduled.')).toBeVisible()
    expect(api.calls(notifications.send)).toEqual([
      {
        title: 'Recall',
        description: 'Please call.',
        user_ids: ['user-1'],
        send_at: '2099-12-01T09:30',
        local_time: true,
      },
    ])
  })
})

describe('a message that waits', () => {
  it('says when it goes, and is recalled', async () => {
    api.answers(notifications.recall, { message: 'Notification has been recalled.', data: waiting } as never)
    const { user } = open('?view=sent')
    expect(await screen.findByText('Goes 1 Dec 2099, 09:30, owners’ own time')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^Recall / }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Recall notification' }))
    await user.click(dialog.getByRole('button', { name: 'Recall' }))
    expect(await screen.findByText('Notification has been recalled.')).toBeVisible()
    expect(api.calls(notifications.recall)).toEqual([{ notification_id: 'notification-1' }])
  })

  it('is changed, and keeps its time where that is not', async () => {
    api.answers(notifications.rewrite, { message: 'Notification has been changed.', data: waiting } as never)
    const { user } = open('?view=sent')
    await user.click(await screen.findByRole('button', { name: /^Edit / }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit scheduled notification' }))
    const title = dialog.getByRole('textbox', { name: 'Title' })
    await user.clear(title)
    await user.type(title, 'Winter')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Notification has been changed.')).toBeVisible()
    expect(api.calls(notifications.rewrite)).toMatchObject([
      { notification_id: 'notification-1', version: 1, title: 'Winter', send_at: '2099-12-01T09:30', local_time: true },
    ])
  })
})

it('says beside the day what the server refuses of it', async () => {
  const errors = { send_at: ['Please choose a time within a year.'] }
  api.refuses(notifications.rewrite, 422, { message: 'Please choose a time within a year.', errors })
  const { user } = open('?view=sent')
  await user.click(await screen.findByRole('button', { name: /^Edit / }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit scheduled notification' }))
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), '!')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(dialog.getByRole('textbox', { name: 'Day' })).toHaveAccessibleDescription(
      /Please choose a time within a year/,
    ),
  )
})

describe('who gets a message that waits', () => {
  const openChoice = async () => {
    api.answers(notifications.rewrite, { message: 'Notification has been changed.', data: waiting } as never)
    const { user } = open('?view=sent')
    await user.click(await screen.findByRole('button', { name: /^Edit / }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit scheduled notification' }))
    expect(dialog.getByText('To 312 users, counted again when it goes.')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Change who gets it' }))
    const choice = within(await screen.findByRole('dialog', { name: 'Who gets it' }))
    expect(choice.getByRole('button', { name: 'Choose' })).toBeDisabled()
    return { user, dialog, choice }
  }
  const sent = () => api.calls(notifications.rewrite).map((one) => one as { [name: string]: unknown })

  it('can be others from the list, or those who meet conditions, with the number that was counted', async () => {
    for (const list of [audiences.list, rvTypes.list, years.list, models.list])
      api.answers(list, pageOfRows([]) as never)
    const held_back = { no_consent: 0, no_device: 0, weekly_limit: 0, unknown_zone: 0, unknown_place: 0 }
    const data = { count: 24, words: 'Owners with an RV', held_back, sample: [aUser()] }
    api.answers(audiences.count, { message: 'Audience', data })
    const { user, dialog, choice } = await openChoice()
    await user.click(await choice.findByRole('checkbox', { name: 'Select Grace Hopper' }))
    await user.click(choice.getByRole('button', { name: 'Choose' }))
    expect(await dialog.findByText('To 1 user, counted again when it goes.')).toBeVisible()
    expect(dialog.getByText(/1 has got as many messages this week as one may/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Change who gets it' }))
    const again = within(await screen.findByRole('dialog', { name: 'Who gets it' }))
    await user.click(again.getByRole('radio', { name: 'By conditions' }))
    await user.click(again.getByRole('button', { name: 'Add condition' }))
    await user.click(again.getByRole('combobox', { name: 'What is asked' }))
    await user.click(await screen.findByRole('option', { name: 'Has an RV' }))
    await waitFor(() => expect(again.getByRole('button', { name: 'Choose' })).toBeEnabled())
    await user.click(again.getByRole('button', { name: 'Choose' }))
    expect(await dialog.findByText('To 24 users (Owners with an RV), counted again when it goes.')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Notification has been changed.')).toBeVisible()
    const audience = { all: [{ field: 'has_rv', op: 'eq', value: true }] }
    expect(sent()).toMatchObject([{ notification_id: 'notification-1', version: 1, audience, expect: 24 }])
    expect(sent()[0]).not.toHaveProperty('user_ids')
  })

  it('stays where nobody else was chosen in the end', async () => {
    const { user, dialog, choice } = await openChoice()
    await user.click(await choice.findByRole('checkbox', { name: 'Select Grace Hopper' }))
    await user.click(choice.getByRole('button', { name: 'Choose' }))
    await user.click(await dialog.findByRole('button', { name: 'Leave as it was' }))
    expect(await dialog.findByText('To 312 users, counted again when it goes.')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Notification has been changed.')).toBeVisible()
    for (const name of ['user_ids', 'audience', 'all_matching', 'expect']) expect(sent()[0]).not.toHaveProperty(name)
  })
})

it('A message that was opened shows by how many, and when', async () => {
  api.answers(notifications.status, { message: 'Sent', data: aNotification() })
  const hours = [
    { hour: '2026-11-01T08:00:00.000Z', opened: 4 },
    { hour: '2026-11-01T11:00:00.000Z', opened: 1 },
  ]
  api.answers(notifications.opened, { message: 'Openings', data: { opened: 5, hours } })
  open('?view=sent&message=notification-1')
  expect(await screen.findByText('Opened in the app by 5 users.')).toBeVisible()
  expect(screen.getByText(/^From .* most at .*: 4 users\.$/)).toBeVisible()
})

it.each([
  { opened: 0, hours: [], words: 'No one has opened it in the app yet.' },
  { opened: 4, hours: [{ hour: '2026-11-01T08:00:00.000Z', opened: 4 }], words: /^All in the hour from 11-01-2026, / },
])('A message that $opened have opened says $words', async ({ opened, hours, words }) => {
  api.answers(notifications.status, { message: 'Sent', data: aNotification() })
  api.answers(notifications.opened, { message: 'Openings', data: { opened, hours } })
  open('?view=sent&message=notification-1')
  expect(await screen.findByText(words)).toBeVisible()
})
