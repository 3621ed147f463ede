import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { signIn, TICKET_GONE, WRONG_CODE } from '#contract/sign-in.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { ada, renderScreen } from '#web/testing/render-screen.tsx'
import { SignInForm } from './sign-in-form.tsx'

const { _id, name, email, avtar } = ada
const signedIn = { message: 'Logged in successful', data: { _id, name, email, avtar, token: 'a-new-token' } }
const onSignedIn = vi.fn()

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  onSignedIn.mockReset()
})

async function passwordAccepted(second_factors: ('totp' | 'passkey' | 'recovery')[]) {
  api.answers(account.login, { message: 'Please confirm.', data: { ticket: 'the-ticket', second_factors } })
  const { user } = renderScreen(<SignInForm label="Login" onSignedIn={onSignedIn} />, { me: null })
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'any{Enter}')
  return user
}

describe('the second factor of a sign-in', () => {
  it('asks for the code of the app, with the focus in its field', async () => {
    const user = await passwordAccepted(['totp', 'recovery'])
    api.answers(signIn.loginConfirm, signedIn)
    expect(await screen.findByLabelText('Code')).toHaveFocus()
    expect(onSignedIn).not.toHaveBeenCalled()
    await user.keyboard('123 456{Enter}')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(signedIn))
    expect(api.calls(signIn.loginConfirm)).toEqual([{ ticket: 'the-ticket', code: '123 456' }])
  })

  it('says that a code is wrong, and takes another', async () => {
    const user = await passwordAccepted(['totp', 'recovery'])
    api.refuses(signIn.loginConfirm, 422, { message: WRONG_CODE, errors: { code: [WRONG_CODE] } })
    await user.type(await screen.findByLabelText('Code'), '000000{Enter}')
    expect((await screen.findAllByText(WRONG_CODE)).length).toBeGreaterThan(0)
    api.answers(signIn.loginConfirm, signedIn)
    await user.clear(screen.getByLabelText('Code'))
    await user.type(screen.getByLabelText('Code'), '111111{Enter}')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  })

  it.each([
    [-20 * 60_000, '20 minutes'],
    [65_000, '1 minute'],
    [5 * 3_600_000, '5 hours'],
    [-3 * 86_400_000, '3 days'],
  ])('says of a refused code when the clocks are apart: %i ms', async (off, apart) => {
    const user = await passwordAccepted(['totp'])
    const refusedAt = (server_time: string) =>
      api.refuses(signIn.loginConfirm, 422, {
        message: WRONG_CODE,
        errors: { code: [WRONG_CODE] },
        data: { server_time },
      })
    refusedAt(new Date(Date.now() + off).toISOString())
    await user.type(await screen.findByLabelText('Code'), '000000{Enter}')
    const hint = `The clocks of the server and of this device are ${apart} apart, and codes depend on the time.`
    expect(await screen.findByText(hint, { exact: false })).toBeVisible()
    expect(screen.getAllByText(WRONG_CODE).length).toBeGreaterThan(0)
    refusedAt(new Date().toISOString())
    await user.type(screen.getByLabelText('Code'), '1{Enter}')
    await waitFor(() => expect(screen.queryByText(/The clocks of/)).toBeNull())
  })

  it('takes a recovery code instead', async () => {
    const user = await passwordAccepted(['totp', 'recovery'])
    api.answers(signIn.loginConfirm, signedIn)
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
    await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh{Enter}')
    await waitFor(() => expect(api.calls(signIn.loginConfirm)).toEqual([{ ticket: 'the-ticket', code: 'abcd-efgh' }]))
  })

  it('goes back to the password when the ticket has ended, and says why', async () => {
    const user = await passwordAccepted(['totp'])
    api.refuses(signIn.loginConfirm, 422, { message: TICKET_GONE })
    await user.type(await screen.findByLabelText('Code'), '000000{Enter}')
    expect(await screen.findByText(TICKET_GONE)).toBeVisible()
    expect(screen.getByLabelText('Email')).toBeVisible()
  })

  it('tells the server by which browser it is, the same every time', async () => {
    await passwordAccepted(['totp'])
    await passwordAccepted(['totp'])
    await waitFor(() => expect(api.headers(account.login)).toHaveLength(2))
    const [first, second] = api.headers(account.login).map((headers) => headers.get('x-browser-id'))
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).toBe(first)
  })
})
