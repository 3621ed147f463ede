import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { rvs } from '#contract/rvs.ts'
import { RvsScreen } from '#web/screens/rvs/rvs-screen.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { anRv } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows } from '#web/testing/rows.ts'

const NAME = 'RV 310312 (2285 of Grace Hopper)'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  api.answers(rvs.list, pageOfRows([anRv({ model_name: '2285', added_by: 'Grace Hopper' })]))
})

const more = () => screen.findByRole('button', { name: `More actions for ${NAME}` })

describe('the actions of a row', () => {
  it('are icons where they are of daily use, and all in words in a menu', async () => {
    const { user } = renderScreen(<RvsScreen />, { path: '/rv-management' })
    const cell = within((await more()).closest<HTMLElement>('[role=gridcell]') as HTMLElement)
    const icons = cell.getAllByRole('button').map((button) => button.dataset.tip)
    expect(icons).toEqual(['Edit', 'Delete', 'View', 'Check Status', 'More actions'])
    await user.click(await more())
    const menu = within(await screen.findByRole('menu', { name: `More actions for ${NAME}` }))
    const words = menu.getAllByRole('menuitem').map((entry) => entry.textContent)
    expect(words).toEqual(['EditE', 'DeleteDel', 'View', 'Check Status', 'History'])
  })

  it('are reached, chosen and left by keys, and the focus comes back', async () => {
    const { user } = renderScreen(<RvsScreen />, { path: '/rv-management' })
    const button = await more()
    const cell = button.closest<HTMLElement>('[role=gridcell]')
    cell?.focus()
    await user.keyboard('{Enter}{ArrowLeft}')
    expect(button).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: /^Edit/ })).toHaveFocus())
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(button).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: /^Edit/ })).toHaveFocus())
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'View RV Details' })
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(cell).toContainElement(document.activeElement as HTMLElement))
  })

  it('say in the menu why they can do nothing, and stay open', async () => {
    api.answers(
      rvs.list,
      pageOfRows([anRv({ model_name: '2285', added_by: 'Grace Hopper', serial_no: null, serial: '' })]),
    )
    const { user } = renderScreen(<RvsScreen />, { path: '/rv-management' })
    await user.click(await more())
    const entry = await screen.findByRole('menuitem', { name: /Serial Number is not Available!/ })
    expect(entry).toHaveAttribute('aria-disabled', 'true')
    await user.click(entry)
    expect(screen.getByRole('menu')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
