import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cmsPages } from '#contract/cms-pages.ts'
import { storeToken } from '#web/api/session.ts'
import { draftOf } from '#web/forms/drafts.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { ada, renderScreen } from '#web/testing/render-screen.tsx'
import { aCmsPage, pageOfRows } from '#web/testing/rows.ts'
import { CmsPagesScreen } from './cms-pages-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = () => renderScreen(<CmsPagesScreen />, { path: '/cms-pages' })

// Loads the chunks of grid and editor before the tests, because it may take longer than a test waits.
beforeAll(async () => {
  await import('#web/ui/rich-text/rich-text-editor.tsx')
})

beforeEach(() => {
  api = fakeApi()
  api.answers(
    cmsPages.list,
    pageOfRows([aCmsPage(), aCmsPage({ _id: 'page-2', title: 'Old news', code: 'news', is_deleted: true })]),
  )
})

async function edit() {
  const rendered = open()
  await rendered.user.click(await screen.findByRole('button', { name: 'Edit About' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit CMS Page' }))
  return { ...rendered, form, content: await form.findByRole('textbox', { name: 'Content' }) }
}

const addText = (content: HTMLElement, text: string) =>
  fireEvent.paste(content, {
    clipboardData: { getData: (type: string) => (type === 'text/plain' ? text : ''), files: [] },
  })

describe('CMS Pages', () => {
  it('has no New button in its header', async () => {
    open()
    await screen.findByText('About')
    expect(screen.queryByRole('button', { name: 'New' })).not.toBeInTheDocument()
  })

  it('offers its first page where there is none', async () => {
    api.answers(cmsPages.list, pageOfRows([]))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Add the first CMS page' }))
    expect(await screen.findByRole('dialog', { name: 'New CMS Page' })).toBeVisible()
  })

  it('asks whether a page with the title of one that the app looks for is that page', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Add CMS page' }))
    const form = within(await screen.findByRole('dialog', { name: 'New CMS Page' }))
    await user.type(form.getByRole('textbox', { name: 'Title' }), 'Terms of use')
    const code = form.getByRole('combobox', { name: 'Code' })
    await user.type(code, 'tos')
    expect(form.getByText(/^Is this the page the app shows as terms\?/)).toBeVisible()
    await user.click(form.getByRole('button', { name: 'Use “terms”' }))
    expect(code).toHaveValue('terms')
    expect(form.queryByText(/^Is this the page/)).toBeNull()
  })

  it('adds a page from below the rows, and offers the codes that the app looks for', async () => {
    api.answers(cmsPages.add, { message: 'CMS data added successfully.', data: aCmsPage() })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Add CMS page' }))
    const form = within(await screen.findByRole('dialog', { name: 'New CMS Page' }))
    await user.type(form.getByRole('textbox', { name: 'Title' }), 'Terms of use')
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    const code = form.getByRole('combobox', { name: 'Code' })
    act(() => code.focus())
    expect(code).toHaveAttribute('aria-expanded', 'false')
    // In a browser, the error of the field that is left moves this one away before there is a click.
    fireEvent.mouseDown(code)
    const offered = within(await screen.findByRole('listbox', { name: 'Code' }))
    expect(offered.getAllByRole('option').map((code) => code.textContent)).toEqual([
      'about',
      'terms',
      'privacy',
      'help',
    ])
    await user.click(offered.getByRole('option', { name: 'terms' }))
    addText(await form.findByRole('textbox', { name: 'Content' }), 'Be kind.')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('CMS data added successfully.')).toBeVisible()
    expect(api.calls(cmsPages.add)).toEqual([
      { title: 'Terms of use', code: 'terms', content: '<p>Be kind.</p>', publish_at: null, unpublish_at: null },
    ])
  })

  it('takes any other code, and says why one is refused', async () => {
    api.refuses(cmsPages.add, 422, { message: 'Code already exists.', errors: { code: ['Code already exists.'] } })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Add CMS page' }))
    const form = within(await screen.findByRole('dialog', { name: 'New CMS Page' }))
    await user.type(form.getByRole('textbox', { name: 'Title' }), 'Rally')
    await user.type(form.getByRole('combobox', { name: 'Code' }), 'rally 2027')
    await user.tab()
    expect(await form.findByText('Please use letters, digits, dashes and underscores only.')).toBeVisible()
    await user.clear(form.getByRole('combobox', { name: 'Code' }))
    await user.type(form.getByRole('combobox', { name: 'Code' }), 'rally-2027')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findAllByText('Code already exists.')).not.toHaveLength(0)
    expect(api.calls(cmsPages.add)).toEqual([
      { title: 'Rally', code: 'rally-2027', content: '', publish_at: null, unpublish_at: null },
    ])
  })

  it('edits title and content, and sends the code back unchanged', async () => {
    api.answers(cmsPages.edit, { message: 'CMS data updated successfully.', data: aCmsPage({ version: 2 }) })
    const { user, form, content } = await edit()
    const title = form.getByRole('textbox', { name: 'Title' })
    await user.clear(title)
    await user.tab()
    expect(form.getByText('Title cannot be empty.')).toBeVisible()
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.type(title, 'About us')
    addText(content, 'New: ')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('CMS data updated successfully.')).toBeVisible()
    expect(api.calls(cmsPages.edit)).toEqual([
      {
        title: 'About us',
        content: '<p>New: Built to be taken out.</p>',
        code: 'about',
        publish_at: null,
        unpublish_at: null,
        cms_page_id: 'page-1',
        version: 1,
      },
    ])
  })

  it('says when owners see a page, and takes a day and a time in the office’s zone, or none', async () => {
    const later = { publish_at: '2099-12-01T08:00:00.000Z', unpublish_at: null }
    api.answers(cmsPages.list, pageOfRows([aCmsPage(later), aCmsPage({ _id: 'page-2', title: 'Terms' })]))
    api.answers(cmsPages.edit, { message: 'CMS data updated successfully.', data: aCmsPage({ version: 2 }) })
    const { user, form } = await edit()
    expect(screen.getByText('from 1 Dec 2099, 08:00')).toBeVisible()
    expect(form.getByRole('textbox', { name: 'Publish on' })).toHaveValue('12-01-2099')
    await user.clear(form.getByRole('textbox', { name: 'Publish on' }))
    const end = form.getByRole('textbox', { name: 'Take down on' })
    const time = form.getByRole('textbox', { name: 'Take down on: time' })
    expect(time).toBeDisabled()
    await user.type(end, '12-31-2099')
    expect(time).toHaveValue('08:00')
    await user.clear(time)
    await user.type(time, '1830{Tab}')
    expect(time).toHaveValue('18:30')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('CMS data updated successfully.')).toBeVisible()
    expect(api.calls(cmsPages.edit)).toMatchObject([{ publish_at: null, unpublish_at: '2099-12-31T18:30:00.000Z' }])
  })

  it('closes without a question when nothing was changed', async () => {
    const { user, form } = await edit()
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('asks before it throws away what was written', async () => {
    const { user, form, content } = await edit()
    addText(content, 'New: ')
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Your changes have not been saved. Discard them?')).toBeVisible()
  })

  it('offers again what was typed before the session was lost, however long', async () => {
    const row = aCmsPage()
    const words = '<p>Written at length.</p>'.repeat(4000)
    storeToken('a-session-token')
    const address = `/cms-pages?edit=${row._id}`
    const form = `cms-pages edit ${row._id}`
    const values = { title: 'About us', content: words }
    draftOf({ admin: ada._id, form, address, record: row }).save(values, { title: 'Edit CMS Page' })
    renderScreen(<CmsPagesScreen />, { path: address })
    expect(await screen.findByText('What you typed before was kept.')).toBeVisible()
    const content = await screen.findByRole('textbox', { name: 'Content' })
    expect(content.querySelectorAll('p')).toHaveLength(4000)
  })

  it('shows another person’s version in words when both have changed it', async () => {
    api.refuses(cmsPages.edit, 409, {
      message: 'This record was changed by Grace Hopper in the meantime.',
      data: aCmsPage({ version: 2, content: '<h2>Theirs</h2><ul><li><p>One</p></li></ul>' }),
      changed_by: 'Grace Hopper',
    })
    const { user, form, content } = await edit()
    addText(content, 'Mine. ')
    await user.click(form.getByRole('button', { name: 'Save' }))
    const differing = within(await screen.findByRole('table', { name: 'What differs' }))
    expect(differing.getByText('Mine. Built to be taken out.')).toBeVisible()
    expect(differing.getByText(/^Theirs\s• One$/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Use current version' }))
    await waitFor(() => expect(content).toHaveTextContent('Theirs'))
    expect(content).toBeVisible()
  })

  it('offers to restore what was deleted', async () => {
    open()
    expect(await screen.findByRole('button', { name: 'Restore Old news' })).toBeInTheDocument()
  })
})
