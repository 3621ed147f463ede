import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import { maintenanceItems } from '#contract/maintenance-items.ts'
import { privacy } from '#contract/privacy.ts'
import { rvs } from '#contract/rvs.ts'
import { users } from '#contract/users.ts'
import { watchConnection } from '#web/api/connection.ts'
import { chooseAction } from '#web/testing/choose-action.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { anRv, aPrivacy, aUser } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows } from '#web/testing/rows.ts'
import { UsersScreen } from './users-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = (path = '/users') => renderScreen(<UsersScreen />, { path })
const theSwitch = () => screen.findByRole('switch', { name: 'Grace Hopper is active' })

beforeEach(() => {
  api = fakeApi()
  api.answers(users.list, pageOfRows([aUser()]))
  api.answers(rvs.list, pageOfRows([anRv()]))
})

describe('Users', () => {
  it('asks the server for those who are active, or not', async () => {
    open('/users?status=inactive')
    await theSwitch()
    expect(api.calls(users.list).at(-1)).toMatchObject({ filters: { status: { op: 'eq', value: 'false' } } })
  })

  it('asks for all by an address with a status that there is not', async () => {
    open('/users?status=maybe')
    await theSwitch()
    expect(api.calls(users.list).at(-1)).not.toHaveProperty('filters')
  })

  it('says below the address that a mail to it was refused, and why', async () => {
    api.answers(users.list, pageOfRows([aUser({ mail_problem: '550 No such user' })]))
    open()
    expect(await screen.findByText('Mail not delivered: 550 No such user')).toBeVisible()
  })

  it('shows name, address and status of a user', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'View Details of Grace Hopper (grace@example.com)' }))
    const details = within(await screen.findByRole('dialog', { name: 'User Details' }))
    const rows = details.getAllByRole('row').map((row) => row.textContent)
    expect(rows).toEqual(['NameGrace Hopper', 'Emailgrace@example.com', 'StatusTrue'])
  })

  it('shows the RVs of a user with type, model, year and VIN', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'View Details of Grace Hopper (grace@example.com)' }))
    const theirs = await screen.findByRole('list', { name: 'RVs of Grace Hopper' })
    const shown = within(theirs).getAllByRole('listitem')
    expect(shown.map((rv) => rv.textContent)).toEqual(['Travel Trailer 2285, 2027VIN 310312'])
    expect(api.calls(rvs.list)).toEqual([{ user_id: 'user-1', is_deleted: false }])
  })

  it('says of a user that there are no RVs, or that they could not be read', async () => {
    api.refuses(rvs.list, 500, { message: 'Not now.' })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'View Details of Grace Hopper (grace@example.com)' }))
    const details = within(await screen.findByRole('dialog', { name: 'User Details' }))
    expect(await details.findByText('Not now.')).toBeVisible()
    api.answers(rvs.list, pageOfRows([]))
    await user.click(details.getByRole('button', { name: 'Retry' }))
    expect(await details.findByText('This user has no RVs.')).toBeVisible()
  })
})

describe('without a connection', () => {
  it('what cannot wait for it says so, once, and nothing is sent', async () => {
    api.answers(users.list, pageOfRows([aUser({ status: false })]))
    const { user } = open()
    const theirs = await theSwitch()
    const stop = watchConnection()
    await api.losesConnection()
    await user.click(theirs)
    await chooseAction(user, 'Grace Hopper (grace@example.com)', 'History')
    expect(await screen.findByText('You are offline. This needs a connection.')).toBeVisible()
    expect(screen.getAllByText('You are offline. This needs a connection.')).toHaveLength(1)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(theirs).not.toBeChecked()
    expect(api.calls(users.changeStatus)).toEqual([])
    act(stop)
  })
})

describe('the switch', () => {
  it('turns a user on at once, and only once', async () => {
    api.answers(users.list, pageOfRows([aUser({ status: false })]))
    let finish = () => {}
    const held = new Promise<void>((resolve) => (finish = resolve))
    api.answers(users.changeStatus, async () => {
      await held
      return { message: 'User has been activated.', data: aUser() }
    })
    const { user } = open()
    await user.dblClick(await theSwitch())
    finish()
    expect(await screen.findByText('User has been activated.')).toBeVisible()
    expect(api.calls(users.changeStatus)).toEqual([{ user_id: 'user-1', status: true }])
  })

  it('stays as it is until turning off is confirmed', async () => {
    api.answers(users.changeStatus, { message: 'User has been deactivated.', data: aUser({ status: false }) })
    const { user } = open()
    await user.click(await theSwitch())
    const question = within(await screen.findByRole('dialog', { name: 'Deactivate User' }))
    expect(question.getByText('Grace Hopper (grace@example.com)')).toBeVisible()
    expect(screen.getByRole('switch', { hidden: true })).toBeChecked()
    expect(api.calls(users.changeStatus)).toEqual([])
    api.answers(users.list, pageOfRows([aUser({ status: false })]))
    await user.click(question.getByRole('button', { name: 'Deactivate' }))
    expect(await screen.findByText('User has been deactivated.')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('switch', { hidden: true })).not.toBeChecked())
    expect(api.calls(users.changeStatus)).toEqual([{ user_id: 'user-1', status: false }])
  })

  it('shows what the server holds when turning on fails, and says why it did', async () => {
    api.answers(users.list, pageOfRows([aUser({ status: false })]))
    api.refuses(users.changeStatus, 404, { message: 'This user does not exist.' })
    const { user } = open()
    await user.click(await theSwitch())
    expect(await screen.findByText('This user does not exist.')).toBeVisible()
    await waitFor(() => expect(api.calls(users.list).length).toBeGreaterThan(1))
    expect(await theSwitch()).not.toBeChecked()
  })

  it('says in the question what the server says when turning off fails', async () => {
    const errors = { user_id: ['Record id is required.'] }
    api.refuses(users.changeStatus, 422, { message: 'Not now.', errors })
    const { user } = open()
    await user.click(await theSwitch())
    const question = within(await screen.findByRole('dialog', { name: 'Deactivate User' }))
    await user.click(question.getByRole('button', { name: 'Deactivate' }))
    expect(await question.findByText('Not now.')).toBeVisible()
    expect(question.getByText('Record id is required.')).toBeVisible()
  })
})

