import { waitFor } from '@testing-library/react'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearToken, storeToken } from '#web/api/session.ts'
import { storedDrafts } from '#web/testing/stored-drafts.ts'
import type { StoredDraft } from './draft-cipher.ts'
import {
  adoptDraft,
  findOwnDraft,
  holdDraft,
  leftDrafts,
  openDrafts,
  readDrafts,
  removeOwnDrafts,
  unlockDrafts,
} from './draft-store.ts'
import { draftOf } from './drafts.ts'

const FORM = 'cms-pages edit page-1'
const record = { _id: 'page-1', title: 'About', version: 3 }
const values = { title: 'About us', content: '<p>Half a sentence</p>' }
const place = { admin: 'ada', form: FORM, address: '/cms-pages?edit=page-1', record }
const type = (title = 'About us', admin = 'ada') => {
  const draft = draftOf({ ...place, admin })
  draft.save({ ...values, title }, { title: 'Edit CMS Page', named: ['title'], labels: { author: 'Grace' } })
  return draft
}
const own = () => findOwnDraft('ada', FORM)
/** Another tab has its own session storage, and reads what is stored. */
const inAnotherTab = () => {
  sessionStorage.clear()
  return readDrafts()
}

const KEYS = { ada: 'A'.repeat(43), grace: 'B'.repeat(43) }
const signInAs = (admin: keyof typeof KEYS) => unlockDrafts(admin, KEYS[admin])

beforeEach(async () => {
  storeToken('a-token')
  await signInAs('ada')
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

describe('what was typed', () => {
  it('is there again for the same form of the same tab, with the record it started from and its key', () => {
    const draft = type()
    expect(own()).toMatchObject({
      ...place,
      key: draft.key,
      id: expect.any(String),
      values,
      labels: { author: 'Grace' },
    })
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
    draftOf(place).save(values, { title: 'New Page', named: ['title', 'name'], labels })
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

  it('is never met by another administrator, whose logout leaves it alone', async () => {
    type('Mine', 'ada')
    await signInAs('grace')
    type('Hers', 'grace')
    expect(leftDrafts('grace').map(({ admin }) => admin)).toEqual(['grace'])
    expect(leftDrafts('ada')).toEqual([])
    expect((await storedDrafts()).map(({ admin }) => admin)).toEqual(expect.arrayContaining(['ada', 'grace']))
    await removeOwnDrafts()
    expect([leftDrafts('grace'), (await storedDrafts()).map(({ admin }) => admin)]).toEqual([[], ['ada']])
    await signInAs('ada')
    await inAnotherTab()
    vi.advanceTimersByTime(100_000)
    expect(leftDrafts('ada')).toHaveLength(1)
  })

  it('goes when its session is found to have ended before its key has come', async () => {
    type()
    await readDrafts()
    const close = openDrafts()
    close()
    await removeOwnDrafts()
    expect(await storedDrafts()).toEqual([])
  })

  it('stays when a session of somebody else ends before the key has come', async () => {
    type()
    await readDrafts()
    storeToken('another-token')
    openDrafts()()
    await removeOwnDrafts()
    expect(await storedDrafts()).toHaveLength(1)
  })

  it.each(['logout', 'ended'] as const)('is not kept any more after a session that is over by %s', async (end) => {
    clearToken(end)
    type()
    expect([own(), await storedDrafts()]).toEqual([undefined, []])
  })

  it('is kept when the session has ended by itself', () => {
    clearToken('refused')
    type()
    expect(own()).toBeDefined()
  })
})

describe('what is stored', () => {
  const text = async () =>
    (await storedDrafts())
      .map((draft: object) =>
        Object.values(draft).map((part) => (part instanceof Uint8Array ? toText(part) : String(part))),
      )
      .flat(2)
      .join()
  const toText = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

  it('can be read by nobody without the key', async () => {
    type()
    const kept = await text()
    for (const part of ['About', 'sentence', 'cms-pages', 'page-1', 'Grace']) expect(kept).not.toContain(part)
    expect(kept).toContain('ada')
    await unlockDrafts('ada', KEYS.grace)
    await inAnotherTab()
    expect(leftDrafts('ada')).toEqual([])
    vi.advanceTimersByTime(100_000)
    await signInAs('ada')
    expect(leftDrafts('ada')).toMatchObject([{ values, record }])
  })

  it('opens only as the draft that it was', async () => {
    const { key } = type()
    const [stored] = await storedDrafts()
    const db = await openDB('back-office')
    await db.put('drafts', { ...stored, key: 'another' })
    db.close()
    await inAnotherTab()
    vi.advanceTimersByTime(100_000)
    expect(leftDrafts('ada').map((draft) => draft.key)).toEqual([key])
  })

  it('has the files too, which come back as they were', async () => {
    const file = new File(['the picture'], 'lake.png', { type: 'image/png', lastModified: 1234 })
    draftOf(place).save({ title: 'With a file', file }, { title: 'Edit CMS Page', named: ['title'] })
    await waitFor(async () => expect((await storedDrafts())[0]?.files).toHaveLength(1))
    expect(JSON.stringify((await storedDrafts())[0]?.files.map(toText))).not.toContain('picture')
    await inAnotherTab()
    vi.advanceTimersByTime(100_000)
    await signInAs('ada')
    const [left] = leftDrafts('ada')
    const { file: found } = (left as StoredDraft).values as { file: File }
    expect([found.name, found.type, found.lastModified, await found.text()]).toEqual([
      'lake.png',
      'image/png',
      1234,
      'the picture',
    ])
  })

  it('is what was typed before the key came, once it is there', async () => {
    await signInAs('grace')
    type()
    expect([own()?.title, await storedDrafts()]).toEqual(['Edit CMS Page “About us”', []])
    await signInAs('ada')
    expect(await storedDrafts()).toHaveLength(1)
    expect(own()).toMatchObject({ values })
  })
})
