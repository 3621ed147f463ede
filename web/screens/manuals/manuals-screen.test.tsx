import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { changes } from '#contract/changes.ts'
import type { CallOutput } from '#contract/endpoint.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { startLiveEvents } from '#web/api/live-events.ts'
import { wouldLoseWork } from '#web/forms/unsaved-forms.ts'
import { chooseAction } from '#web/testing/choose-action.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aFile, aManual, aManualPage, anRvType, aYear, pageOfRows } from '#web/testing/rows.ts'
import { setWindowWidth } from '#web/testing/window-width.ts'
import { ManualsScreen } from './manuals-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = () => renderScreen(<ManualsScreen />, { path: '/manuals' })
const pdf_url = 'http://localhost/files/manuals/1.pdf'
const outline = {
  page_count: 3,
  gap_count: 2,
  topics: [
    {
      _id: 'topic-1',
      name: 'Electrical',
      sub_topics: [
        { _id: 's1', name: 'Solar', page_id: 'p1' },
        { _id: 's2', name: 'Batteries', page_id: null },
      ],
    },
    {
      _id: 'topic-2',
      name: 'Plumbing',
      sub_topics: [
        { _id: 's3', name: 'Pump', page_id: 'p3' },
        { _id: 's4', name: 'Tanks', page_id: 'p4' },
        { _id: 's5', name: 'Drains', page_id: null },
      ],
    },
  ],
}
const button = (name: string) => screen.findByRole('button', { name })

async function choose(user: ReturnType<typeof open>['user'], file: File) {
  await chooseAction(user, 'Travel Trailer - 2027', 'Upload PDF')
  await user.upload(screen.getByLabelText('PDF file'), file)
}

beforeEach(() => {
  api = fakeApi()
  api.answers(
    manuals.list,
    pageOfRows([
      aManual(),
      aManual({ _id: 'm2', name: 'Truck Camper - 2026', rv_type: 'Truck Camper', pdf_url, pdf_outdated: true }),
      aManual({ _id: 'm3', name: 'Park Model - 2020', rv_type: 'Park Model', is_deleted: true, page_count: 0 }),
    ]),
  )
  api.answers(rvTypes.list, pageOfRows([anRvType()]))
  api.answers(manuals.manual_years, pageOfRows([aYear()]))
})

