import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { Link } from 'react-router'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { useUnsavedForm } from '#web/forms/unsaved-forms.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { ada, renderScreen } from '#web/testing/render-screen.tsx'
import { storedDrafts } from '#web/testing/stored-drafts.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { routes } from './routes.tsx'

// Loads the chunks before the tests, because it may take longer than a test waits.
beforeAll(async () => {
  await import('./shell.tsx')
})
beforeEach(() => fakeApi().answers(account.me, { message: 'Signed in', data: ada }))

async function typeName() {
  const rendered = renderScreen(routes, { path: '/edit-profile' })
  await rendered.user.type(await screen.findByRole('textbox', { name: 'Name' }), ' King')
  return rendered
}

/** A form whose call is under way until it is answered. */
function Saving() {
  const [isUnsaved, setUnsaved] = useState(true)
  useUnsavedForm(isUnsaved)
  return (
    <>
      <Link to="/there">Leave</Link>
      <button type="button" onClick={() => setUnsaved(false)}>
        Answer
      </button>
      <LeaveGuard />
    </>
  )
}

/** Whether the browser would ask before the tab is closed. */
function closingAsks() {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

describe('a changed form', () => {
  it('asks before a link leaves it, and stays with what was typed', async () => {
    const { user, router } = await typeName()
    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.pathname).toBe('/edit-profile')
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada Lovelace King')
  })

  it('asks again when it is left again while the first question closes', async () => {
    const { user, router } = await typeName()
    const dashboard = screen.getByRole('link', { name: 'Dashboard' })
    await user.click(dashboard)
    const keep = await screen.findByRole('button', { name: 'Keep editing' })
    act(() => keep.click())
    act(() => dashboard.click())
    await waitFor(() => expect(keep).not.toBeInTheDocument())
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  })

  it('is left by a link once that was answered with Discard, and leaves no draft', async () => {
    const { user, router } = await typeName()
    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(await storedDrafts()).toEqual([])
  })

  it('has the browser ask before the tab is closed, and an unchanged one does not', async () => {
    const { user } = await typeName()
    expect(closingAsks()).toBe(true)
    await user.type(screen.getByRole('textbox', { name: 'Name' }), '{Backspace>5/}')
    await waitFor(() => expect(closingAsks()).toBe(false))
  })

  it('is left without an answer once it was saved meanwhile', async () => {
    const { user, router } = renderScreen(
      [
        { path: '/here', element: <Saving /> },
        { path: '/there', element: <h1>There</h1> },
      ],
      { path: '/here' },
    )
    const saved = screen.getByRole('button', { name: 'Answer' })
    await user.click(screen.getByRole('link', { name: 'Leave' }))
    await screen.findByRole('button', { name: 'Keep editing' })
    act(() => saved.click())
    await screen.findByRole('heading', { name: 'There' })
    expect(router.state.location.pathname).toBe('/there')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('does not keep who cancels', async () => {
    const { user, router } = await typeName()
    const [cancel] = screen.getAllByRole('button', { name: 'Cancel' })
    if (cancel) await user.click(cancel)
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
