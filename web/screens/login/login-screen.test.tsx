import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { storedToken } from '#web/api/session.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { ada, renderScreen } from '#web/testing/render-screen.tsx'
import { LoginScreen } from './login-screen.tsx'

const { _id, name, email, avtar } = ada
const signedIn = { message: 'Logged in successful', data: { _id, name, email, avtar, token: 'a-new-token' } }

function open() {
  const api = fakeApi()
  return { api, ...renderScreen(<LoginScreen />, { me: null }) }
}

const emailField = () => screen.getByLabelText('Email')
const passwordField = () => screen.getByLabelText('Password')
const loginButton = () => screen.getByRole('button', { name: 'LOGIN' })

describe('the login', () => {
  it('starts in the email field and tells the browser what its fields are', () => {
    open()
    expect(emailField()).toHaveFocus()
    expect(emailField()).toHaveAttribute('autocomplete', 'username')
    expect(passwordField()).toHaveAttribute('autocomplete', 'current-password')
    expect(screen.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute('href', '/forget-password')
  })

  it('says what is missing when the button is pressed, and goes to the first wrong field', async () => {
    const { api, user } = open()
    await user.click(loginButton())
    expect(screen.getByText('Email address cannot be empty.')).toBeVisible()
    expect(screen.getByText('Password cannot be empty.')).toBeVisible()
    await waitFor(() => expect(emailField()).toHaveFocus())
    expect(api.calls(account.login)).toEqual([])
  })

  it('checks the email address once it was left, and from then on while it is typed', async () => {
    const { user } = open()
    await user.type(emailField(), 'ada')
    expect(screen.queryByText(/Invalid email/)).not.toBeInTheDocument()
    await user.tab()
    expect(screen.getByText('Invalid email address, please enter the valid email address')).toBeVisible()
    await user.type(emailField(), '@example.com')
    expect(screen.queryByText(/Invalid email/)).not.toBeInTheDocument()
  })

  it('keeps the token and says so', async () => {
    const { api, user } = open()
    api.answers(account.login, signedIn)
    await user.type(emailField(), ' ada@example.com ')
    await user.type(passwordField(), 'any{Enter}')
    expect(await screen.findByText('Logged in successful')).toBeVisible()
    expect(storedToken()).toBe('a-new-token')
    expect(api.calls(account.login)).toEqual([{ email: 'ada@example.com', password: 'any' }])
  })

  it.each([
    [422, 'Incorrect email or password.'],
    [429, 'Too many attempts. Please wait a minute.'],
  ])('shows what the server says with status %i on top and keeps what was typed', async (status, message) => {
    const { api, user } = open()
    api.refuses(account.login, status, { message })
    await user.type(emailField(), 'ada@example.com')
    await user.type(passwordField(), 'wrong')
    await user.click(loginButton())
    expect(await screen.findByText(message)).toBeVisible()
    expect(emailField()).toHaveValue('ada@example.com')
    expect(loginButton()).toBeEnabled()
  })

  it('says that there is a network problem, in the alert and once as a toast', async () => {
    const { api, user } = open()
    api.offline()
    await user.type(emailField(), 'ada@example.com')
    await user.type(passwordField(), 'any{Enter}')
    await waitFor(() => expect(screen.getAllByText('Network Problem')).toHaveLength(2))
    await user.click(loginButton())
    await waitFor(() => expect(api.calls(account.login)).toHaveLength(2))
    await waitFor(() => expect(screen.getAllByText('Network Problem')).toHaveLength(2))
  })

  it('sends once, however often the button is pressed', async () => {
    const { api, user } = open()
    let finish = () => {}
    api.answers(account.login, () => new Promise((resolve) => (finish = () => resolve(signedIn))))
    await user.type(emailField(), 'ada@example.com')
    await user.type(passwordField(), 'any')
    await user.dblClick(loginButton())
    await user.type(passwordField(), '{Enter}')
    finish()
    await screen.findByText('Logged in successful')
    expect(api.calls(account.login)).toHaveLength(1)
  })

  it('shows errors of general as toasts', async () => {
    const { api, user } = open()
    api.refuses(account.login, 422, { message: 'Not now.', errors: { general: ['First.', 'Second.'] } })
    await user.type(emailField(), 'ada@example.com')
    await user.type(passwordField(), 'any{Enter}')
    expect(await screen.findByText('First.')).toBeVisible()
    expect(screen.getByText('Second.')).toBeVisible()
    expect(screen.getByText('Not now.')).toBeVisible()
  })

  it('shows the password on request and explains its criteria to keyboard and reader', async () => {
    const { user } = open()
    expect(passwordField()).toHaveAccessibleDescription(/at least 1 uppercase letter, at least 8 characters/)
    await user.tab()
    await user.tab()
    await user.keyboard(' ')
    expect(passwordField()).toHaveAttribute('type', 'text')
    await user.tab()
    await user.keyboard('{Enter}')
    expect(screen.getByText('at least 1 special character')).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.getByText('at least 1 special character')).not.toBeVisible()
  })

  it('warns of Caps Lock', async () => {
    const { user } = open()
    await user.click(passwordField())
    await user.keyboard('{CapsLock}a')
    expect(screen.getByText('Caps Lock is on.')).toBeVisible()
  })
})