describe('Manuals', () => {
  it('shows what is out of the ordinary', async () => {
    open()
    await screen.findByText('Truck Camper')
    expect(screen.getByText('Out of date')).toBeVisible()
    expect(screen.getAllByText('12 of 15')).toHaveLength(2)
    expect(screen.getByText('Inactive')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
  })

  it('says once on a card that it is inactive', async () => {
    setWindowWidth(390)
    open()
    await screen.findByText('Truck Camper')
    expect(screen.getAllByText('Inactive')).toHaveLength(1)
  })

  it('adds a manual for a type and a year', async () => {
    api.answers(manuals.add, { message: 'Manual added successfully.', data: aManual() })
    const { user } = open()
    await user.click(await button('New'))
    const form = within(await screen.findByRole('dialog', { name: 'New Manual' }))
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.click(form.getByRole('combobox', { name: 'RV Type' }))
    await user.click(await screen.findByRole('option', { name: 'Travel Trailer' }))
    await user.click(form.getByRole('combobox', { name: 'Year' }))
    await user.click(await screen.findByRole('option', { name: '2027' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Manual added successfully.')).toBeVisible()
    expect(api.calls(manuals.add)).toEqual([{ category: 'type-1', year: 'year-1' }])
  })

  it('goes to the pages of a manual, which it hands over', async () => {
    const { user, router } = open()
    await user.click(await button('Filter manual pages of Truck Camper - 2026'))
    expect(router.state.location).toMatchObject({
      pathname: '/manual-pages',
      search: '?manual_id=m2',
      state: { name: 'Truck Camper - 2026' },
    })
  })

  it('cannot download what is not there, and says so', async () => {
    const { user } = open()
    await chooseAction(user, 'Travel Trailer - 2027', 'Download PDF')
    expect(screen.getByRole('menuitem', { name: /^Download PDF/ })).toHaveAttribute('aria-disabled', 'true')
    expect(await screen.findByText('There is no PDF Generated yet!')).toBeVisible()
    await user.keyboard('{Escape}')
    await user.click(await button('More actions for Truck Camper - 2026'))
    expect(await screen.findByRole('menuitem', { name: 'Download PDF' })).not.toHaveAttribute('aria-disabled')
  })

  it('generates the PDF once however often it is clicked, and reads the list again', async () => {
    const made = Promise.withResolvers<CallOutput<typeof manuals.generate_pdf>>()
    api.answers(manuals.generate_pdf, () => made.promise)
    const { user } = open()
    await chooseAction(user, 'Travel Trailer - 2027', 'Generate PDF')
    await chooseAction(user, 'Travel Trailer - 2027', 'Generat')
    expect(screen.getByRole('menuitem', { name: /^Generate PDF/ })).toHaveAttribute('aria-disabled', 'true')
    made.resolve({ message: 'PDF generated successfully.', change_id: null, data: aManual({ pdf_url }) })
    expect(await screen.findByText('PDF generated successfully.')).toBeVisible()
    expect(api.calls(manuals.generate_pdf)).toEqual([{ manual_id: 'manual-1' }])
    await waitFor(() => expect(api.calls(manuals.list)).toHaveLength(2))
    await user.keyboard('{Escape}')
    await user.click(await button('More actions for Park Model - 2020'))
    expect(await screen.findByRole('menuitem', { name: /^Generate PDF/ })).toHaveAttribute('aria-disabled', 'true')
  })

  it('shows how much of a PDF is made', async () => {
    const held = api.holds(manuals.generate_pdf)
    api.answers(manuals.generate_pdf, { message: 'PDF generated successfully.', data: aManual({ pdf_url }) })
    const { user } = open()
    const stop = startLiveEvents()
    onTestFinished(stop)
    await chooseAction(user, 'Travel Trailer - 2027', 'Generate PDF')
    const bar = await screen.findByRole('progressbar', { name: 'Generating the PDF' })
    expect(bar).toHaveAttribute('aria-valuenow', '0')
    act(() => {
      for (const done of [0.4, 0.3]) api.sendsEvent('printing', { manual_id: 'manual-1', done })
    })
    await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '40'))
    held.release(0)
    expect(await screen.findByText('PDF generated successfully.')).toBeVisible()
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  })

  it('says what the PDF could not show beside that it was made', async () => {
    const warning = 'The PDF shows boxes in place of characters that its font lacks (Chinese or Japanese): 漢'
    api.answers(manuals.generate_pdf, { message: 'PDF generated successfully.', data: aManual({ pdf_url }), warning })
    const { user } = open()
    await chooseAction(user, 'Travel Trailer - 2027', 'Generate PDF')
    expect(await screen.findByText('PDF generated successfully.')).toBeVisible()
    expect(await screen.findByText(warning)).toBeVisible()
  })

  it('uploads a PDF and reads the list again', async () => {
    api.answers(manuals.create_pdf, { message: 'file uploaded successfully', data: aManual({ pdf_url }) })
    const { user } = open()
    const file = aFile('guide.pdf', 'application/pdf')
    await choose(user, file)
    expect(await screen.findByText('file uploaded successfully')).toBeVisible()
    await waitFor(() => expect(api.calls(manuals.list)).toHaveLength(2))
  })

  it('says what readers will miss in an uploaded PDF', async () => {
    const warning = 'This PDF has no text (it may be a scan), so it cannot be searched or read aloud.'
    api.answers(manuals.create_pdf, { message: 'file uploaded successfully', data: aManual({ pdf_url }), warning })
    const { user } = open()
    const file = aFile('scan.pdf', 'application/pdf')
    await choose(user, file)
    expect(await screen.findByText('file uploaded successfully')).toBeVisible()
    expect(await screen.findByText(warning)).toBeVisible()
  })

  it('refuses what is no PDF, or too large a one, before it is sent', async () => {
    const { user } = open()
    await screen.findByText('Truck Camper')
    screen.getByLabelText('PDF file').removeAttribute('accept')
    await choose(user, aFile('notes.txt', 'text/plain'))
    expect(await screen.findByText('notes.txt is not a pdf file')).toBeVisible()
    await choose(user, aFile('large.pdf', 'application/pdf', 50 * 1024 * 1024 + 1))
    expect(await screen.findByText('File size should not be more than 50 MB')).toBeVisible()
    expect(api.calls(manuals.create_pdf)).toEqual([])
  })

  it('cancels an upload, and says what is not known', async () => {
    api.answers(manuals.create_pdf, { message: 'file uploaded successfully', data: aManual({ pdf_url }) })
    const held = api.holds(manuals.create_pdf)
    const { user } = open()
    const file = aFile('guide.pdf', 'application/pdf')
    await choose(user, file)
    await waitFor(() => expect(held.count()).toBe(1))
    await user.click(screen.getByRole('button', { name: 'Cancel upload' }))
    expect(document.activeElement).toHaveRole('gridcell')
    expect(await screen.findByText(/You cancelled the upload\. If the server already had the whole file/)).toBeVisible()
    held.release(0)
    await user.click(await button('More actions for Travel Trailer - 2027'))
    expect(await screen.findByRole('menuitem', { name: 'Upload PDF' })).toBeEnabled()
    await user.keyboard('{Escape}')
    expect(screen.queryByText('file uploaded successfully')).toBeNull()
    held.stop()
    // Closing the page would lose the chosen file.
    expect(wouldLoseWork()).toBe(true)
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('file uploaded successfully')).toBeVisible()
    expect(api.calls(manuals.create_pdf)).toHaveLength(2)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
    expect(wouldLoseWork()).toBe(false)
  })

  it('still shows an upload to who went elsewhere and comes back', async () => {
    api.answers(manuals.create_pdf, { message: 'file uploaded successfully', data: aManual({ pdf_url }) })
    const held = api.holds(manuals.create_pdf)
    const { user, router } = open()
    const file = aFile('guide.pdf', 'application/pdf')
    await choose(user, file)
    await waitFor(() => expect(held.count()).toBe(1))
    await router.navigate('/elsewhere')
    await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Upload' })).toBeNull())
    await router.navigate('/manuals')
    expect(await screen.findByRole('progressbar', { name: 'Upload' })).toBeVisible()
    held.release(0)
    expect(await screen.findByText('file uploaded successfully')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Upload' })).toBeNull())
  })

  it('says what the server found wrong with a file, and that an upload failed otherwise', async () => {
    const { user } = open()
    await screen.findByText('Truck Camper')
    const upload = () => choose(user, aFile('guide.pdf', 'application/pdf'))
    api.refuses(manuals.create_pdf, 415, { message: 'guide.pdf is not a pdf file' })
    await upload()
    expect(await screen.findByText('guide.pdf is not a pdf file')).toBeVisible()
    api.refuses(manuals.create_pdf, 500, { message: 'Something went wrong on our side. Please try again.' })
    await waitFor(() => expect(api.calls(manuals.list)).toHaveLength(2))
    await upload()
    expect(await screen.findByText('file upload failed.')).toBeVisible()
  })
})

describe('the next act of a manual', () => {
  const whole = { page_count: 15, sub_topic_count: 15 }
  it.each([
    ['Write', aManual({ page_count: 14, sub_topic_count: 15 })],
    ['Generate', aManual(whole)],
    ['Generate', aManual({ ...whole, pdf_url, pdf_outdated: true })],
    ['Download', aManual({ ...whole, pdf_url })],
    [undefined, aManual({ ...whole, pdf_url, is_deleted: true })],
    [undefined, aManual({ page_count: 0, sub_topic_count: 0 })],
  ])('is %s, in words in its row', async (word, manual) => {
    api.answers(manuals.list, pageOfRows([manual]))
    open()
    await button('More actions for Travel Trailer - 2027')
    expect(['Write', 'Generate', 'Download'].filter((act) => screen.queryByText(act))).toEqual(word ? [word] : [])
  })

  it.each([2, 0])('leads to the form of the first page that is missing, with %d pages', async (page_count) => {
    api.answers(manuals.list, pageOfRows([aManual({ _id: 'manual-1', page_count, sub_topic_count: 3 })]))
    api.answers(manuals.outline, { message: '', data: outline })
    const { user, router } = open()
    await user.click(await button('Write the next page of Travel Trailer - 2027'))
    await waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: '/manual-pages',
        search: '?manual_id=manual-1&new',
        state: { gap: { topic: { _id: 'topic-1' }, subTopic: { _id: 's2', name: 'Batteries' } } },
      }),
    )
  })

  it('says why the first page that is missing could not be found', async () => {
    api.refuses(manuals.outline, 500, { message: 'Something went wrong on our side. Please try again.' })
    const { user } = open()
    await user.click(await button('Write the next page of Travel Trailer - 2027'))
    expect(await screen.findByText('Something went wrong on our side. Please try again.')).toBeVisible()
  })
})

