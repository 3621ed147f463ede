import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storedDrafts } from '#web/testing/stored-drafts.ts'
import { draftOf, readDraft, removeAllDrafts } from './drafts.ts'

const about = { kind: 'edit', row: { _id: 'page-1' } }
const values = { content: '<p>Half a sentence</p>' }
const type = (admin = 'ada') => draftOf(admin, 'cms-pages', about).save(values)
const read = (admin = 'ada') => readDraft(admin, 'cms-pages')
/** Another tab has its own session storage. */
const inAnotherTab = () => sessionStorage.clear()

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

it('what was typed is offered again in the same tab, at once', () => {
  type()
  expect(read()).toMatchObject({ about, values })
})

it('what a closed or crashed tab left is offered in another one, and is that one’s from then on', () => {
  type()
  inAnotherTab()
  vi.advanceTimersByTime(100_000)
  expect(read()).toMatchObject({ about, values })
  expect(storedDrafts()).toHaveLength(1)
  inAnotherTab()
  vi.advanceTimersByTime(1_000_000)
  expect(read()).toMatchObject({ values })
})

it('a tab that is still being typed into keeps its draft to itself', () => {
  type()
  inAnotherTab()
  expect(read()).toBeUndefined()
})

it('what is a week old is forgotten', () => {
  type()
  vi.advanceTimersByTime(8 * 86_400_000)
  expect(read()).toBeUndefined()
  expect(storedDrafts()).toEqual([])
})

it('another administrator never meets it, and a logout leaves nothing behind', () => {
  type('ada')
  expect(read('grace')).toBeUndefined()
  removeAllDrafts()
  expect([read(), storedDrafts()]).toEqual([undefined, []])
})
