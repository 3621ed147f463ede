import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { administrators } from '#contract/administrators.ts'
import { PROOF_REQUIRED, sessions } from '#contract/sign-in.ts'
import { call } from '#web/api/call.ts'
import { storedToken } from '#web/api/session.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { ProofHost } from './proof-host.tsx'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  api.refuses(administrators.withdraw, 403, { message: PROOF_REQUIRED, data: { proof_required: ['password'] } })
})

function Caller() {
  const withdraw = useMutation({ mutationFn: () => call(administrators.withdraw, { administrator_id: 'admin-1' }) })
  return (
    <>
      <Button onClick={() => withdraw.mutate()}>Withdraw</Button>
      <p>{withdraw.data?.message ?? withdraw.error?.message}</p>
      <ProofHost />
    </>
  )
}

const passwordField = () => screen.findByLabelText('Password')

describe('a call that asks for a proof', () => {
  it('is made again by itself, once, when the password was given', async () => {
    const { user } = renderScreen(<Caller />)
    api.answers(sessions.prove, () => {
      api.answers(administrators.withdraw, { message: 'Invitation withdrawn successfully.' })
      return { message: 'Confirmed.', data: { token: 'another-token' } }
    })
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    expect(await passwordField()).toHaveFocus()
    await user.keyboard('correct-horse-1!{Enter}')
    expect(await screen.findByText('Invitation withdrawn successfully.')).toBeVisible()
    expect(api.calls(sessions.prove)).toEqual([{ password: 'correct-horse-1!' }])
    expect(api.calls(administrators.withdraw)).toHaveLength(2)
    // The session goes on with the token that came with the proof.
    expect(storedToken()).toBe('another-token')
  })

  it('is refused with what the server said when nobody proves anything, and the page stays', async () => {
    const { user, router } = renderScreen(<Caller />, { path: '/here' })
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    await passwordField()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText(PROOF_REQUIRED)).toBeVisible()
    expect(api.calls(administrators.withdraw)).toHaveLength(1)
    expect(router.state.location.pathname).toBe('/here')
  })

  it('stays asked after a wrong password', async () => {
    const { user } = renderScreen(<Caller />)
    const wrong = 'The password is wrong.'
    api.refuses(sessions.prove, 422, { message: wrong, errors: { password: [wrong] } })
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    await user.type(await passwordField(), 'wrong{Enter}')
    await waitFor(() => expect(screen.getAllByText(wrong).length).toBeGreaterThan(0))
    expect(api.calls(administrators.withdraw)).toHaveLength(1)
  })
})
