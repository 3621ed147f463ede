import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { LINK_GONE } from '#contract/fields.ts'
import { secondFactor } from '#contract/sign-in.ts'
import { routes } from '#web/app/routes.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'

it('The link against a second factor does nothing until it is confirmed, and leads to a new password', async () => {
  const api = fakeApi()
  api.refuses(secondFactor.notMe, 422, { message: LINK_GONE })
  const { user, router } = renderScreen(routes, { path: '/not-me#abc', me: null })
  const act = await screen.findByRole('button', { name: 'This was not me' })
  expect(api.calls(secondFactor.notMe)).toEqual([])
  await user.click(act)
  expect(await screen.findByText(LINK_GONE)).toBeVisible()
  api.answers(secondFactor.notMe, {
    message: 'It has been removed.',
    change_id: null,
    data: { email: 'ada@x.example' },
  })
  await user.click(screen.getByRole('button', { name: 'This was not me' }))
  expect(api.calls(secondFactor.notMe).at(-1)).toEqual({ token: 'abc' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/reset-password/ada%40x.example'))
})

it('The link of an account that cannot come back says why, and asks for no new password', async () => {
  const api = fakeApi()
  const message = 'Another administrator has your email address by now.'
  api.answers(secondFactor.notMe, { message, change_id: null, data: { email: 'ada@x.example', is_deactivated: true } })
  const { user, router } = renderScreen(routes, { path: '/not-me/of-an-earlier-release', me: null })
  await user.click(await screen.findByRole('button', { name: 'This was not me' }))
  expect(await screen.findByText(message)).toBeVisible()
  expect(router.state.location.pathname).toBe('/not-me/of-an-earlier-release')
  expect(api.calls(secondFactor.notMe)).toEqual([{ token: 'of-an-earlier-release' }])
})

it('Pages of links promise no email where none is sent', async () => {
  fakeApi({ sendsMail: false })
  const notMe = renderScreen(routes, { path: '/not-me#abc', me: null })
  expect(await screen.findByText(/operator can give you a code to choose a new one\.$/)).toBeVisible()
  expect(screen.queryByText(/We’ll email you/)).toBeNull()
  notMe.unmount()
  renderScreen(routes, { path: '/confirm-email#abc', me: null })
  expect(await screen.findByText('Confirm that you want to sign in with this email address from now on.')).toBeVisible()
})

it('The link to a new address changes it when that is confirmed', async () => {
  const api = fakeApi()
  const { user } = renderScreen(routes, { path: '/confirm-email#abc', me: null })
  api.answers(account.confirmEmail, { message: 'Email address updated successfully.', change_id: null })
  await user.click(await screen.findByRole('button', { name: 'Confirm this address' }))
  expect(await screen.findByText('Email address updated successfully.')).toBeVisible()
})
