import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type Found, search } from '#contract/search.ts'
import { storeToken } from '#web/api/session.ts'
import { createQueryClient } from '#web/app/query-client.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { destinationsFor, type SearchRow } from './destinations.ts'
import { SearchList } from './search-list.tsx'

const aFound = (fields: Partial<Found> = {}): Found => ({
  record_type: 'dealers',
  record_id: 'd1',
  title: 'Reno RV',
  subtitle: '',
  matched: '',
  is_deleted: false,
  ...fields,
})

const noTheme = { isDark: false, setDark: () => {} }
const opened = vi.fn<(row: SearchRow, inNewTab: boolean) => void>()

function open(ownRows = (text: string) => destinationsFor(text, noTheme)) {
  opened.mockClear()
  storeToken('a-session-token')
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient({ onForbidden: () => {} })}>
        <SearchList ownRows={ownRows} onOpen={opened} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

const field = () => screen.getByRole('combobox', { name: 'Search' })
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const press = (key: string, more: object = {}) => fireEvent.keyDown(field(), { key, ...more })
const options = () => [...document.querySelectorAll('[role=option]')]
const titles = () => options().map((option) => option.textContent)
const marked = () => document.querySelector('[role=option][aria-selected=true]')
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const afterAnswer = () => pass(400)
const openedTitle = () => opened.mock.lastCall?.[0].title

