import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aManual, aManualPage, aSubTopic, aTopic, pageOfRows } from '#web/testing/rows.ts'
import { ManualPagesScreen } from './manual-pages-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = () => renderScreen(<ManualPagesScreen />, { path: '/manual-pages' })
const button = (name: string) => screen.findByRole('button', { name })

// Loads the chunks of grid and editor before the tests, because it may take longer than a test waits.
beforeAll(async () => {
  await import('#web/ui/rich-text/rich-text-editor.tsx')
})

beforeEach(() => {
  api = fakeApi()
  api.answers(
    manualPages.list,
    pageOfRows([aManualPage(), aManualPage({ _id: 'p2', is_deleted: true, subtopic: 'Solar' })]),
  )
  api.answers(manuals.list, pageOfRows([aManual(), aManual({ _id: 'm2', name: 'Truck Camper - 2026' })]))
  api.answers(manuals.outline, { message: '', data: { page_count: 0, gap_count: 0, topics: [] } })
  api.answers(topics.list, pageOfRows([aTopic(), aTopic({ _id: 'topic-2', name: 'Plumbing' })]))
  api.answers(topics.subtopics, ({ topic_id }) => ({
    message: 'Sub topics',
    data: topic_id === 'topic-1' ? [aSubTopic()] : [aSubTopic({ _id: 's2', name: 'Water Pump' })],
  }))
})

const choose = async (user: ReturnType<typeof open>['user'], field: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}

