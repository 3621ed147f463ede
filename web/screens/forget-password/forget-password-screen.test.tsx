import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { ForgetPasswordScreen } from './forget-password-screen.tsx'

function open() {
  const api = fakeApi()
  return { api, ...renderScreen(<ForgetPasswordScreen />, { path: '/forget-password', me: null }) }
}

describe('the forgotten password', () => {
  it('asks for the email address', async () => {
    const { user } = open()
    await user.click(screen.getByRole('button', { name: 'Reset Password' }))
    expect(screen.getByText('Email address cannot be empty.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/')
  })

  it('goes on to the reset, carrying the address', async () => {
    const { api, user, router } = open()
    api.answers(account.forgotPassword, { message: 'Reset password OTP has been sent to your email id.' })
    await user.type(screen.getByLabelText('Email'), 'ada+rv@example.com{Enter}')
    expect(await screen.findByText('Reset password OTP has been sent to your email id.')).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe('/reset-password/ada%2Brv%40example.com'))
    expect(api.calls(account.forgotPassword)).toEqual([{ email: 'ada+rv@example.com' }])
  })

  it('says that no code comes where no mail is sent', async () => {
    fakeApi({ sendsMail: false })
    renderScreen(<ForgetPasswordScreen />, { path: '/forget-password', me: null })
    expect(screen.getByText(/^Email is not set up here\./)).toBeVisible()
    expect(screen.queryByText(/we will send you/)).toBeNull()
  })

  it('says in a second line that the server keeps the mail', async () => {
    const { api, user } = open()
    const [message, note] = ['Reset password OTP has been sent to your email id.', 'The mail is kept on it.']
    api.answers(account.forgotPassword, { message, note })
    await user.type(screen.getByLabelText('Email'), 'ada@example.com{Enter}')
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByText(note)).toBeVisible()
  })

  it('shows what the server says when there were too many tries', async () => {
    const { api, user, router } = open()
    api.refuses(account.forgotPassword, 429, { message: 'Too many attempts. Please wait.' })
    await user.type(screen.getByLabelText('Email'), 'ada@example.com{Enter}')
    expect(await screen.findByText('Too many attempts. Please wait.')).toBeVisible()
    expect(router.state.location.pathname).toBe('/forget-password')
  })
})
