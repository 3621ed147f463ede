import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { topics } from '#contract/topics.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aTopic, pageOfRows } from '#web/testing/rows.ts'
import { TopicsScreen } from './topics-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = () => renderScreen(<TopicsScreen />, { path: '/topics' })

beforeEach(() => {
  api = fakeApi()
  const gone = { is_deleted: true, subtopic_count: 0, deleted_subtopic_count: 1, deleted_page_count: 4 }
  api.answers(
    topics.list,
    pageOfRows([
      aTopic(),
      aTopic({ _id: 'topic-2', name: 'Towing', ...gone }),
      aTopic({ _id: 'topic-3', name: 'Warranty', subtopic_count: 0 }),
    ]),
  )
})

describe('Topics', () => {
  it('adds a topic', async () => {
    api.answers(topics.add, { message: 'Topic added successfully.', data: aTopic() })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'New' }))
    const form = within(await screen.findByRole('dialog', { name: 'New Topic' }))
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Plumbing')
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.type(form.getByRole('textbox', { name: 'Sequence No.' }), '7{Enter}')
    expect(await screen.findByText('Topic added successfully.')).toBeVisible()
    expect(api.calls(topics.add)).toEqual([{ name: 'Plumbing', seq_no: 7, required: false }])
  })

  it('edits a topic with the version that was read', async () => {
    api.answers(topics.edit, { message: 'Topic updated successfully.', data: aTopic() })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit Electrical' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Topic' }))
    await user.type(form.getByRole('textbox', { name: 'Name' }), ' system{Enter}')
    expect(await screen.findByText('Topic updated successfully.')).toBeVisible()
    expect(api.calls(topics.edit)).toEqual([
      { name: 'Electrical system', seq_no: 5, required: false, topic_id: 'topic-1', version: 1 },
    ])
  })

  it('says before and after a delete how many sub topics and pages go along', async () => {
    api.answers(topics.delete, { message: 'Topic removed successfully.', data: { subtopic_count: 3, page_count: 1 } })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Delete Electrical' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete Topic' }))
    expect(question.getByText('Are you sure you want to remove this topic?')).toBeVisible()
    expect(question.getByText(/^Also deleted: 3 sub topics\. Restoring/)).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Topic removed successfully.')).toBeVisible()
    expect(screen.getByText('Also removed: 3 sub topics and 1 manual page.')).toBeVisible()
    expect(api.calls(topics.delete)).toEqual([{ topic_id: 'topic-1', version: 1 }])
    await waitFor(() => expect(api.calls(topics.list)).toHaveLength(2))
  })

  it('says how many come back before it restores, also when they were deleted before', async () => {
    api.answers(topics.restore, {
      message: 'Topic restored successfully.',
      data: { subtopic_count: 1, page_count: 4, pages_left: 2 },
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Restore Towing' }))
    const question = within(await screen.findByRole('dialog', { name: 'Restore Topic' }))
    expect(question.getByText('Are you sure you want to Restore this topic?')).toBeVisible()
    expect(
      question.getByText(
        /^Also restored: 1 sub topic and 4 manual pages, whether deleted with the topic or before it\.$/,
      ),
    ).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Restore' }))
    expect(await screen.findByText('Topic restored successfully.')).toBeVisible()
    expect(
      screen.getByText(
        'Also restored: 1 sub topic and 4 manual pages. Still Inactive because their manual is: 2 manual pages.',
      ),
    ).toBeVisible()
    expect(api.calls(topics.restore)).toEqual([{ topic_id: 'topic-2', version: 1 }])
  })

  it('says so when nothing goes along', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Delete Warranty' }))
    expect(await screen.findByText('It has no sub topics or manual pages.')).toBeVisible()
  })
})
