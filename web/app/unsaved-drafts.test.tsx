import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { account } from '#contract/account.ts'
import { topics } from '#contract/topics.ts'
import { storeToken } from '#web/api/session.ts'
import { openDrafts as startDrafts, unlockDrafts } from '#web/forms/draft-store.ts'
import { draftOf } from '#web/forms/drafts.ts'
import { TopicsScreen } from '#web/screens/topics/topics-screen.tsx'
import { DRAFT_KEY } from '#web/testing/draft-key.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { ada, renderScreen } from '#web/testing/render-screen.tsx'
import { aTopic, pageOfRows } from '#web/testing/rows.ts'
import { storedDrafts } from '#web/testing/stored-drafts.ts'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  api.answers(topics.list, pageOfRows([aTopic()]))
  storeToken('a-session-token')
})

/** What this tab has left of a new topic. */
function leaveTopic(name: string, admin = ada._id) {
  const draft = draftOf({ admin, form: 'topics new', address: '/topics?new' })
  draft.save({ name, seq_no: '4' }, { title: 'New Topic' })
  return draft
}
const visit = (path = '/topics') => renderScreen(<TopicsScreen />, { path })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const openDrafts = async (user: UserEvent) => user.click(await button(/unsaved drafts?$/))

/** Opens a form before the key has come that unlocks what was kept. */
async function openBeforeKey() {
  // The first time, this tab gets its id.
  startDrafts()()
  await unlockDrafts(DRAFT_KEY.admin_id, DRAFT_KEY.key)
  leaveTopic('Brakes')
  await waitFor(async () => expect(await storedDrafts()).toHaveLength(1))
  const held = api.holds(account.draftKey)
  startDrafts()()
  onTestFinished(startDrafts())
  const opened = visit('/topics?new')
  const name = await screen.findByRole('textbox', { name: 'Name' })
  return { ...opened, name, unlock: () => held.release(held.count() - 1) }
}

describe('what was typed before and is unlocked late', () => {
  it('comes into its form while nothing is typed there, and is said', async () => {
    const { name, unlock } = await openBeforeKey()
    expect(name).toHaveValue('')
    unlock()
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Brakes'))
    expect(await screen.findByText('This form starts with what you typed before.')).toHaveAttribute(
      'aria-live',
      'polite',
    )
  })

  it('is offered where something else is typed already', async () => {
    const { user, name, unlock } = await openBeforeKey()
    await user.type(name, 'Tires')
    unlock()
    expect(await screen.findByText('1 unsaved draft can be resumed.')).toHaveAttribute('aria-live', 'polite')
    expect(name).toHaveValue('Tires')
  })
})