/** Random numbers from 0 to 1, the same in each run. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 2 ** 32
  }
}

describe('the search', () => {
  it('shows pages and actions at once, then records by their kind, and opens the marked one', async () => {
    vi.useFakeTimers()
    const api = fakeApi()
    api.answers(search.search, {
      message: '',
      data: [
        aFound({ title: 'Dealer One', subtitle: 'Reno, Nevada', matched: '555-0100' }),
        aFound({ record_type: 'users', record_id: 'u1', title: 'Dea Lerner', is_deleted: true }),
      ],
    })
    open()
    type('dealer')
    expect(titles()).toEqual(['RV Dealers/Service', 'New dealer', 'Import dealers', 'Export dealers'])
    await afterAnswer()
    const groups = screen.getAllByRole('group').map((group) => group.textContent)
    expect(groups).toEqual([
      'PagesRV Dealers/Service',
      'ActionsNew dealerImport dealersExport dealers',
      'DealersDealer OneReno, Nevada · 555-0100',
      'UsersDea LernerInactive',
    ])
    expect(screen.getByText('6 results')).toBeInTheDocument()
    expect(field()).toHaveAttribute('aria-activedescendant', marked()?.id)
    for (let step = 0; step < 4; step++) press('ArrowDown')
    press('Enter')
    expect(opened).toHaveBeenLastCalledWith(expect.objectContaining({ path: '/rv-dealers/d1' }), false)
    press('ArrowUp')
    press('Enter', { ctrlKey: true })
    expect(opened).toHaveBeenLastCalledWith(expect.objectContaining({ path: '/rv-dealers?export' }), true)
  })

  it.each([
    ['api key', 'Keys for programs'],
    ['backup', 'System'],
    ['undo', 'Recent changes'],
    ['export deal', 'Export dealers'],
    ['coverage', 'Coverage of manuals'],
    ['2fa', 'Sign-in and security'],
    ['upload csv', 'Import'],
  ])('finds a page or an action by what people call it (%s)', (text, title) => {
    fakeApi()
    expect(destinationsFor(text, noTheme)[0]?.title).toBe(title)
  })

  it('asks once for what is typed fast, and drops the answer to an older text', async () => {
    vi.useFakeTimers()
    const api = fakeApi()
    api.answers(search.search, ({ text }) => ({ message: '', data: [aFound({ title: `Found for ${text}` })] }))
    const held = api.holds(search.search)
    open()
    for (const text of ['z', 'zz', 'zzo']) {
      type(text)
      await pass(50)
    }
    await pass(120)
    expect(api.calls(search.search)).toEqual([{ text: 'zzo' }])
    type('zzop')
    await pass(150)
    held.release(1)
    await pass(10)
    held.release(0)
    await pass(10)
    expect(titles()).toEqual(['Found for zzop'])
  })

  it('marks nothing of an older answer, and Enter does nothing until there is one', async () => {
    vi.useFakeTimers()
    const api = fakeApi()
    api.answers(search.search, ({ text }) => ({ message: '', data: [aFound({ title: text })] }))
    open()
    type('zz')
    await afterAnswer()
    expect(marked()).toHaveTextContent('zz')
    type('zzo')
    expect(titles()).toEqual(['zz'])
    expect(marked()).toBeNull()
    press('Enter')
    expect(opened).not.toHaveBeenCalled()
    await afterAnswer()
    press('Enter')
    expect(openedTitle()).toBe('zzo')
  })

  it('keeps the rows down to the one that was marked by hand', async () => {
    vi.useFakeTimers()
    const api = fakeApi()
    const found = (...ids: string[]) => ids.map((id) => aFound({ record_id: id, title: id }))
    api.answers(search.search, ({ text }) => ({
      message: '',
      data: text === 'zz' ? found('a', 'b', 'c') : found('d', 'b', 'e'),
    }))
    open()
    type('zz')
    await afterAnswer()
    type('zzo')
    press('ArrowDown')
    press('ArrowDown')
    await afterAnswer()
    expect(titles()).toEqual(['a', 'b', 'd', 'e'])
    expect(marked()).toHaveTextContent('b')
    type('zzo ')
    expect(titles()).toEqual(['d', 'b', 'e'])
  })

  it('says that a search is slow, that it failed, and that there is nothing', async () => {
    vi.useFakeTimers()
    const api = fakeApi()
    api.answers(search.search, { message: '', data: [] })
    const held = api.holds(search.search)
    open()
    type('zzz')
    await pass(500)
    expect(screen.queryByText('Still searching records…')).not.toBeInTheDocument()
    await pass(700)
    expect(screen.getByText('Still searching records…')).toBeVisible()
    held.release(0)
    held.stop()
    await pass(10)
    expect(screen.getByText('Nothing found for “zzz”.')).toBeVisible()
    api.refuses(search.search, 500, { message: 'Something went wrong.' })
    type('zzzz')
    await afterAnswer()
    expect(screen.getByRole('alert')).toHaveTextContent('Records could not be searched. Something went wrong.')
    expect(document.querySelector('.mantine-Notification-root')).toBeNull()
    api.answers(search.search, { message: '', data: [aFound()] })
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await afterAnswer()
    expect(titles()).toEqual(['Reno RV'])
  })

  it('says that one is offline, and goes on once there is a connection', async () => {
    const api = fakeApi()
    api.answers(search.search, { message: '', data: [aFound()] })
    open()
    const { watchConnection } = await import('#web/api/connection.ts')
    const stop = watchConnection()
    await api.losesConnection()
    type('reno')
    expect(screen.getByText(/^You are offline\. Records/)).toBeVisible()
    expect(api.calls(search.search)).toEqual([])
    api.online()
    act(() => void fireEvent(window, new Event('online')))
    expect(await screen.findByRole('option', { name: 'Reno RV' })).toBeVisible()
    stop()
  })

  it('opens nothing by an Enter that is held down or belongs to an input method', () => {
    fakeApi()
    open(() => destinationsFor('models', noTheme))
    press('Enter', { repeat: true })
    press('Enter', { isComposing: true })
    expect(opened).not.toHaveBeenCalled()
    press('Enter')
    expect(openedTitle()).toBe('Models')
  })
})

describe('with answers that come after 0 to 2 seconds', () => {
  const SEED = 42
  const TYPINGS = 1000
  const words = ['re', 'reno', 'new', 'mod', 'zz', 'zzo', 'dealer: re', 'sub', 's', 'abc']

  /** What the server has for a text: other records in another order for each. */
  function answerTo(text: string): Found[] {
    const random = seeded(Array.from(text).reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7))
    return Array.from({ length: Math.floor(random() * 5) }, () => {
      const number = Math.floor(random() * 12)
      return aFound({ record_type: number % 2 ? 'dealers' : 'users', record_id: `r${number}`, title: `R${number}` })
    }).filter(({ record_id }, at, all) => all.findIndex((other) => other.record_id === record_id) === at)
  }

  it(`opens what was marked when Enter went down, and ends in the same list (seed ${SEED})`, async () => {
    vi.useFakeTimers()
    const random = seeded(SEED)
    const api = fakeApi()
    api.answers(search.search, async ({ text }) => {
      await new Promise((resolve) => setTimeout(resolve, random() * 2000))
      return { message: '', data: answerTo(text) }
    })
    open()
    const ended = new Map<string, string>()
    const above = () => {
      const at = options().findIndex((option) => option.getAttribute('aria-selected') === 'true')
      return titles().slice(0, at + 1)
    }
    for (let typing = 0; typing < TYPINGS; typing++) {
      const steps = 1 + Math.floor(random() * 2)
      let text = ''
      for (let step = 0; step < steps; step++) {
        text = words[Math.floor(random() * words.length)] ?? ''
        type(text)
        await pass(random() * 300)
      }
      const byHand = random() < 0.4
      if (byHand) press(random() < 0.7 ? 'ArrowDown' : 'ArrowUp')
      const before = above()
      await pass(random() * 2200)
      // Nothing that has arrived meanwhile has moved the marked row.
      if (before.length) expect(above()).toEqual(before)
      const seen = marked()?.querySelector('span')?.textContent
      const times = opened.mock.calls.length
      press('Enter')
      expect(opened).toHaveBeenCalledTimes(times + (seen === undefined ? 0 : 1))
      if (seen) expect(openedTitle()).toBe(seen)
      if (byHand || random() > 0.3) continue
      await pass(2200)
      const list = titles().join()
      expect(list).toBe(ended.get(text) ?? list)
      ended.set(text, list)
    }
    expect(ended.size).toBe(words.length)
  })
})