describe('the page of a manual', () => {
  const openPage = (manual: ReturnType<typeof aManual>, path = '/manuals/m1') => {
    api.answers(manuals.get, { message: '', data: manual })
    api.answers(manuals.outline, { message: '', data: outline })
    api.answers(changes.of_record, { message: '', data: [], total: 0, current_page: 1 })
    api.answers(manualPages.get, ({ manual_page_id }) => ({
      message: '',
      data: aManualPage({ _id: manual_page_id, content: `<p>The text of ${manual_page_id}.</p>` }),
    }))
    return renderScreen(
      [
        { path: '/manuals/:id', element: <ManualsScreen /> },
        { path: '*', element: null },
      ],
      { path },
    )
  }
  const topic = (name: string) => screen.findByText(name, { selector: 'summary span' })

  it('says on top how its PDF is and what comes next with it', async () => {
    openPage(aManual({ _id: 'm1', page_count: 3, sub_topic_count: 3, pdf_url, pdf_outdated: true }))
    const pdf = within(await screen.findByRole('region', { name: 'PDF' }))
    expect(pdf.getByText('Out of date')).toBeVisible()
    expect(pdf.getByRole('button', { name: 'Generate PDF of Travel Trailer - 2027' })).toHaveAttribute(
      'data-variant',
      'filled',
    )
    expect(screen.getAllByRole('button', { name: /^Download PDF/ })).toHaveLength(1)
  })

  it('folds the topics, counts their pages, and shows the page that is chosen beside them', async () => {
    const { user, router } = openPage(aManual({ _id: 'm1' }))
    expect((await topic('Electrical')).closest('summary')).toHaveTextContent('Electrical1 of 2')
    expect(screen.getByText('Solar')).not.toBeVisible()
    expect(screen.getByText('Choose a page to read it here.')).toBeVisible()
    await user.click(await topic('Electrical'))
    await user.click(screen.getByText('Solar'))
    const read = within(await screen.findByRole('region', { name: 'Solar' }))
    expect(await read.findByText('The text of p1.')).toBeVisible()
    expect(read.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/manual-pages/p1?edit=p1')
    expect(router.state.location.hash).toBe('#p1')
  })

  it('reads the page that the address names, and the next ones by the arrow keys', async () => {
    const { user } = openPage(aManual({ _id: 'm1' }), '/manuals/m1#p3')
    expect(await screen.findByText('The text of p3.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Pump' })).toHaveAttribute('aria-current', 'true')
    act(() => screen.getByRole('link', { name: 'Pump' }).focus())
    await user.keyboard('{ArrowDown}')
    expect(await screen.findByText('The text of p4.')).toBeVisible()
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toHaveTextContent('Plumbing2 of 3')
  })

  it('says how many sub topics have a page as the list does', async () => {
    openPage(aManual({ _id: 'm1' }))
    expect(await screen.findByText(/^\d of \d sub topics with a page\.$/)).toBeVisible()
  })

  it('goes to the next sub topic without a page with n, from the last one to the first', async () => {
    const { user, router } = openPage(aManual({ _id: 'm1' }))
    await topic('Electrical')
    await user.keyboard('n')
    expect(screen.getByRole('link', { name: 'Write Batteries' })).toHaveFocus()
    await user.keyboard('n')
    expect(screen.getByRole('link', { name: 'Write Drains' })).toHaveFocus()
    await user.keyboard('n')
    expect(screen.getByRole('link', { name: 'Write Batteries' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(router.state.location).toMatchObject({
      pathname: '/manual-pages',
      search: '?manual_id=m1&new',
      state: { gap: { topic: { _id: 'topic-1' }, subTopic: { _id: 's2' } } },
    })
  })

  it('lists its keys', async () => {
    const { user } = openPage(aManual({ _id: 'm1' }))
    await topic('Electrical')
    await user.keyboard('?')
    expect(await screen.findByRole('row', { name: 'n Next sub topic without a page' })).toBeVisible()
  })

  it('lets nobody write a page of a removed one', async () => {
    const { user } = openPage(aManual({ _id: 'm1', is_deleted: true }))
    await user.click(await topic('Electrical'))
    expect(screen.getByText('Batteries')).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Write/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Write/ })).toBeNull()
  })
})
