import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { ResetPasswordScreen } from './reset-password-screen.tsx'

function open(address = 'ada%2Brv%40example.com') {
  const api = fakeApi()
  const routes = [
    { path: '/reset-password/:id', element: <ResetPasswordScreen /> },
    { path: '/', element: null },
  ]
  return { api, ...renderScreen(routes, { path: `/reset-password/${address}`, me: null }) }
}

const otp = () => screen.getByLabelText('OTP')
const newPassword = () => screen.getByLabelText('New Password')
const confirmPassword = () => screen.getByLabelText('Confirm Password')
const resetButton = () => screen.getByRole('button', { name: 'Reset Password' })

describe('the reset of a password', () => {
  it('takes at most six digits of a code that the phone may fill in', async () => {
    const { user } = open()
    expect(otp()).toHaveFocus()
    await user.type(otp(), '12345678')
    expect(otp()).toHaveValue('123456')
    await user.clear(otp())
    await user.paste(' 123 456 ')
    expect(otp()).toHaveValue(' 123 456 ')
    await user.clear(otp())
    await user.paste('123\u2011456 78')
    expect(otp()).toHaveValue('123456')
    expect(otp()).toHaveAttribute('autocomplete', 'one-time-code')
    expect(otp()).toHaveAttribute('inputmode', 'numeric')
    expect(newPassword()).toHaveAttribute('autocomplete', 'new-password')
  })

  it('says what is missing', async () => {
    const { user } = open()
    await user.click(resetButton())
    expect(screen.getByText('OTP cannot be empty.')).toBeVisible()
    expect(screen.getByText('Password cannot be empty.')).toBeVisible()
    expect(screen.getByText('Confirm Password cannot be empty.')).toBeVisible()
  })

  it('compares the two passwords again when either changes', async () => {
    const { user } = open()
    await user.type(newPassword(), 'secret@1')
    await user.type(confirmPassword(), 'secret@')
    await user.tab()
    expect(screen.getByText('New Password and Confirm Password does not match.')).toBeVisible()
    await user.type(newPassword(), '{Backspace}')
    expect(screen.queryByText('New Password and Confirm Password does not match.')).not.toBeInTheDocument()
    expect(screen.getByText('Password entry does not meet criteria.')).toBeVisible()
  })

  it('sends the address of the path and goes to the login with a confirmation', async () => {
    const { api, user, router } = open()
    api.answers(account.resetPassword, { message: 'Password has been updated successfully.' })
    await user.type(otp(), '123456')
    await user.type(newPassword(), 'secret@1')
    await user.type(confirmPassword(), 'secret@1')
    await user.click(resetButton())
    expect(await screen.findByText('Password has been updated successfully.')).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(api.calls(account.resetPassword)).toEqual([
      { email: 'ada+rv@example.com', otp: '123456', new_password: 'secret@1', confirm_password: 'secret@1' },
    ])
  })

  it('shows a wrong code on its field and on top', async () => {
    const { api, user } = open()
    const message = 'Invalid OTP, please enter the valid OTP'
    api.refuses(account.resetPassword, 422, { message, errors: { otp: [message] } })
    await user.type(otp(), '123456')
    await user.type(newPassword(), 'secret@1')
    await user.type(confirmPassword(), 'secret@1{Enter}')
    await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2))
    expect(otp()).toHaveAccessibleDescription(message)
  })

  it('says on top when the address of the path is none', async () => {
    const { user } = open('nobody')
    await user.type(otp(), '123456')
    await user.type(newPassword(), 'secret@1')
    await user.type(confirmPassword(), 'secret@1{Enter}')
    expect(screen.getByText('Invalid email address, please enter the valid email address')).toBeVisible()
  })
})