describe('Manual Pages', () => {
  it('shows the pages of all manuals', async () => {
    open()
    await screen.findByText('Solar')
    expect(api.calls(manualPages.list)).toEqual([{ page: 1, per_page: 10 }])
  })

  it('shows the pages of one manual as a filter that is read and removed', async () => {
    api.answers(manualPages.list, pageOfRows([aManualPage({ name: 'Truck Camper - 2026' })]))
    api.answers(manuals.get, { message: 'Manual', data: aManual({ _id: 'm2', name: 'Truck Camper - 2026' }) })
    const { user, router } = renderScreen(<ManualPagesScreen />, { path: '/manual-pages?manual_id=m2' })
    const remove = await button('Remove filter: Manual is Truck Camper - 2026')
    expect(api.calls(manualPages.list).at(-1)).toMatchObject({ filters: { manual_id: { op: 'eq', value: 'm2' } } })
    await user.click(remove)
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Filters in force' })).toBeNull())
    expect(router.state.location.search).toBe('')
  })

  it('begins the page of the sub topic that was handed over', async () => {
    const { router } = open()
    await screen.findByText('Solar')
    const gap = { topic: { _id: 'topic-2', name: 'Plumbing' }, subTopic: { _id: 's2', name: 'Water Pump' } }
    await router.navigate('/manual-pages?manual_id=m2&new', { state: { name: 'Truck Camper - 2026', gap } })
    const form = within(await screen.findByRole('dialog', { name: 'New Manual Page' }))
    expect(form.getByRole('combobox', { name: 'Manual' })).toHaveValue('Truck Camper - 2026')
    expect(form.getByRole('combobox', { name: 'Topic' })).toHaveValue('Plumbing')
    expect(form.getByRole('combobox', { name: 'Sub Topic' })).toHaveValue('Water Pump')
  })

  it('names the manual of a filter that leaves no page', async () => {
    api.answers(manualPages.list, pageOfRows([]))
    api.answers(manuals.get, { message: 'Manual', data: aManual({ _id: 'm2' }) })
    renderScreen(<ManualPagesScreen />, { path: '/manual-pages?manual_id=m2' })
    expect(await screen.findByText('Manual is Travel Trailer - 2027')).toBeVisible()
  })

  it('adds a page: sub topics are offered once a topic is chosen, and forgotten with it', async () => {
    api.answers(manualPages.add, { message: 'Manual Page added successfully.', data: aManualPage() })
    const { user } = open()
    await user.click(await button('New'))
    await screen.findByRole('dialog', { name: 'New Manual Page' })
    expect(screen.getByRole('combobox', { name: 'Sub Topic' })).toBeDisabled()
    await choose(user, 'Manual', 'Truck Camper - 2026')
    await choose(user, 'Topic', 'Electrical')
    await choose(user, 'Sub Topic', 'Fuses and Breakers')
    await choose(user, 'Topic', 'Plumbing')
    expect(screen.getByRole('combobox', { name: 'Sub Topic' })).toHaveValue('')
    await choose(user, 'Sub Topic', 'Water Pump')
    await user.click(await button('Save'))
    expect(await screen.findByText('Manual Page added successfully.')).toBeVisible()
    expect(api.calls(manualPages.add)).toEqual([
      { manual_id: 'm2', topic_id: 'topic-2', subtopic_id: 's2', content: '', publish_at: null, unpublish_at: null },
    ])
  })

  it('shows a restored choice that is not among the first of its list', async () => {
    const { user, unmount } = open()
    await user.click(await button('New'))
    await user.click(await screen.findByRole('combobox', { name: 'Manual' }))
    await user.click(await screen.findByRole('option', { name: 'Travel Trailer - 2027' }))
    unmount()
    api.answers(manuals.list, pageOfRows([aManual({ _id: 'manual-9', name: 'Truck Camper - 2020' })], 2000))
    renderScreen(<ManualPagesScreen />, { path: '/manual-pages?new' })
    expect(await screen.findByText('What you typed before was kept.')).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Manual' })).toHaveValue('Travel Trailer - 2027')
  })

  it('asks the server for what is typed into a choice', async () => {
    const { user } = open()
    await user.click(await button('New'))
    await user.type(await screen.findByRole('combobox', { name: 'Manual' }), 'camper')
    await waitFor(() =>
      expect(api.calls(manuals.list).at(-1)).toMatchObject({
        is_deleted: false,
        per_page: 100,
        filters: { name: { value: 'camper' } },
      }),
    )
  })

  it('adds a missing sub topic to the chosen topic, over the form, and chooses it', async () => {
    const added = aSubTopic({ _id: 's9', name: 'Grey Water' })
    api.answers(subTopics.add, { message: 'Sub Topic added successfully.', data: added })
    const { user } = open()
    await user.click(await button('New'))
    await user.click(await screen.findByRole('combobox', { name: 'Manual' }))
    expect(await screen.findByRole('option', { name: 'Add manual…' })).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Sub Topic' })).toBeDisabled()
    await choose(user, 'Topic', 'Plumbing')
    await choose(user, 'Sub Topic', 'Add sub topic…')
    const small = within(await screen.findByRole('dialog', { name: 'New Sub Topic' }))
    await waitFor(() => expect(small.getByRole('combobox', { name: 'Topic' })).toHaveValue('Plumbing'))
    expect(small.getByRole('combobox', { name: 'Topic' })).toBeDisabled()
    await user.type(small.getByRole('textbox', { name: 'Name' }), 'Grey Water')
    const number = small.getByRole('textbox', { name: 'Sequence No.' })
    await user.clear(number)
    await user.type(number, '3{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New Sub Topic' })).toBeNull())
    expect(screen.getByRole('combobox', { name: 'Sub Topic' })).toHaveValue('Grey Water')
    expect(api.calls(subTopics.add)).toEqual([{ topic_id: 'topic-2', name: 'Grey Water', seq_no: 3 }])
  })

  it('tells a search without a match from a list without records', async () => {
    api.answers(manuals.list, ({ filters }) => pageOfRows(filters ? [] : [aManual()]))
    const { user } = open()
    await user.click(await button('New'))
    await user.type(await screen.findByRole('combobox', { name: 'Manual' }), 'submarine')
    expect(await screen.findByText('Nothing found')).toBeVisible()
    expect(screen.queryByText('There is no active manual yet.')).toBeNull()
  })

  it('locks manual, topic and sub topic on edit, and sends the text with the version that was read', async () => {
    api.answers(manualPages.edit, { message: 'Manual Page updated successfully.', data: aManualPage() })
    const { user } = open()
    await user.click(await button('Edit Travel Trailer 2027 · Fuses and Breakers'))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Manual Page' }))
    for (const [field, value] of [
      ['Manual', 'Travel Trailer - 2027'],
      ['Topic', 'Electrical'],
      ['Sub Topic', 'Fuses and Breakers'],
    ] as const) {
      expect(form.getByRole('combobox', { name: field })).toBeDisabled()
      expect(form.getByRole('combobox', { name: field })).toHaveValue(value)
    }
    expect(await form.findByText('Look here first.')).toBeVisible()
    await waitFor(() => expect(form.getByRole('textbox', { name: 'Content' })).toHaveFocus())
    expect(form.queryByRole('button', { name: /video/i })).toBeNull()
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Manual Page updated successfully.')).toBeVisible()
    expect(api.calls(manualPages.edit)).toEqual([
      {
        manual_page_id: 'page-1',
        version: 1,
        content: '<p>Look here first.</p>',
        publish_at: null,
        unpublish_at: null,
      },
    ])
  })

  it('marks the sub topics that have a page, leads there, and goes on with the next one without', async () => {
    const sub_topics = [
      { _id: 's1', name: 'Batteries', page_id: 'p1' },
      { _id: 's2', name: 'Solar', page_id: null },
      { _id: 's3', name: 'Fuses', page_id: 'p3' },
      { _id: 's4', name: 'Generator', page_id: null },
    ]
    const outline = { page_count: 2, gap_count: 2, topics: [{ _id: 'topic-1', name: 'Electrical', sub_topics }] }
    api.answers(manuals.outline, { message: '', data: outline })
    const rows = sub_topics.map(({ _id, name }) => aSubTopic({ _id, name }))
    api.answers(topics.subtopics, { message: '', data: rows })
    api.answers(manualPages.add, { message: 'Manual Page added successfully.', data: aManualPage() })
    const { user, router } = open()
    await user.click(await button('New'))
    await screen.findByRole('dialog', { name: 'New Manual Page' })
    await choose(user, 'Manual', aManual().name)
    await choose(user, 'Topic', aTopic().name)
    await user.click(screen.getByRole('combobox', { name: 'Sub Topic' }))
    const offered = within(await screen.findByRole('listbox', { name: 'Sub Topic' }))
    await waitFor(() =>
      expect(offered.getAllByRole('option').map((option) => option.textContent)).toEqual([
        'Batteries (has a page)',
        'Solar',
        'Fuses (has a page)',
        'Generator',
        'Add sub topic…',
      ]),
    )
    await user.click(offered.getByRole('option', { name: 'Fuses (has a page)' }))
    expect(await screen.findByText(/^This sub topic already has a page\./)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Edit that page' })).toHaveAttribute('href', '/manual-pages?edit=p3')
    await choose(user, 'Sub Topic', 'Solar')
    expect(screen.queryByText(/^This sub topic already has a page\./)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save and next sub topic' }))
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Sub Topic' })).toHaveValue('Generator'))
    expect(api.calls(manualPages.add)).toMatchObject([{ subtopic_id: 's2' }])
    expect(router.state.location.search).toBe('?new')
  })
})
