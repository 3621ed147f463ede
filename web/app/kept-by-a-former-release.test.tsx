import { screen, waitFor } from '@testing-library/react'
import { deleteDB, openDB } from 'idb'
import { beforeEach, describe, expect, it } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import { topics } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { browserId } from '#web/api/browser-id.ts'
import { noteKeptVersion } from '#web/api/kept-version.ts'
import { storedToken } from '#web/api/session.ts'
import { lastChange } from '#web/api/session-changes.ts'
import { leftDrafts, readDrafts, removeOwnDrafts, unlockDrafts } from '#web/forms/draft-store.ts'
import { NotificationsScreen } from '#web/screens/notifications/notifications-screen.tsx'
import { TopicsScreen } from '#web/screens/topics/topics-screen.tsx'
import { DRAFT_KEY } from '#web/testing/draft-key.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { KEPT_BY_RELEASE_0_1, keepAsRelease01 } from '#web/testing/kept-by-release-0.1.ts'
import { aUser } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aTopic, pageOfRows } from '#web/testing/rows.ts'
import { storedDrafts } from '#web/testing/stored-drafts.ts'
import { colorSchemes } from '#web/ui/theme/theme.ts'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  api.answers(topics.list, pageOfRows([aTopic()]))
  api.answers(users.list, pageOfRows([aUser(), aUser({ _id: 'user-2', name: 'Ada Byron' })], 1200))
})

describe('what release 0.1 has kept in a browser', () => {
  it('is read: the session, what was done in it, the looks and the id of the browser', async () => {
    await keepAsRelease01()
    const kept = KEPT_BY_RELEASE_0_1.localStorage
    expect(storedToken()).toBe(kept.token)
    expect(browserId()).toBe(kept['browser-id'])
    expect(lastChange()).toBe('change-2')
    expect(colorSchemes.get('light')).toBe('dark')
    noteKeptVersion()
    expect(Object.fromEntries(Object.entries(localStorage))).toMatchObject(kept)
  })

  it('comes back into the form of a new record', async () => {
    await keepAsRelease01()
    await readDrafts()
    const { user } = renderScreen(<TopicsScreen />, { path: '/topics' })
    await user.click(await screen.findByRole('button', { name: /unsaved drafts$/ }))
    await user.click(screen.getByRole('button', { name: /^Resume New Topic “Brakes”/ }))
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Brakes')
    expect(screen.getByRole('textbox', { name: 'Sequence No.' })).toHaveValue('4')
  })

  it('is encrypted when its writer is there, and of somebody else it stays as it is', async () => {
    await keepAsRelease01()
    await unlockDrafts('admin-grace', 'B'.repeat(43))
    expect(leftDrafts('admin-ada')).toEqual([])
    expect(JSON.stringify(await storedDrafts())).toContain('Brakes')
    await unlockDrafts(DRAFT_KEY.admin_id, DRAFT_KEY.key)
    expect(leftDrafts('admin-ada')).toHaveLength(2)
    await waitFor(async () => expect(Object.keys((await storedDrafts())[1] ?? {})).toContain('sealed'))
    expect(JSON.stringify(await storedDrafts())).not.toMatch(/Brakes|Recall|topics/)
    await readDrafts()
    const titles = leftDrafts('admin-ada').map(({ title }) => title)
    expect(titles.toSorted((one, other) => one.localeCompare(other))).toEqual([
      'New Topic “Brakes”',
      'Notification “Recall”',
    ])
  })

  it('comes back into a message, with the users it was to go to', async () => {
    await keepAsRelease01()
    await readDrafts()
    api.answers(notifications.reached, { message: 'Reached', data: ['user-2'] })
    const held_back = { no_consent: 0, weekly_limit: 0, unknown_zone: 0 }
    api.answers(notifications.count, { message: 'Users', data: { count: 1199, held_back } })
    renderScreen(<NotificationsScreen />, { path: '/manage-notifications' })
    expect(await screen.findByDisplayValue('Recall')).toBeVisible()
    expect(await screen.findByText(/^To: 1,199 users \(all whose name contains “hop” except 1\)/)).toBeVisible()
  })
})

describe('what a later release has kept', () => {
  it('stays as it is: drafts that this one cannot read, and the number of the form', async () => {
    const later = await openDB('back-office', 3, {
      upgrade: (db) =>
        void (db.objectStoreNames.contains('drafts') || db.createObjectStore('drafts', { keyPath: 'key' })),
    })
    const draft = { key: 'k', shape: 'of a later release', at: 0 }
    await later.put('drafts', draft)
    localStorage.setItem('kept-version', '7')
    await readDrafts()
    expect(leftDrafts('admin-ada')).toEqual([])
    await removeOwnDrafts()
    await readDrafts()
    noteKeptVersion()
    expect(await later.getAll('drafts')).toEqual([draft])
    expect(localStorage.getItem('kept-version')).toBe('7')
    later.close()
    await deleteDB('back-office')
  })
})
