import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearToken, storeToken } from '#web/api/session.ts'
import { storedDrafts } from '#web/testing/stored-drafts.ts'
import { adoptDraft, findOwnDraft, holdDraft, leftDrafts, readDrafts, removeAllDrafts } from './draft-store.ts'
import { draftOf } from './drafts.ts'

const FORM = 'cms-pages edit page-1'
const record = { _id: 'page-1', title: 'About', version: 3 }
const values = { title: 'About us', content: '<p>Half a sentence</p>' }
const place = { admin: 'ada', form: FORM, address: '/cms-pages?edit=page-1', record }
const type = (title = 'About us', admin = 'ada') => {
  const draft = draftOf({ ...place, admin })
  draft.save({ ...values, title }, { title: 'Edit CMS Page', labels: { author: 'Grace' } })
  return draft
}
const own = () => findOwnDraft('ada', FORM)
/** Another tab has its own session storage, and reads what is stored. */
const inAnotherTab = () => {
  sessionStorage.clear()
  return readDrafts()
}

beforeEach(() => {
  storeToken('a-token')
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

describe('what was typed', () => {
  it('is there again for the same form of the same tab, with the record it started from and its key', () => {
    const draft = type()
    expect(own()).toMatchObject({ ...place, key: draft.key, id: draft.id(), values, labels: { author: 'Grace' } })
    expect(findOwnDraft('ada', 'cms-pages new')).toBeUndefined()
  })

  it('is committed at once, as its page may go away with it', async () => {
    // After what the tests before have left to write.
    await readDrafts()
    const commits = vi.spyOn(IDBTransaction.prototype, 'commit')
    const draft = type()
    await waitFor(() => expect(commits).toHaveBeenCalledTimes(1))
    draft.remove()
    await waitFor(() => expect(commits).toHaveBeenCalledTimes(2))
    commits.mockRestore()
  })

  it('is called by its form and its name', () => {
    type('  Our story ')
    expect(own()?.title).toBe('Edit CMS Page “Our story”')
  })

  it.each([
    [
      'what was chosen',
      { manual_id: 'm1', topic_id: 't1', content: '<p>Drain it.</p>' },
      { manual_id: 'Hauler', topic_id: 'Water' },
      'Hauler, Water',
    ],
    ['the first text of it', { note: '', content: '<h2>Drain</h2><p>the <b>tank</b></p>' }, {}, 'Drain the tank'],
    ['as much of it as fits', { note: 'x'.repeat(200) }, {}, `${'x'.repeat(60)}…`],
  ])('without a name is called by %s', (_what, values, labels, called) => {
    draftOf(place).save(values, { title: 'New Page', labels })
    expect(own()?.title).toBe(`New Page “${called}”`)
  })

  it('in a window that is open is nothing to anybody else', async () => {
    type()
    await inAnotherTab()
    expect([own(), leftDrafts('ada')]).toEqual([undefined, []])
  })

  it('in a tab that was closed is offered in another, which makes it its own', async () => {
    type()
    await inAnotherTab()
    vi.advanceTimersByTime(100_000)
    const [left] = leftDrafts('ada')
    expect([own(), left]).toMatchObject([undefined, { values, record }])
    if (left) adoptDraft(left)
    expect(own()).toMatchObject({ values })
    await inAnotherTab()
    expect(leftDrafts('ada')).toHaveLength(1)
    expect(await storedDrafts()).toHaveLength(1)
  })

  it('is not offered while a form shows it', () => {
    const leave = holdDraft(type().key)
    expect([own(), leftDrafts('ada')]).toEqual([undefined, []])
    leave()
    expect(leftDrafts('ada')).toHaveLength(1)
  })

  it('is one draft for each form that was opened, the newest first', () => {
    type('First')
    vi.advanceTimersByTime(1000)
    type('Second')
    expect(leftDrafts('ada').map(({ title }) => title)).toEqual(['Edit CMS Page “Second”', 'Edit CMS Page “First”'])
  })

  it('is forgotten after a week', async () => {
    type()
    vi.advanceTimersByTime(8 * 86_400_000)
    await readDrafts()
    expect([own(), await storedDrafts()]).toEqual([undefined, []])
  })

  it('is never met by another administrator, and a logout leaves nothing of anybody behind', async () => {
    type('Mine', 'ada')
    type('Hers', 'grace')
    expect(leftDrafts('grace').map(({ admin }) => admin)).toEqual(['grace'])
    removeAllDrafts()
    expect([leftDrafts('ada'), leftDrafts('grace'), await storedDrafts()]).toEqual([[], [], []])
  })

  it('is not kept any more once its writer has logged out', async () => {
    clearToken('logout')
    type()
    expect([own(), await storedDrafts()]).toEqual([undefined, []])
  })

  it('is kept when the session has ended by itself', () => {
    clearToken('refused')
    type()
    expect(own()).toBeDefined()
  })
})
