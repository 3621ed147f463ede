import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { rvs } from '#contract/rvs.ts'
import { topics } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { TopicsScreen } from '#web/screens/topics/topics-screen.tsx'
import { UsersScreen } from '#web/screens/users/users-screen.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aUser } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aTopic, pageOfRows } from '#web/testing/rows.ts'

let api: ReturnType<typeof fakeApi>
const brakes = aTopic({ _id: 'topic-9', name: 'Brakes' })
const visit = (search: string) => renderScreen(<TopicsScreen />, { path: `/topics${search}` })
const name = () => screen.findByRole('textbox', { name: 'Name' })
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

beforeEach(() => {
  api = fakeApi()
  api.answers(topics.list, pageOfRows([aTopic()]))
  api.answers(topics.get, ({ topic_id }) => ({ message: 'Topic', data: { ...brakes, _id: topic_id } }))
})

describe('the address of a dialog', () => {
  it('stands beside the state of the list, which stays', async () => {
    const { user, router } = visit('?sort=name.desc')
    await user.click(await screen.findByRole('button', { name: `Edit ${aTopic().name}` }))
    expect(await name()).toHaveValue(aTopic().name)
    expect(router.state.location.search).toBe(`?sort=name.desc&edit=${aTopic()._id}`)
    await user.keyboard('{Escape}')
    await gone()
    await waitFor(() => expect(router.state.location.search).toBe('?sort=name.desc'))
    expect(api.calls(topics.get)).toEqual([])
  })

  it('leaves the focus on the button that opened it when Escape comes before it has the focus', async () => {
    const { user } = visit('')
    const button = await screen.findByRole('button', { name: `Edit ${aTopic().name}` })
    await user.click(button)
    await screen.findByRole('dialog', { name: 'Edit Topic' })
    act(() => button.focus())
    fireEvent.keyDown(button, { key: 'Escape' })
    expect(button).toHaveFocus()
  })

  it('does not come back when a question was asked while it faded out', async () => {
    const { user } = visit('')
    await user.click(await screen.findByRole('button', { name: `Edit ${aTopic().name}` }))
    fireEvent.keyDown(await name(), { key: 'Escape' })
    fireEvent.click(screen.getByRole('button', { name: `Delete ${aTopic().name}`, hidden: true }))
    const question = await screen.findByRole('dialog', { name: 'Delete Topic' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    await gone()
    await expect(screen.findByRole('dialog', {}, { timeout: 2000 })).rejects.toThrow('Unable to find role')
  })

  it('closes without a step back when it was opened by a link', async () => {
    const { user, router } = visit('?page=1&new')
    await screen.findByRole('dialog', { name: 'New Topic' })
    await user.keyboard('{Escape}')
    await gone()
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/topics', search: '?page=1' }))
    expect(router.state.historyAction).toBe('REPLACE')
  })

  it('opens a record that is not among the rows', async () => {
    visit('?edit=topic-9')
    expect(await name()).toHaveValue('Brakes')
    expect(api.calls(topics.get)).toEqual([{ topic_id: 'topic-9' }])
  })

  it('says in words that there is no such record', async () => {
    api.refuses(topics.get, 404, { message: 'This topic does not exist.' })
    const { user, router } = visit('?edit=nothing')
    expect(await screen.findByText('This topic does not exist.')).toBeVisible()
    await user.click(screen.getByText('Close'))
    await gone()
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(document.body).not.toHaveFocus()
  })

  it('asks again for a record that could not be read', async () => {
    api.refuses(topics.get, 500)
    const { user } = visit('?edit=topic-9')
    const again = await screen.findByRole('button', { name: 'Retry' })
    api.answers(topics.get, { message: 'Topic', data: brakes })
    await user.click(again)
    expect(await name()).toHaveValue('Brakes')
  })

  it('goes from the history to the form, and back past both', async () => {
    const { user, router } = visit('')
    await user.click(await screen.findByRole('button', { name: `Edit ${aTopic().name}` }))
    await screen.findByRole('dialog')
    await router.navigate(-1)
    await gone()
    expect(router.state.location.search).toBe('')
  })

  it('is there for what is only looked at', async () => {
    api.answers(users.list, pageOfRows([]))
    api.answers(users.get, { message: 'User', data: aUser({ name: 'Grace Hopper' }) })
    api.answers(rvs.list, pageOfRows([]))
    renderScreen(<UsersScreen />, { path: '/users?view=user-7' })
    expect(await screen.findByRole('dialog', { name: 'User Details' })).toHaveTextContent('Grace Hopper')
  })
})
