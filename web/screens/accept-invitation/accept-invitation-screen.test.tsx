import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { INVITATION_GONE, invitations } from '#contract/administrators.ts'
import { routes } from '#web/app/routes.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = () => renderScreen(routes, { path: '/accept-invitation#the-token', me: null })

beforeEach(() => {
  api = fakeApi()
  api.answers(invitations.get, { message: 'Invitation', data: { name: 'Grace', email: 'grace@example.com' } })
})

describe('the page of an invitation', () => {
  it('takes name and password, and leads to the login with the address filled in', async () => {
    const { user, router } = open()
    api.answers(invitations.accept, { message: 'Your account is ready. Please sign in.' })
    expect(await screen.findByText('grace@example.com')).toBeVisible()
    expect(screen.getByLabelText(/^Name/)).toHaveValue('Grace')
    await user.type(screen.getByLabelText('New Password'), 'a-new-one-1!')
    await user.type(screen.getByLabelText('Confirm Password'), 'a-new-one-1!{Enter}')
    expect(await screen.findByText('Your account is ready. Please sign in.')).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(await screen.findByLabelText('Email')).toHaveValue('grace@example.com')
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
    expect(api.calls(invitations.accept)).toEqual([
      { token: 'the-token', name: 'Grace', new_password: 'a-new-one-1!', confirm_password: 'a-new-one-1!' },
    ])
  })

  it('says that a link is not valid, with the way to the login', async () => {
    api.refuses(invitations.get, 422, { message: INVITATION_GONE, errors: { token: [INVITATION_GONE] } })
    open()
    expect(await screen.findByText(INVITATION_GONE)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login')
    expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument()
  })

  it('says on top when the link was used meanwhile', async () => {
    const { user } = open()
    api.refuses(invitations.accept, 422, { message: INVITATION_GONE, errors: { token: [INVITATION_GONE] } })
    await user.type(await screen.findByLabelText('New Password'), 'a-new-one-1!')
    await user.type(screen.getByLabelText('Confirm Password'), 'a-new-one-1!{Enter}')
    expect(await screen.findByText(INVITATION_GONE)).toBeVisible()
  })

  it('can be tried again when the server could not be reached', async () => {
    api.offline()
    const { user } = open()
    const again = await screen.findByRole('button', { name: 'Try again' })
    api.online()
    await user.click(again)
    expect(await screen.findByText('grace@example.com')).toBeVisible()
  })
})
