import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { changes } from '#contract/changes.ts'
import { manuals } from '#contract/manuals.ts'
import { startLiveEvents } from '#web/api/live-events.ts'
import { wouldLoseWork } from '#web/forms/unsaved-forms.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aFile, aManual, pageOfRows } from '#web/testing/rows.ts'
import { ManualsScreen } from './manuals-screen.tsx'

const manual = aManual({ _id: 'm1', pdf_url: 'http://localhost/files/manuals/1.pdf' })
const pdf_url_fr = 'http://localhost/files/manuals/2.pdf'

function open(french = true, shown = manual) {
  const api = fakeApi({ french })
  api.answers(manuals.list, pageOfRows([shown]))
  api.answers(manuals.get, { message: 'Found', data: shown })
  api.answers(changes.of_record, { message: '', data: [], total: 0, current_page: 1 })
  api.answers(manuals.outline, { message: 'Outline', data: { page_count: 0, gap_count: 0, topics: [] } })
  return { api, ...renderScreen([{ path: '/manuals/:id', element: <ManualsScreen /> }], { path: '/manuals/m1' }) }
}
const frenchPart = async () => within(await screen.findByRole('region', { name: 'PDF in French' }))

it('The PDF in French is generated on the page of a manual, with English pages only when somebody says so', async () => {
  const { api, user } = open()
  const why = '1 page has no French: “Fuses”. Please write it, or leave this page in English.'
  api.refuses(manuals.generate_pdf, 422, { message: why, errors: { leave_english: [why] } })
  const part = await frenchPart()
  expect(part.getByText('None')).toBeVisible()
  expect(part.queryByRole('link')).toBeNull()
  await user.click(part.getByRole('button', { name: 'Generate French PDF of Travel Trailer - 2027' }))
  expect(await part.findByText(why)).toBeVisible()
  expect(wouldLoseWork()).toBe(false)
  const made = { ...manual, pdf_url_fr, pdf_made_at_fr: '2026-11-28T08:00:00.000Z' }
  api.answers(manuals.generate_pdf, { message: 'PDF generated successfully.', data: made })
  api.answers(manuals.get, { message: 'Found', data: made })
  await user.click(part.getByRole('button', { name: 'Leave in English' }))
  expect(await screen.findByText('PDF generated successfully.')).toBeVisible()
  expect(api.calls(manuals.generate_pdf)).toEqual([
    { manual_id: 'm1', language: 'fr' },
    { manual_id: 'm1', language: 'fr', leave_english: true },
  ])
  expect(part.queryByText(why)).toBeNull()
})

it('The part of a PDF that is made in French is not that of the English one, which somebody else has made', async () => {
  const { api, user } = open()
  onTestFinished(startLiveEvents())
  const held = api.holds(manuals.generate_pdf)
  api.answers(manuals.generate_pdf, { message: 'PDF generated successfully.', data: manual })
  const part = await frenchPart()
  await user.click(part.getByRole('button', { name: 'Generate French PDF of Travel Trailer - 2027' }))
  const bar = await part.findByRole('progressbar', { name: 'Generating the PDF' })
  act(() => {
    api.sendsEvent('printing', { manual_id: 'm1', language: 'fr', done: 0.2 })
    api.sendsEvent('printing', { manual_id: 'm1', language: 'en', done: 0.9 })
    // A server of the last release.
    api.sendsEvent('printing', { manual_id: 'm1', done: 0.8 })
  })
  await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '20'))
  held.release(0)
  expect(await screen.findByText('PDF generated successfully.')).toBeVisible()
})

it('A PDF in French is uploaded as such', async () => {
  const { api, user } = open()
  api.answers(manuals.create_pdf, { message: 'file uploaded successfully', data: manual })
  const part = await frenchPart()
  await user.click(part.getByRole('button', { name: 'Upload French PDF of Travel Trailer - 2027' }))
  await user.upload(screen.getByLabelText('PDF file'), aFile('guide.pdf', 'application/pdf'))
  expect(await screen.findByText('file uploaded successfully')).toBeVisible()
  expect(api.calls(manuals.create_pdf)).toEqual([{ manual_id: 'm1', language: 'fr', file: expect.any(File) }])
})

it('A PDF in French is removed once somebody has said so', async () => {
  const { api, user } = open(true, { ...manual, pdf_url_fr })
  api.answers(manuals.remove_pdf, { message: 'PDF removed successfully.', data: manual })
  const part = await frenchPart()
  await user.click(await part.findByRole('button', { name: 'Remove French PDF of Travel Trailer - 2027' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove French PDF' }))
  api.answers(manuals.get, { message: 'Found', data: manual })
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('PDF removed successfully.')).toBeVisible()
  expect(api.calls(manuals.remove_pdf)).toEqual([{ manual_id: 'm1', language: 'fr' }])
})

it('Where owners read no French there is none on the page', async () => {
  open(false)
  expect(await screen.findByRole('link', { name: 'Open the PDF of Travel Trailer - 2027' })).toBeVisible()
  expect(screen.queryByText(/French/)).toBeNull()
})
