import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { ada, renderScreen } from '#web/testing/render-screen.tsx'
import { anRvType, pageOfRows } from '#web/testing/rows.ts'
import { storedDrafts } from '#web/testing/stored-drafts.ts'
import { routes } from './routes.tsx'

// Loads the chunks before the tests, because it may take longer than a test waits.
beforeAll(async () => {
  await import('./shell.tsx')
})

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  api.answers(account.me, { message: 'Signed in', data: ada })
  api.answers(rvTypes.list, pageOfRows([anRvType()]))
})

/** Opens the dashboard, then RV Types, then a dialog there. */
async function openDialog(button: string, dialog: string) {
  const rendered = renderScreen(routes, { path: '/dashboard' })
  await screen.findByRole('heading', { name: 'Dashboard' })
  await rendered.router.navigate('/rv-types')
  await rendered.user.click(await screen.findByRole('button', { name: button }))
  await screen.findByRole('dialog', { name: dialog })
  return rendered
}
const QUESTION = 'What you typed has not been saved. Discard it?'
const dashboard = () => screen.findByRole('heading', { name: 'Dashboard' })

describe('Back with a dialog open', () => {
  it('closes it, Forward opens it, and the focus goes back to what opened it', async () => {
    const { router } = await openDialog('New', 'New RV Type')
    expect(router.state.location.search).toBe('?new')
    await router.navigate(-1)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location).toMatchObject({ pathname: '/rv-types', search: '' })
    await waitFor(() => expect(screen.getByRole('button', { name: 'New' })).toHaveFocus())
    await router.navigate(1)
    expect(await screen.findByRole('dialog', { name: 'New RV Type' })).toBeVisible()
  })

  it('asks before it throws away what was typed', async () => {
    const { user, router } = await openDialog('New', 'New RV Type')
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Fifth Wheel')
    await router.navigate(-1)
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull())
    expect(router.state.location.search).toBe('?new')
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Fifth Wheel')

    // The question is asked again only once the first has closed entirely.
    await waitFor(async () => {
      await router.navigate(-1)
      await screen.findByRole('button', { name: 'Discard' }, { timeout: 500 })
    })
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.search).toBe('')
    expect(await storedDrafts()).toEqual([])
    await router.navigate(1)
    const again = within(await screen.findByRole('dialog', { name: 'New RV Type' }))
    expect(again.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  })

  it('leaves a confirm dialog, and nothing is deleted', async () => {
    const { router } = await openDialog('Delete Travel Trailer', 'Delete RV Type')
    await router.navigate(-1)
    expect(await dashboard()).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await router.navigate(1)
    expect(await screen.findByText('Travel Trailer')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(api.calls(rvTypes.delete)).toEqual([])
  })

  it('while a save is held sends it once, and its answer still says so', async () => {
    api.answers(rvTypes.add, { message: 'RV type added successfully.', data: anRvType() })
    const held = api.holds(rvTypes.add)
    const { user, router } = await openDialog('New', 'New RV Type')
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Fifth Wheel')
    await user.type(screen.getByRole('textbox', { name: 'Sequence No.' }), '3')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(held.count()).toBe(1))
    await router.navigate(-1)
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    held.release(0)
    expect(await screen.findByText('RV type added successfully.')).toBeVisible()
    expect(api.calls(rvTypes.add)).toHaveLength(1)
  })
})
