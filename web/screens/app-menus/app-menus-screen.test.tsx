import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { menuItems } from '#contract/menu-items.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aFile, aMenuItem, pageOfRows } from '#web/testing/rows.ts'
import { setWindowWidth } from '#web/testing/window-width.ts'
import { AppMenusScreen } from './app-menus-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = () => renderScreen(<AppMenusScreen />, { path: '/app-menus' })

beforeEach(() => {
  api = fakeApi()
  api.answers(
    menuItems.list,
    pageOfRows([aMenuItem(), aMenuItem({ _id: 'menu-2', title: 'About', seq_no: 2, code: 8, icon: null })]),
  )
})

describe('App Menus', () => {
  it('shows icon, title and number, and nothing to add, delete or restore', async () => {
    open()
    expect(await screen.findByRole('img', { name: 'Icon of My RV' })).toBeVisible()
    expect(screen.getByText('No picture')).toBeInTheDocument()
    const titles = screen.getAllByRole('columnheader').map((header) => header.textContent?.trim())
    expect(titles).toEqual(['Move', 'Icon', 'Title', 'Sequence No.', 'Actions'])
    expect(screen.queryByRole('button', { name: /^(New|Delete|Restore)/ })).not.toBeInTheDocument()
  })

  it('has no status, on a phone either', async () => {
    setWindowWidth(390)
    open()
    expect(await screen.findByText('My RV')).toBeVisible()
    expect(screen.queryByText('Active')).not.toBeInTheDocument()
  })

  it('changes an entry and sends its code back unchanged', async () => {
    api.answers(menuItems.edit, { message: 'App menu updated successfully.', data: aMenuItem({ version: 2 }) })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit My RV' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit App Menu' }))
    const title = form.getByRole('textbox', { name: 'Title' })
    await user.clear(title)
    await user.tab()
    expect(form.getByText('Title cannot be empty.')).toBeVisible()
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.type(title, 'My Camper')
    await user.upload(form.getByLabelText('Icon'), aFile('camper.png', 'image/png'))
    expect(form.getByText('PNG, 100x100 to 150x150 pixels')).toBeVisible()
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('App menu updated successfully.')).toBeVisible()
    const sent = { title: 'My Camper', seq_no: '1', code: '7', menu_item_id: 'menu-1', version: '1' }
    expect(api.calls(menuItems.edit)).toEqual([{ ...sent, icon: expect.any(File) }])
  })
})
