import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { audiences } from '#contract/audiences.ts'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { templates } from '#contract/templates.ts'
import { users } from '#contract/users.ts'
import { years } from '#contract/years.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { anAudience, aUser } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { anRvType, pageOfRows } from '#web/testing/rows.ts'
import { NotificationsScreen } from './notifications-screen.tsx'

let api: ReturnType<typeof fakeApi>
const owning = { field: 'has_rv', op: 'eq', value: true } as const
const held_back = { no_consent: 0, no_device: 0, weekly_limit: 0, unknown_zone: 0, unknown_place: 0 }

beforeEach(() => {
  api = fakeApi()
  api.answers(users.list, pageOfRows([aUser()]))
  for (const list of [years.list, models.list]) api.answers(list, pageOfRows([]) as never)
  api.answers(rvTypes.list, pageOfRows([anRvType()]))
  api.answers(templates.list, pageOfRows([]) as never)
  api.answers(audiences.count, {
    message: 'Audience',
    data: { count: 312, words: 'Owners with an RV', held_back, sample: [] },
  })
})

const fieldset = (name: string) => within(screen.getByRole('group', { name }))
async function open(audience: Record<string, unknown>) {
  api.answers(audiences.list, pageOfRows([anAudience({ name: 'Saved', audience })]))
  api.answers(audiences.add, { message: 'Audience added successfully.', data: anAudience() })
  const { user } = renderScreen(<NotificationsScreen />, { path: '/manage-notifications' })
  await user.click(await screen.findByRole('radio', { name: 'By conditions' }))
  await user.click(await screen.findByRole('combobox', { name: 'Begin with a saved audience' }))
  await user.click(await screen.findByRole('option', { name: 'Saved' }))
  const choose = async (within: ReturnType<typeof fieldset>, label: string, option: string) => {
    await user.click(within.getByRole('combobox', { name: label }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  const saved = async () => {
    await user.type(await screen.findByRole('textbox', { name: 'Save these conditions as' }), 'Owners')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.calls(audiences.add)).toHaveLength(1))
    return (api.calls(audiences.add)[0] as { audience: unknown }).audience
  }
  return { user, choose, saved }
}

it('turns a condition round, and puts some in a group', async () => {
  const { user, choose, saved } = await open({ all: [owning] })
  await user.click(fieldset('Condition 1').getByRole('checkbox', { name: 'Not' }))
  await user.click(screen.getByRole('button', { name: 'Add group' }))
  const group = fieldset('Group 2')
  await choose(fieldset('Condition 2.1'), 'What is asked', 'Has an RV')
  await user.click(group.getByRole('button', { name: 'Add condition to this group' }))
  await choose(fieldset('Condition 2.2'), 'What is asked', 'Has an RV')
  await user.click(fieldset('Condition 2.2').getByRole('checkbox', { name: 'Not' }))
  expect(await saved()).toEqual({ all: [{ not: owning }, { any: [owning, { not: owning }] }] })
  await choose(group, 'Which conditions of the group owners meet', 'All of these')
  await user.click(group.getByRole('button', { name: 'Remove condition 2.1' }))
  expect(group.getByRole('button', { name: 'Add condition to this group' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Remove group 2' }))
  expect(fieldset('Condition 1').getByRole('checkbox', { name: 'Not' })).toBeChecked()
})

it('shows what is nested deeper as its sentence, and keeps it when the rest is edited', async () => {
  const deep = { not: { any: [owning, { all: [owning] }] } }
  const { user, saved } = await open({ all: [owning, deep] })
  expect(await fieldset('Group 2').findByText('Owners with an RV.')).toBeVisible()
  expect(
    fieldset('Group 2').getByText('This group stays as it is: it is nested deeper than the form shows.'),
  ).toBeVisible()
  await user.click(fieldset('Condition 1').getByRole('checkbox', { name: 'Not' }))
  expect(await saved()).toEqual({ all: [{ not: owning }, deep] })
})

it('says at its number what cannot be asked for, and nothing where none is typed yet', async () => {
  const near = { field: 'near', op: 'within', value: { latitude: 39.5 } }
  const { user } = await open({ all: [near] })
  const line = fieldset('Condition 1')
  expect(screen.getByText(/^Please finish each condition\./)).toBeVisible()
  await user.type(line.getByRole('textbox', { name: 'Longitude' }), '-500')
  await user.type(line.getByRole('textbox', { name: 'Within miles' }), '5000')
  expect(line.getByRole('textbox', { name: 'Longitude' })).toHaveAccessibleDescription(
    'Please enter a longitude from -180 to 180.',
  )
  expect(line.getByText('Please enter a number of miles from 1 to 1,000.')).toBeVisible()
  expect(line.queryByText(/latitude from/)).toBeNull()
})
