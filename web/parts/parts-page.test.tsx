import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { PartsPage } from './parts-page.tsx'

// Loads the chunks of grid and editor before the tests, because it may take longer than a test waits.
beforeAll(async () => {
  await import('#web/records/grid/grid-table.tsx')
  await import('#web/ui/rich-text/rich-text-editor.tsx')
})
beforeEach(() => void fakeApi())

it('shows every part without an error and without a request', async () => {
  renderScreen(<PartsPage />, { path: '/parts' })
  const section = (name: string) => within(screen.getByRole('region', { name }))
  expect(await section('Lists').findByText('Park Model')).toBeVisible()
  expect(section('Lists').getByText('No Records Found.')).toBeVisible()
  expect(await section('Lists').findByText('Something went wrong. Please try again.')).toBeVisible()
  expect(section('Selects').getByText('The choices could not be loaded.')).toBeVisible()
  expect(section('Images').getByText('42%')).toBeVisible()
  expect(await section('Rich text').findAllByRole('textbox', { name: 'Content' })).toHaveLength(5)
})

it('opens the dialogs', async () => {
  const { user } = renderScreen(<PartsPage />, { path: '/parts' })
  await user.click(await screen.findByRole('button', { name: 'Form, conflict' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit RV Type' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText(/Grace Hopper changed this record/)).toBeVisible()
})