describe('what was typed before', () => {
  it('does not open by itself, and can be resumed where it was', async () => {
    leaveTopic('Brakes')
    const { user, router } = visit()
    await openDrafts(user)
    expect(await screen.findByText(/^Unsaved: New Topic “Brakes”, \d\d-\d\d-\d{4}, \d+:\d\d [AP]M\.$/)).toBeVisible()
    expect(screen.queryByRole('dialog', { name: 'New Topic' })).toBeNull()
    await user.click(await button('Resume'))
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Brakes')
    expect(router.state.location.search).toBe('?new')
    expect(screen.queryByText(/^Unsaved:/)).toBeNull()
  })

  it('is sent with the key that it was typed under', async () => {
    api.refuses(topics.add, 0)
    const first = visit('/topics?new')
    await first.user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Brakes')
    await first.user.type(screen.getByRole('textbox', { name: 'Sequence No.' }), '4')
    await first.user.click(await button('Save'))
    await screen.findByText('Network Problem', { selector: '[role=alert] *' })
    first.unmount()

    api.answers(topics.add, { message: 'Topic added successfully.', data: aTopic() })
    const { user } = visit()
    await openDrafts(user)
    await user.click(await button('Resume'))
    await user.click(await button('Save'))
    expect(await screen.findByText('Topic added successfully.')).toBeVisible()
    const [lost, sent] = api.headers(topics.add).map((headers) => headers.get('idempotency-key'))
    expect([sent, api.calls(topics.add)[1]]).toEqual([lost, { name: 'Brakes', seq_no: 4, required: false }])
    expect(await storedDrafts()).toEqual([])
  })

  it('can be discarded, and brought back', async () => {
    leaveTopic('Brakes')
    const { user } = visit()
    await openDrafts(user)
    await user.click(await button('Discard'))
    await waitFor(() => expect(screen.queryByText(/^Unsaved:/)).toBeNull())
    expect(await storedDrafts()).toEqual([])
    expect(await screen.findByText('1 draft discarded.')).toBeVisible()
    expect(await button('Undo')).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText(/^Unsaved: New Topic “Brakes”/)).toBeVisible()
    expect(await storedDrafts()).toHaveLength(1)
  })

  it('is one button however much it is, with a list that tells each from the others', async () => {
    for (const name of ['Brakes', '', '']) leaveTopic(name)
    const { user } = visit()
    expect(await screen.findByText('3 unsaved drafts')).toBeVisible()
    expect(screen.queryByText(/New Topic/)).toBeNull()
    await openDrafts(user)
    const list = screen.getByRole('list', { name: 'Unsaved drafts' })
    const lines = within(list).getAllByRole('listitem')
    // Drafts of the same moment come in any order.
    expect(lines.map((line) => line.textContent).toSorted()).toEqual([
      expect.stringMatching(/^New Topic “4” \(2\), \d\d-\d\d-\d{4}, \d+:\d\d [AP]M/),
      expect.stringMatching(/^New Topic “4”, \d\d-\d\d-\d{4}, \d+:\d\d [AP]M/),
      expect.stringMatching(/^New Topic “Brakes”, \d\d-\d\d-\d{4}, \d+:\d\d [AP]M/),
    ])
    await user.click(within(list).getByRole('button', { name: /^Resume New Topic “Brakes”/ }))
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Brakes')
  })

  it('is discarded altogether, with a way back', async () => {
    for (const name of ['Brakes', 'Tyres']) leaveTopic(name)
    const { user } = visit()
    await openDrafts(user)
    await user.click(await button('Discard all'))
    expect(await screen.findByText('2 drafts discarded.')).toBeVisible()
    expect(screen.queryByText('2 unsaved drafts')).toBeNull()
    expect(await storedDrafts()).toEqual([])
    expect(await button('Undo')).toHaveFocus()
    await user.click(await button('Undo'))
    expect(await screen.findByText('2 unsaved drafts')).toBeVisible()
    expect(await storedDrafts()).toHaveLength(2)
    await waitFor(() => expect(document.body).not.toHaveFocus())
  })

  it('can be brought back for as long as one stays on the page, all that was discarded there', async () => {
    for (const name of ['Brakes', 'Tyres', 'Lights']) leaveTopic(name)
    const { user, router } = visit()
    await openDrafts(user)
    for (const name of ['Brakes', 'Tyres']) {
      await user.click(await screen.findByRole('button', { name: new RegExp(`^Discard New Topic “${name}”`) }))
    }
    expect(await screen.findByText('2 drafts discarded.')).toBeVisible()
    await router.navigate('/topics?name=x')
    await user.click(await button('Undo'))
    expect(await storedDrafts()).toHaveLength(3)

    await user.click(await button('Discard all'))
    await user.click(await button('Dismiss'))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Unsaved' })).toBeNull())
  })

  it('stays beside something new that is begun', async () => {
    leaveTopic('Brakes')
    const { user } = visit()
    await user.click(await button('New'))
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('')
    expect(await storedDrafts()).toHaveLength(1)
  })

  it('is shown to nobody else', async () => {
    leaveTopic('Brakes', 'admin-grace')
    visit()
    await button('New')
    expect(screen.queryByRole('region', { name: 'Unsaved' })).toBeNull()
  })
})
