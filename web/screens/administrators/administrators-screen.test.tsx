import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Administrator,
  administrators,
  IS_ADMINISTRATOR,
  NOT_THE_LAST,
  NOT_YOURSELF,
} from '#contract/administrators.ts'
import { type SecurityEvent, security } from '#contract/security.ts'
import { chooseAction } from '#web/testing/choose-action.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows, record } from '#web/testing/rows.ts'
import { AdministratorsScreen } from './administrators-screen.tsx'

const anAdministrator = (fields: Partial<Administrator> = {}): Administrator => ({
  ...record,
  _id: 'admin-1',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  status: 'ACTIVE',
  last_sign_in: null,
  second_factor: true,
  mail_problem: null,
  invited_until: null,
  is_me: false,
  ...fields,
})

let api: ReturnType<typeof fakeApi>
const open = (path = '/administrators') => renderScreen(<AdministratorsScreen />, { path })
const button = (name: string) => screen.findByRole('button', { name })
const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

beforeEach(() => {
  api = fakeApi()
  api.answers(administrators.list, pageOfRows([anAdministrator()]))
})

describe('Administrators', () => {
  it('shows who they are, their status, last sign-in and second factor', async () => {
    open()
    await screen.findByText('grace@example.com')
    const titles = screen.getAllByRole('columnheader').map((header) => header.textContent?.trim())
    expect(titles).toEqual(['# ID', 'Name', 'Email', 'Last sign-in', 'Second factor', 'Status', 'Actions'])
    const row = within(screen.getByRole('row', { name: /grace@example.com/ }))
    const cells = row.getAllByRole('gridcell').map((cell) => cell.textContent)
    expect(cells.slice(3, 6)).toEqual(['Never', 'On', 'Active'])
  })

  it('asks the server for one status', async () => {
    open('/administrators?status=INVITED')
    await screen.findByText('grace@example.com')
    expect(api.calls(administrators.list).at(-1)).toMatchObject({ filters: { status: { op: 'eq', value: 'INVITED' } } })
  })

  it('invites somebody', async () => {
    const { user } = open()
    api.answers(administrators.invite, {
      message: 'Invitation sent successfully.',
      data: anAdministrator({ status: 'INVITED' }),
    })
    await user.click(await button('Invite'))
    const dialog = await inDialog('Invite administrator')
    await user.type(dialog.getByLabelText(/^Name/), 'Joan Clarke')
    await user.type(dialog.getByLabelText(/^Email/), 'joan@example.com')
    await user.click(dialog.getByRole('button', { name: 'Invite' }))
    expect(await screen.findByText('Invitation sent successfully.')).toBeVisible()
    expect(api.calls(administrators.invite)).toEqual([{ name: 'Joan Clarke', email: 'joan@example.com' }])
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })

  it('gives the link of an invitation at once where no mail is sent', async () => {
    api = fakeApi({ sendsMail: false })
    api.answers(administrators.list, pageOfRows([anAdministrator({ status: 'INVITED' })]))
    const { user } = open()
    const data = anAdministrator({ name: 'Joan Clarke', email: 'joan@example.com', status: 'INVITED' })
    api.answers(administrators.invite, { message: 'Email is not set up here.', data })
    const link = 'https://office.example/accept-invitation/secret'
    api.answers(administrators.invitationLink, { message: 'There is a new link.', data: { link } })
    await user.click(await button('Invite'))
    const dialog = await inDialog('Invite administrator')
    expect(dialog.getByText(/^Email is not set up here\. You’ll get the invitation link/)).toBeVisible()
    await user.type(dialog.getByLabelText(/^Name/), 'Joan Clarke')
    await user.type(dialog.getByLabelText(/^Email/), 'joan@example.com')
    await user.click(dialog.getByRole('button', { name: 'Invite' }))
    expect((await inDialog('Link for Joan Clarke (joan@example.com)')).getByText(link)).toBeVisible()
    await user.click(await button('Done'))
    await user.click(await button('More actions for Grace Hopper (grace@example.com)'))
    expect(await screen.findByRole('menuitem', { name: 'Get a link to hand over' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'Send the invitation again' })).toBeNull()
  })

  it('says at the field that an address is taken, and keeps what was typed', async () => {
    const { user } = open()
    api.refuses(administrators.invite, 422, { message: IS_ADMINISTRATOR, errors: { email: [IS_ADMINISTRATOR] } })
    await user.click(await button('Invite'))
    const dialog = await inDialog('Invite administrator')
    await user.type(dialog.getByLabelText(/^Name/), 'Grace')
    await user.type(dialog.getByLabelText(/^Email/), 'GRACE@example.com')
    await user.click(dialog.getByRole('button', { name: 'Invite' }))
    await waitFor(() =>
      expect(dialog.getByLabelText(/^Email/)).toHaveAccessibleDescription(new RegExp(IS_ADMINISTRATOR)),
    )
    expect(dialog.getByLabelText(/^Email/)).toHaveValue('GRACE@example.com')
  })

  it.each([
    ['ACTIVE', 'Deactivate', 'Deactivate administrator', 'Deactivate', administrators.deactivate],
    ['INACTIVE', 'Activate', 'Activate administrator', 'Activate', administrators.activate],
    ['INVITED', 'Send the invitation again', 'Send invitation again', 'Send', administrators.resend],
  ] as const)('asks before it changes somebody who is %s', async (status, action, title, confirm, endpoint) => {
    api.answers(administrators.list, pageOfRows([anAdministrator({ status })]))
    api.answers(endpoint, { message: 'It was done.', data: anAdministrator() })
    const { user } = open()
    await chooseAction(user, 'Grace Hopper (grace@example.com)', action)
    const dialog = await inDialog(title)
    expect(api.calls(endpoint)).toEqual([])
    await user.click(dialog.getByRole('button', { name: confirm }))
    expect(await screen.findByText('It was done.')).toBeVisible()
    expect(api.calls(endpoint)).toEqual([{ administrator_id: 'admin-1', version: 1 }])
  })

  it('withdraws an invitation, and shows until when it holds', async () => {
    const invited_until = new Date(Date.now() + 3_600_000).toISOString()
    api.answers(administrators.list, pageOfRows([anAdministrator({ status: 'INVITED', invited_until })]))
    api.answers(administrators.withdraw, { message: 'Invitation withdrawn successfully.' })
    const { user } = open()
    expect(await screen.findByText(/^Invited until/)).toBeVisible()
    await user.click(await button('Withdraw the invitation for Grace Hopper (grace@example.com)'))
    await user.click((await inDialog('Withdraw invitation')).getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText('Invitation withdrawn successfully.')).toBeVisible()
  })

  it('does not let people deactivate themselves, and says so', async () => {
    api.answers(administrators.list, pageOfRows([anAdministrator({ is_me: true })]))
    const { user } = open()
    const deactivate = await button('Deactivate Grace Hopper (grace@example.com)')
    expect(deactivate).toHaveAccessibleDescription(NOT_YOURSELF)
    await user.click(deactivate)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('says in the dialog why the last one cannot be deactivated', async () => {
    api.refuses(administrators.deactivate, 422, { message: NOT_THE_LAST })
    const { user } = open()
    await user.click(await button('Deactivate Grace Hopper (grace@example.com)'))
    const dialog = await inDialog('Deactivate administrator')
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
    expect(await dialog.findByText(NOT_THE_LAST)).toBeVisible()
  })

  it('says why a mail was not delivered, and makes a link to hand over', async () => {
    const row = anAdministrator({
      status: 'INVITED',
      invited_until: '2099-01-01T00:00:00.000Z',
      mail_problem: '550 No such user',
    })
    api.answers(administrators.list, pageOfRows([row]))
    const { user } = open()
    expect(await screen.findByText(/Mail not delivered: 550 No such user/)).toBeVisible()
    const getLink = screen.getByRole('button', { name: 'Get a link for Grace Hopper (grace@example.com)' })
    expect(getLink).toHaveTextContent('Get a link')
    await user.click(getLink)
    const link = 'https://back-office.example.com/accept-invitation#abc'
    api.answers(administrators.invitationLink, { message: 'There is a new link.', change_id: null, data: { link } })
    await user.click((await inDialog('Get a link')).getByRole('button', { name: 'Get the link' }))
    const dialog = await inDialog('Link for Grace Hopper (grace@example.com)')
    expect(dialog.getByText(link)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('shows the security record of a colleague, from which the second factors can be reset', async () => {
    api.answers(security.events, pageOfRows<SecurityEvent>([]))
    const { user } = open()
    await chooseAction(user, 'Grace Hopper (grace@example.com)', 'Security record')
    const record = await inDialog('Security record of Grace Hopper (grace@example.com)')
    expect(await record.findByText('Nothing recorded yet.')).toBeVisible()
    await user.click(record.getByRole('button', { name: 'Reset second factors' }))
    api.answers(administrators.resetFactors, {
      message: 'Second factors have been reset.',
      change_id: null,
      data: anAdministrator({ second_factor: false }),
    })
    await user.click((await inDialog('Reset second factors')).getByRole('button', { name: 'Reset' }))
    expect(await screen.findByText('Second factors have been reset.')).toBeVisible()
  })
})
