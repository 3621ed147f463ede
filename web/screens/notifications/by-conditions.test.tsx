import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { audiences } from '#contract/audiences.ts'
import { dealers } from '#contract/dealers.ts'
import { models } from '#contract/models.ts'
import { notifications } from '#contract/notifications.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { templates } from '#contract/templates.ts'
import { users } from '#contract/users.ts'
import { years } from '#contract/years.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aNotification, anAudience, aTemplate, aUser } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { anRvType, pageOfRows, rowsOf } from '#web/testing/rows.ts'
import { NotificationsScreen } from './notifications-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = () => renderScreen(<NotificationsScreen />, { path: '/manage-notifications' })
const owning = { field: 'has_rv', op: 'eq', value: true }
const counted = {
  count: 312,
  words: 'Owners with an RV',
  held_back: { no_consent: 410, no_device: 0, weekly_limit: 0, unknown_zone: 0, unknown_place: 12 },
  sample: [aUser()],
}

beforeEach(() => {
  api = fakeApi()
  api.answers(users.list, pageOfRows([aUser()]))
  for (const list of [years.list, models.list]) api.answers(list, pageOfRows([]) as never)
  api.answers(rvTypes.list, pageOfRows([anRvType()]))
  api.answers(audiences.list, pageOfRows([anAudience()]))
  api.answers(audiences.count, { message: 'Audience', data: counted })
  api.answers(templates.list, pageOfRows([aTemplate({ title: 'A recall', description: 'Please call us.' })]))
  api.answers(notifications.send, { message: 'Notification has been sent.', data: aNotification() })
  api.answers(notifications.status, { message: 'Sent', data: aNotification() })
  api.answers(notifications.opened, { message: 'Openings', data: { opened: 0, hours: [] } })
})

async function chooseIn(user: ReturnType<typeof open>['user'], label: string, option: string) {
  await user.click(await screen.findByRole('combobox', { name: label }))
  await user.click(await screen.findByRole('option', { name: option }))
}

it('sends to those who meet a saved audience, with the number that was counted', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('radio', { name: 'By conditions' }))
  await chooseIn(user, 'Begin with a saved audience', 'Owners with an RV')
  expect(await screen.findByText('312 owners')).toBeVisible()
  expect(screen.getByText('Owners with an RV.')).toBeVisible()
  expect(screen.getByText('410 have not agreed to news.')).toBeVisible()
  expect(screen.getByText('12 owners gave no place that is known, and will not get it.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Grace Hopper' })).toBeVisible()
  await chooseIn(user, 'Begin with a template', 'Recall')
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('A recall')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const question = within(await screen.findByRole('dialog', { name: 'Send notification' }))
  expect(question.getByText(/This message goes to 312 users: Owners with an RV\./)).toBeVisible()
  await waitFor(() => expect(question.getByRole('button', { name: 'Send' })).toBeEnabled())
  await user.click(question.getByRole('button', { name: 'Send' }))
  await waitFor(() =>
    expect(api.calls(notifications.send)).toMatchObject([{ audience: owning, expect: 312, title: 'A recall' }]),
  )
})

it('asks before a template takes the place of what was written', async () => {
  const { user } = open()
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Mine')
  await chooseIn(user, 'Begin with a template', 'Recall')
  const question = within(await screen.findByRole('dialog', { name: 'Use template' }))
  expect(screen.getByDisplayValue('Mine')).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Replace' }))
  expect(await screen.findByDisplayValue('A recall')).toBeInTheDocument()
})

it('takes from a template where it leads', async () => {
  const link = { type: 'dealers', id: 'dealer-1' } as const
  const dealer = rowsOf('dealers')({ _id: 'dealer-1', name: 'Northgate RV' })
  api.answers(
    templates.list,
    pageOfRows([aTemplate({ name: 'Open house', link }), aTemplate({ _id: 't-2', name: 'Plain' })]),
  )
  api.answers(dealers.get, { message: 'Dealer', data: dealer })
  api.answers(dealers.list, pageOfRows([dealer]))
  const { user } = open()
  await chooseIn(user, 'Begin with a template', 'Open house')
  expect(await screen.findByDisplayValue('Northgate RV')).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Leads to' })).toHaveValue('A dealer')
  // A template that leads nowhere takes no link away.
  await chooseIn(user, 'Begin with a template', 'Plain')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Replace' }))
  expect(await screen.findByDisplayValue('Northgate RV')).toBeVisible()
})

it('counts only once each condition is finished, and saves them under a name by Enter', async () => {
  api.answers(audiences.add, { message: 'Audience added successfully.', data: anAudience() })
  const { user } = open()
  await user.click(await screen.findByRole('radio', { name: 'By conditions' }))
  await user.click(screen.getByRole('button', { name: 'Add condition' }))
  expect(screen.getByText(/Please finish each condition/)).toBeVisible()
  const line = within(screen.getByRole('group', { name: 'Condition 1' }))
  await user.click(line.getByRole('combobox', { name: 'What is asked' }))
  await user.click(await screen.findByRole('option', { name: 'Has an RV' }))
  expect(await screen.findByText('312 owners')).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'Save these conditions as' }), 'Owners{Enter}')
  await waitFor(() => expect(api.calls(audiences.add)).toMatchObject([{ name: 'Owners', audience: { all: [owning] } }]))
  await user.click(line.getByRole('button', { name: 'Remove condition 1' }))
  expect(screen.queryByRole('group', { name: 'Condition 1' })).toBeNull()
})
