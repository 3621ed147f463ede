import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import { templates } from '#contract/templates.ts'
import { users } from '#contract/users.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aUser } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows } from '#web/testing/rows.ts'
import { setWindowWidth } from '#web/testing/window-width.ts'
import { NotificationsScreen } from './notifications-screen.tsx'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  api.answers(users.list, pageOfRows([aUser()]))
  api.answers(templates.list, pageOfRows([]))
})

async function write() {
  const { user } = renderScreen(<NotificationsScreen />, { path: '/manage-notifications' })
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Recall')
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Please call.')
  const button = screen.getByRole('button', { name: 'Send a test' })
  expect(button).toBeDisabled()
  await user.type(screen.getByRole('textbox', { name: 'Code from the app' }), '123456')
  await user.click(button)
}

it('What is written goes to the phone whose code is entered, and stays written', async () => {
  api.answers(notifications.test, { message: 'The test has been sent.', data: { state: 'accepted' } })
  await write()
  expect(await screen.findByText('The test has been sent.')).toBeVisible()
  expect(api.calls(notifications.test)).toEqual([
    { code: '123456', title: 'Recall', description: 'Please call.', language: 'en', purpose: 'service', link: null },
  ])
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Recall')
})

it('What is wrong with the code is said beside it', async () => {
  api.refuses(notifications.test, 422, { message: 'Not sent.', errors: { code: ['Please enter the code.'] } })
  await write()
  expect(await screen.findByRole('alert')).toHaveTextContent('Please enter the code.')
})

it('French that is written is looked at, and tested, as French', async () => {
  setWindowWidth(1440)
  api = fakeApi({ french: true })
  api.answers(users.list, pageOfRows([aUser()]))
  api.answers(templates.list, pageOfRows([]))
  api.answers(notifications.test, { message: 'The test has been sent.', data: { state: 'accepted' } })
  const { user } = renderScreen(<NotificationsScreen />, { path: '/manage-notifications' })
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Recall')
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Please call.')
  expect(screen.queryByRole('radio', { name: 'French' })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Title (French)' }), 'Rappel pour ')
  await user.paste('{name}')
  await user.type(screen.getByRole('textbox', { name: 'Message (French)' }), 'Appelez-nous.')
  await user.click(screen.getByRole('radio', { name: 'French' }))
  expect(screen.getByRole('figure', { name: 'On an iPhone' })).toHaveTextContent('Rappel pour propriétaire de VR')
  await user.type(screen.getByRole('textbox', { name: 'Code from the app' }), '123456')
  await user.click(screen.getByRole('button', { name: 'Send a test' }))
  await waitFor(() =>
    expect(api.calls(notifications.test)).toEqual([
      {
        code: '123456',
        title: 'Rappel pour {name}',
        description: 'Appelez-nous.',
        language: 'fr',
        purpose: 'service',
        link: null,
      },
    ]),
  )
})
