import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { models } from '#contract/models.ts'
import { rvs } from '#contract/rvs.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { anRv } from '#web/testing/people-rows.ts'
import { ada, renderScreen } from '#web/testing/render-screen.tsx'
import { aModel, pageOfRows } from '#web/testing/rows.ts'
import { setWindowWidth } from '#web/testing/window-width.ts'
import { routes } from './routes.tsx'

const PHONE = 390
const FIRST_DESKTOP = 768

// Loads the chunks before the tests, because it may take longer than a test waits.
beforeAll(async () => {
  await import('./shell.tsx')
})

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  api.answers(account.me, { message: 'Signed in', data: ada })
  api.answers(rvs.list, pageOfRows([anRv()]))
  api.answers(models.list, pageOfRows([aModel()], 234_567))
})

async function open(path: string, title: string, width: number) {
  setWindowWidth(width)
  const rendered = renderScreen(routes, { path })
  await screen.findByRole('heading', { name: title })
  await screen.findByRole('grid')
  return rendered
}
const isPinned = async () => {
  const header = await screen.findByRole('columnheader', { name: 'Actions' })
  return header.dataset.pinned === 'right'
}
const pageButtons = () => within(screen.getByLabelText('Pages')).getAllByRole('button', { name: /^Page / })

describe('the shell on a phone', () => {
  it('opens the menu in a drawer, and closes it on navigation', async () => {
    const { user, router } = await open('/rv-management', 'RV Management', PHONE)
    await user.click(screen.getByRole('button', { name: 'Menu' }))
    // Hidden: jsdom applies the CSS of Mantine's hiddenFrom="sm" at any width.
    const drawer = within(await screen.findByRole('dialog', { hidden: true }))
    await user.click(drawer.getByRole('link', { name: 'Models', hidden: true }))
    expect(await screen.findByRole('heading', { name: 'Models' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
    expect(router.state.location.pathname).toBe('/models')
  })
})

describe('a list', () => {
  it.each([
    [PHONE, false],
    [FIRST_DESKTOP - 1, false],
    [FIRST_DESKTOP, true],
  ])('of %i pixels: its Actions column is pinned: %s', async (width, pinned) => {
    await open('/rv-management', 'RV Management', width)
    expect(await isPinned()).toBe(pinned)
  })

  it('shows fewer page buttons on a phone', async () => {
    const { unmount } = await open('/models', 'Models', FIRST_DESKTOP)
    await screen.findByLabelText('Pages')
    const wide = pageButtons().length
    unmount()
    await open('/models', 'Models', PHONE)
    await screen.findByLabelText('Pages')
    expect(pageButtons().length).toBeLessThan(wide)
  })
})
