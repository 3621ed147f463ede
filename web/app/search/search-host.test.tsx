import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { dealers } from '#contract/dealers.ts'
import { search } from '#contract/search.ts'
import { openSearch } from '#web/records/list/elsewhere/search-requests.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows } from '#web/testing/rows.ts'
import { SearchHost } from './search-host.tsx'

function open() {
  const api = fakeApi()
  api.answers(dealers.list, pageOfRows([]))
  api.answers(search.search, { message: '', data: [] })
  return renderScreen(
    <>
      <SearchHost ready />
      <input aria-label="Elsewhere" />
    </>,
    { path: '/blank' },
  )
}

const field = () => screen.findByRole('combobox', { name: 'Search' })

describe('the key of the search', () => {
  it.each([
    ['Ctrl+K', { key: 'k', code: 'KeyK', ctrlKey: true }],
    ['Cmd+K', { key: 'k', code: 'KeyK', metaKey: true }],
    ['Ctrl+K with Caps Lock', { key: 'K', code: 'KeyK', ctrlKey: true }],
    ['Ctrl+K on a Cyrillic layout', { key: 'л', code: 'KeyK', ctrlKey: true }],
  ])('is %s, also in a field', async (_name, press) => {
    open()
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Elsewhere' }), press)
    await waitFor(async () => expect(await field()).toHaveFocus())
    expect(screen.getByRole('dialog', { name: 'Search' })).toBeVisible()
  })

  it.each([
    ['K alone', { key: 'k', code: 'KeyK' }],
    ['with Shift', { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }],
    ['with Alt', { key: 'k', code: 'KeyK', ctrlKey: true, altKey: true }],
  ])('is not %s', (_name, press) => {
    open()
    fireEvent.keyDown(document.body, press)
    expect(screen.getByRole('button', { name: 'Search' })).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('loses nothing that is typed before the field has the focus', async () => {
    open()
    fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
    for (const key of ['n', 'e', 'x', 'Backspace', 'w']) fireEvent.keyDown(document.body, { key })
    await waitFor(async () => expect(await field()).toHaveValue('new'))
  })

  it('loses nothing where the search before is still closing', async () => {
    open()
    const press = () => fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
    press()
    await waitFor(async () => expect(await field()).toHaveFocus())
    fireEvent.keyDown(await field(), { key: 'Escape' })
    press()
    for (const key of ['n', 'e', 'w']) fireEvent.keyDown(document.body, { key })
    await waitFor(async () => expect(await field()).toHaveValue('new'))
  })
})

it('opens with the text that a list asks for, gives the focus back, and goes where a row leads', async () => {
  const { user, router } = open()
  const button = screen.getByRole('button', { name: 'Search' })
  await user.click(button)
  await waitFor(async () => expect(await field()).toHaveFocus())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(button).toHaveFocus())
  openSearch('new dealer')
  await waitFor(async () => expect(await field()).toHaveValue('new dealer'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/rv-dealers', search: '?new' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