describe('the page of a user', () => {
  const none = { total: 0, data: [] }
  function openPage() {
    api.answers(users.get, { message: '', data: aUser() })
    api.answers(privacy.ofUser, { message: '', data: aPrivacy() })
    api.answers(changes.of_record, { message: '', data: [], total: 0, current_page: 1 })
    api.answers(checklists.list, pageOfRows([]))
    api.answers(maintenanceItems.list, pageOfRows([]))
    renderScreen([{ path: '/users/:id', element: <UsersScreen /> }], { path: '/users/user-1' })
  }

  it('says in one line what there is none of', async () => {
    api.answers(rvs.list, pageOfRows([]))
    api.answers(users.inApp, { message: '', data: { devices: none, sign_ins: none, messages: none } })
    openPage()
    const line = 'No devices, sign-ins, messages, RVs, checklists or maintenance items yet.'
    expect(await screen.findByText(line)).toBeVisible()
    expect(screen.getAllByRole('region').map((part) => part.getAttribute('aria-label'))).toEqual([
      'Details',
      'Privacy',
      'Last changes',
    ])
    expect(screen.queryByRole('button', { name: /^View/ })).toBeNull()
  })

  it('says it of what is missing only', async () => {
    const registered = { platform: 'ios' as const, registered_at: '2027-01-02T03:04:05.000Z' }
    api.answers(users.inApp, {
      message: '',
      data: { devices: { total: 1, data: [registered] }, sign_ins: none, messages: none },
    })
    openPage()
    expect(await screen.findByText('iPhone or iPad')).toBeVisible()
    expect(screen.getByRole('region', { name: 'RVs' })).toBeVisible()
    expect(screen.getByText('No sign-ins, messages, checklists or maintenance items yet.')).toBeVisible()
  })
})

describe('Reset User Password', () => {
  it('asks, and sends one mail however often it is pressed', async () => {
    api.answers(users.resetPassword, { message: 'New password has been sent to selected email id.', data: aUser() })
    const { user } = open()
    await user.click(
      await screen.findByRole('button', { name: 'Reset User Password of Grace Hopper (grace@example.com)' }),
    )
    const question = within(await screen.findByRole('dialog', { name: 'Reset Password' }))
    await user.dblClick(question.getByRole('button', { name: 'Reset' }))
    expect(await screen.findByText('New password has been sent to selected email id.')).toBeVisible()
    expect(api.calls(users.resetPassword)).toEqual([{ user_id: 'user-1' }])
    expect(api.headers(users.resetPassword)[0]?.get('idempotency-key')).toBeTruthy()
  })

  it('shows the new password once where no mail is sent', async () => {
    api = fakeApi({ sendsMail: false })
    api.answers(users.list, pageOfRows([aUser()]))
    const message = 'New password has been sent to selected email id.'
    const note = 'This server sends no email. Please hand over the new password.'
    api.answers(users.resetPassword, { message, note, data: { ...aUser(), new_password: 'Quiet-Otter-42!' } })
    const { user } = open()
    await user.click(
      await screen.findByRole('button', { name: 'Reset User Password of Grace Hopper (grace@example.com)' }),
    )
    const question = within(await screen.findByRole('dialog', { name: 'Reset Password' }))
    expect(question.getByText(/Email is not set up here\. You’ll get a new one/)).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Reset' }))
    const shown = within(
      await screen.findByRole('dialog', { name: 'New password of Grace Hopper (grace@example.com)' }),
    )
    expect(shown.getByText('Quiet-Otter-42!')).toBeVisible()
    for (const line of [message, note]) expect(screen.getByText(line)).toBeVisible()
    await user.click(shown.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByText('Quiet-Otter-42!')).toBeNull())
  })

  it('is what comes next where mail is refused, and hands the new password over', async () => {
    const row = aUser({ mail_problem: '550 No such user' })
    api.answers(users.list, pageOfRows([row]))
    const data = { ...row, new_password: 'Quiet-Otter-42!' }
    api.answers(users.resetPassword, { message: 'The last email to this user was refused.', data })
    const { user } = open()
    const reset = await screen.findByRole('button', { name: 'Reset User Password of Grace Hopper (grace@example.com)' })
    expect(reset).toHaveTextContent('Reset')
    await user.click(reset)
    const question = within(await screen.findByRole('dialog', { name: 'Reset Password' }))
    expect(question.getByText(/The last email to this user was refused\. You’ll get a new one/)).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Reset' }))
    expect(await screen.findByText('Quiet-Otter-42!')).toBeVisible()
  })

  it('is closed for users of a social network, and says why', async () => {
    api.answers(users.list, pageOfRows([aUser({ type: 'GOOGLE' })]))
    const { user } = open()
    const button = await screen.findByRole('button', {
      name: 'Reset User Password of Grace Hopper (grace@example.com)',
    })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await user.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.hover(button)
    expect(await screen.findByText('User is registered with social media!')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^More actions/ }))
    expect(await screen.findByRole('menuitem', { name: /^Reset User Password User is/ })).toBeVisible()
  })
})
