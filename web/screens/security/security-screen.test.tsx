import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { type SecurityEvent, security } from '#contract/security.ts'
import { type SecondFactorStatus, secondFactor, sessions, WRONG_CODE } from '#contract/sign-in.ts'
import { routes } from '#web/app/routes.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { ada, renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows } from '#web/testing/rows.ts'
import { SecurityScreen } from './security-screen.tsx'

const CODES = ['aaaa-1111', 'bbbb-2222']
const KEY = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/ada?secret=JBSWY3DPEHPK3PXP' }
const off: SecondFactorStatus = { totp: false, passkeys: [], recovery_codes_left: 0, required: false }
const aSession = (fields = {}) => ({
  _id: 's1',
  device: 'Firefox on Windows',
  address: '192.0.2.7',
  created_at: '2026-11-01T08:00:00.000Z',
  used_at: '2026-11-02T08:00:00.000Z',
  is_current: false,
  ...fields,
})

let api: ReturnType<typeof fakeApi>
let status: SecondFactorStatus
const open = () => renderScreen(<SecurityScreen />, { path: '/sign-in-and-security' })
const section = async (name: string) => within(await screen.findByRole('region', { name }))
const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

beforeEach(() => {
  api = fakeApi()
  status = off
  api.answers(secondFactor.status, () => ({ message: 'Status', data: status }))
  api.answers(sessions.list, {
    message: 'Sessions',
    data: [aSession({ is_current: true, _id: 's0', device: 'an unknown browser' }), aSession()],
  })
  api.answers(secondFactor.totpBegin, { message: 'Key', data: KEY })
  api.answers(security.events, pageOfRows<SecurityEvent>([]))
})

const anEvent = (fields: Partial<SecurityEvent> = {}): SecurityEvent => ({
  _id: 'e1',
  at: '2026-11-02T08:00:00.000Z',
  kind: 'sign_in',
  browser: 'Firefox on Windows',
  address: '192.0.2.7',
  administrator: { _id: 'admin-1', name: 'Ada' },
  by: null,
  detail: null,
  ...fields,
})

describe('the security record', () => {
  it('says what happened, from where, and who did it', async () => {
    api.answers(
      security.events,
      pageOfRows([
        anEvent({ _id: 'e3', kind: 'factor_reset', by: { _id: 'admin-2', name: 'Grace' }, browser: '', address: '' }),
        anEvent({ _id: 'e2', kind: 'mail_undelivered', detail: 'Invitation: 550 No such user' }),
        anEvent(),
        anEvent({ _id: 'e0', browser: 'an unknown browser' }),
      ]),
    )
    open()
    const entries = (await section('Account activity')).findAllByRole('listitem')
    const texts = (await entries).map(({ textContent }) => textContent)
    expect(texts[0]).toMatch(/^Second factors reset.*By Grace\.$/)
    expect(texts[1]).toContain('Invitation: 550 No such user.')
    expect(texts[2]).toMatch(/^Signed in.*Firefox on Windows, 192\.0\.2\.7$/)
    expect(texts[3]).toMatch(/Unknown browser, 192\.0\.2\.7$/)
  })
})

