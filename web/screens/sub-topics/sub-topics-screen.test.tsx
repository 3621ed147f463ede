import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { records } from '#contract/changes.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aSubTopic, aTopic, pageOfRows } from '#web/testing/rows.ts'
import { SubTopicsScreen } from './sub-topics-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = () => renderScreen(<SubTopicsScreen />, { path: '/sub-topics' })

beforeEach(() => {
  api = fakeApi()
  api.answers(
    subTopics.list,
    pageOfRows([aSubTopic({ page_count: 2 }), aSubTopic({ _id: 's2', name: 'Solar', is_deleted: true })]),
  )
  api.answers(topics.list, pageOfRows([aTopic(), aTopic({ _id: 'topic-2', name: 'Plumbing' })]))
})

describe('Sub Topics', () => {
  it('adds a sub topic to a chosen active topic', async () => {
    api.answers(subTopics.add, { message: 'Subtopic added successfully.', data: aSubTopic() })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'New' }))
    const form = within(await screen.findByRole('dialog', { name: 'New Sub Topic' }))
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Water Pump')
    await user.type(form.getByRole('textbox', { name: 'Sequence No.' }), '3')
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.click(form.getByRole('combobox', { name: 'Topic' }))
    await user.click(await screen.findByRole('option', { name: 'Plumbing' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Subtopic added successfully.')).toBeVisible()
    expect(api.calls(subTopics.add)).toEqual([{ topic_id: 'topic-2', name: 'Water Pump', seq_no: 3 }])
    expect(api.calls(topics.list)).toContainEqual({ is_deleted: false, page: 1, per_page: 100 })
  })

  it('fills in the next number of the topic, and that of another one that is chosen instead', async () => {
    api.answers(records.next_number, ({ within }) => ({
      message: '',
      data: { seq_no: within === 'topic-2' ? 5 : 12 },
    }))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'New' }))
    const form = within(await screen.findByRole('dialog', { name: 'New Sub Topic' }))
    const number = form.getByRole('textbox', { name: 'Sequence No.' })
    expect(number).toHaveValue('')
    const choose = async (topic: string) => {
      await user.click(form.getByRole('combobox', { name: 'Topic' }))
      await user.click(await screen.findByRole('option', { name: topic }))
    }
    await choose('Plumbing')
    await waitFor(() => expect(number).toHaveValue('5'))
    await choose('Electrical')
    await waitFor(() => expect(number).toHaveValue('12'))
    await user.clear(number)
    await user.type(number, '7')
    await choose('Plumbing')
    await waitFor(() => expect(api.calls(records.next_number)).toHaveLength(3))
    expect(number).toHaveValue('7')
    expect(api.calls(records.next_number)[0]).toEqual({ record_type: 'sub_topics', within: 'topic-2' })
  })

  it('adds a missing topic over the form, and chooses it', async () => {
    api.answers(topics.add, { message: 'Topic added successfully.', data: aTopic({ _id: 'topic-9', name: 'Roof' }) })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'New' }))
    const form = within(await screen.findByRole('dialog', { name: 'New Sub Topic' }))
    await user.click(form.getByRole('combobox', { name: 'Topic' }))
    await user.click(await screen.findByRole('option', { name: 'Add topic…' }))
    const small = within(await screen.findByRole('dialog', { name: 'New Topic' }))
    await user.type(small.getByRole('textbox', { name: 'Name' }), 'Roof')
    await user.type(small.getByRole('textbox', { name: 'Sequence No.' }), '4')
    await user.click(small.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(form.getByRole('combobox', { name: 'Topic' })).toHaveValue('Roof'))
    expect(api.calls(records.next_number).at(-1)).toEqual({ record_type: 'sub_topics', within: 'topic-9' })
  })

  it('locks the topic on edit', async () => {
    api.answers(subTopics.edit, { message: 'Subtopic updated successfully.', data: aSubTopic() })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit Fuses and Breakers (Electrical)' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Sub Topic' }))
    await waitFor(() => expect(form.getByRole('combobox', { name: 'Topic' })).toHaveValue('Electrical'))
    expect(form.getByRole('combobox', { name: 'Topic' })).toBeDisabled()
    await waitFor(() => expect(form.getByRole('textbox', { name: 'Name' })).toHaveFocus())
    await user.clear(form.getByRole('textbox', { name: 'Sequence No.' }))
    await user.type(form.getByRole('textbox', { name: 'Sequence No.' }), '9{Enter}')
    expect(await screen.findByText('Subtopic updated successfully.')).toBeVisible()
    expect(api.calls(subTopics.edit)).toEqual([
      { topic_id: 'topic-1', name: 'Fuses and Breakers', seq_no: 9, sub_topic_id: 'sub-topic-1', version: 1 },
    ])
  })

  it('says which topic stands in the way of a restore', async () => {
    const message = 'The topic “Electrical” is Inactive. Please restore it first.'
    api.refuses(subTopics.restore, 422, { message, errors: { topic_id: [message] } })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Restore Solar (Electrical)' }))
    const question = within(await screen.findByRole('dialog', { name: 'Restore Sub Topic' }))
    expect(question.getByText('Are you sure you want to Restore this sub topic?')).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Restore' }))
    expect(await question.findByRole('alert')).toHaveTextContent(message)
  })

  it('deletes with its own words, and says how many pages go along', async () => {
    api.answers(subTopics.delete, { message: 'Subtopic removed successfully.', data: { page_count: 2 } })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Delete Fuses and Breakers (Electrical)' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete Sub Topic' }))
    expect(question.getByText('Are you sure you want to remove this sub topic?')).toBeVisible()
    expect(question.getByText(/^Also deleted: 2 manual pages\./)).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Subtopic removed successfully.')).toBeVisible()
    expect(screen.getByText('Also removed: 2 manual pages.')).toBeVisible()
    expect(api.calls(subTopics.delete)).toEqual([{ sub_topic_id: 'sub-topic-1', version: 1 }])
  })
})
