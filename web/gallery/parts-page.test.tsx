import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { DialogParts } from './dialog-parts.tsx'
import { PartsPage } from './parts-page.tsx'

// Loads the chunks of grid and editor before the tests, because it may take longer than a test waits.
beforeAll(async () => {
  await import('#web/ui/rich-text/rich-text-editor.tsx')
})
beforeEach(() => void fakeApi())

// By text and not by role: computing the roles of so many elements takes jsdom half a minute.
it('shows every part without an error and without a request', async () => {
  const { container } = renderScreen(<PartsPage />, { path: '/parts' })
  const section = (name: string) => within(container.querySelector(`section[aria-label="${name}"]`) as HTMLElement)
  expect(await section('Lists').findByText('Park Model')).toBeVisible()
  expect(section('Lists').getByText('No Records Found.')).toBeVisible()
  expect(await section('Lists').findByText('Something went wrong. Please try again.')).toBeVisible()
  expect(section('Selects').getByText('The choices could not be loaded.')).toBeVisible()
  expect(section('Images').getByText('42%')).toBeVisible()
  expect(section('Images').getByText(/^900x900 pixels/)).toBeVisible()
  expect(section('Pages').getByText('404')).toBeVisible()
  await waitFor(() => expect(container.querySelectorAll('.ProseMirror')).toHaveLength(5))
})

it('opens the dialogs', async () => {
  const { user } = renderScreen(<DialogParts />, { path: '/parts' })
  await user.click(await screen.findByRole('button', { name: 'Form, conflict' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit RV Type' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText(/Grace Hopper changed this record/)).toBeVisible()
})