describe('the email address', () => {
  it('is changed by a link that goes to the new one', async () => {
    const { user } = open()
    await user.click((await section('Email address')).getByRole('button', { name: 'Change the address' }))
    const dialog = await inDialog('Change email address')
    await user.click(dialog.getByRole('button', { name: 'Send the link' }))
    expect(dialog.getByText('Email address cannot be empty.')).toBeVisible()
    api.answers(account.editEmail, { message: 'A link to confirm it has been sent to ada@new.example.com.' })
    await user.type(dialog.getByLabelText(/New email address/), 'ada@new.example.com{Enter}')
    expect(await screen.findByText('A link to confirm it has been sent to ada@new.example.com.')).toBeVisible()
    expect(api.calls(account.editEmail)).toEqual([{ email: 'ada@new.example.com' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})

describe('the authenticator app', () => {
  it('is set up with a QR code and its key, counts once confirmed, and shows the recovery codes once', async () => {
    const { user } = open()
    await user.click((await section('Authenticator app')).getByRole('button', { name: 'Set up' }))
    const dialog = await inDialog('Set up an authenticator app')
    expect(dialog.getByRole('figure', { name: 'QR code of the key' })).toBeVisible()
    expect(dialog.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
    api.answers(secondFactor.totpConfirm, () => {
      status = { ...off, totp: true, recovery_codes_left: 10 }
      return { message: 'Authenticator app added successfully.', data: { recovery_codes: CODES } }
    })
    await user.type(dialog.getByLabelText('Code'), '123456{Enter}')
    const codes = await inDialog('Your recovery codes')
    expect(codes.getAllByRole('listitem').map((item) => item.textContent)).toEqual(CODES)
    await user.keyboard('{Escape}')
    expect(codes.getByText(CODES[0] as string)).toBeVisible()
    await user.click(codes.getByRole('button', { name: 'I’ve saved them' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect((await section('Authenticator app')).getByText('On')).toBeVisible()
    expect((await section('Recovery codes')).getByText(/10 codes left/)).toBeVisible()
  })

  it('stays open while a code is checked, so that nobody misses the recovery codes', async () => {
    const { user } = open()
    await user.click((await section('Authenticator app')).getByRole('button', { name: 'Set up' }))
    const dialog = await inDialog('Set up an authenticator app')
    const held = api.holds(secondFactor.totpConfirm)
    api.answers(secondFactor.totpConfirm, { message: 'Added.', data: { recovery_codes: CODES } })
    await user.type(dialog.getByLabelText('Code'), '123456{Enter}')
    await waitFor(() => expect(held.count()).toBe(1))
    await user.keyboard('{Escape}')
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    held.release(0)
    expect((await inDialog('Your recovery codes')).getAllByRole('listitem')).toHaveLength(CODES.length)
  })

  it('goes on when the answer was lost but the app is there', async () => {
    const { user } = open()
    await user.click((await section('Authenticator app')).getByRole('button', { name: 'Set up' }))
    const dialog = await inDialog('Set up an authenticator app')
    api.breaks(secondFactor.totpConfirm, 'cut', { message: 'Added.', data: { recovery_codes: CODES } })
    status = { ...off, totp: true, recovery_codes_left: 10 }
    await user.type(dialog.getByLabelText('Code'), '123456{Enter}')
    expect(await screen.findByText(/the answer was lost/)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('says that a code is wrong', async () => {
    const { user } = open()
    api.refuses(secondFactor.totpConfirm, 422, { message: WRONG_CODE, errors: { code: [WRONG_CODE] } })
    await user.click((await section('Authenticator app')).getByRole('button', { name: 'Set up' }))
    await user.type((await inDialog('Set up an authenticator app')).getByLabelText('Code'), '000000{Enter}')
    expect((await screen.findAllByText(WRONG_CODE)).length).toBeGreaterThan(0)
  })

  it('is not removed where it is the last one and everybody needs one', async () => {
    status = { ...off, totp: true, recovery_codes_left: 10, required: true }
    const { user } = open()
    const remove = (await section('Authenticator app')).getByRole('button', { name: 'Remove' })
    expect(remove).toHaveAccessibleDescription(/^Everyone here must use a second factor/)
    await user.click(remove)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/^Everyone here must use a second factor/)
  })
})

describe('where one is signed in', () => {
  it('names device and address, marks this one, and ends another', async () => {
    const { user } = open()
    const list = await section('Where you are signed in')
    const [current, other] = await list.findAllByRole('listitem')
    expect(current).toHaveTextContent('Unknown browserThis one')
    expect(within(current as HTMLElement).queryByRole('button')).not.toBeInTheDocument()
    api.answers(sessions.end, { message: 'Session ended.' })
    await user.click(
      within(other as HTMLElement).getByRole('button', { name: 'Sign out Firefox on Windows, 192.0.2.7' }),
    )
    await user.click((await inDialog('Sign out session')).getByRole('button', { name: 'Sign out' }))
    expect(await screen.findByText('Session ended.')).toBeVisible()
    expect(api.calls(sessions.end)).toEqual([{ session_id: 's1' }])
  })

  it('ends all others', async () => {
    const { user } = open()
    api.answers(sessions.end, { message: 'Sessions ended.' })
    await user.click(await screen.findByRole('button', { name: 'Sign out all others' }))
    await user.click((await inDialog('Sign out all other sessions')).getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(api.calls(sessions.end)).toEqual([{ others: true }]))
  })
})

describe('where everybody needs a second factor', () => {
  it('comes before anything else, and leads on when the codes were kept', async () => {
    const me = { ...ada, second_factor_required: true }
    const { user } = renderScreen(routes, { path: '/dashboard', me })
    await user.click(await screen.findByRole('button', { name: 'Authenticator app' }))
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument()
    api.answers(secondFactor.totpConfirm, { message: 'Added.', data: { recovery_codes: CODES } })
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}')
    api.answers(account.me, { message: 'Signed in', data: ada })
    await user.click(await screen.findByRole('button', { name: 'I’ve saved them' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  })
})
