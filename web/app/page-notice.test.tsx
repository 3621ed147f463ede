import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { years } from '#contract/years.ts'
import { query } from '#web/api/query.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows } from '#web/testing/rows.ts'
import { PageNotice } from './page-notice.tsx'
import { VersionNotice } from './version-notice.tsx'

const WORDS = 'No Internet! Please check your internet connectivity.'
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

beforeEach(() => {
  vi.useFakeTimers()
})

describe('the offline notice', () => {
  it('appears when the browser goes offline and leaves when it is back and the server answers', async () => {
    const api = fakeApi()
    renderScreen(<PageNotice />)
    expect(screen.queryByText(WORDS)).not.toBeInTheDocument()
    api.offline()
    fireEvent(window, new Event('offline'))
    await pass(0)
    expect(screen.getByRole('alert')).toHaveTextContent(WORDS)
    api.online()
    fireEvent(window, new Event('online'))
    await pass(0)
    expect(screen.queryByText(WORDS)).not.toBeInTheDocument()
  })

  it('does not appear where the browser says so and the server answers', async () => {
    fakeApi()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    renderScreen(<PageNotice />)
    await pass(0)
    fireEvent(window, new Event('offline'))
    await pass(0)
    expect(screen.queryByText(WORDS)).not.toBeInTheDocument()
  })

  it('finds out by a check every 30 seconds', async () => {
    const api = fakeApi()
    renderScreen(<PageNotice />)
    api.offline()
    await pass(29_000)
    expect(screen.queryByText(WORDS)).not.toBeInTheDocument()
    await pass(1_000)
    expect(screen.getByText(WORDS)).toBeVisible()
    api.online()
    await pass(30_000)
    expect(screen.queryByText(WORDS)).not.toBeInTheDocument()
  })

  it('reads what is on screen again when the connection is back', async () => {
    const api = fakeApi()
    api.answers(years.list, pageOfRows([]))
    const List = () => <output>{useQuery(query(years.list, {})).status}</output>
    renderScreen(
      <>
        <PageNotice />
        <List />
      </>,
    )
    await pass(0)
    api.offline()
    await pass(30_000)
    expect(screen.getByText(WORDS)).toBeVisible()
    expect(api.calls(years.list)).toHaveLength(1)
    api.online()
    await pass(30_000)
    expect(api.calls(years.list)).toHaveLength(2)
  })

  it('takes 30 seconds without an answer for a lost connection', async () => {
    fakeApi()
    vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    })
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), milliseconds)
      return controller.signal
    })
    renderScreen(<PageNotice />)
    await pass(59_000)
    expect(screen.queryByText(WORDS)).not.toBeInTheDocument()
    await pass(1_500)
    expect(screen.getByText(WORDS)).toBeVisible()
  })
})

describe('the notice of a new version', () => {
  const EXACT = 'A new version is here · Reload'
  const pageOf = (script: string) =>
    `<script type="application/json" id="app-settings">{}</script><script type="module" crossorigin src="${script}"></script>`

  /** A page that was loaded with one script, from a server that now has `script`. */
  function deployed(script: string) {
    const api = fakeApi()
    const others = fetch
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url === '/' ? Promise.resolve(new Response(pageOf(script))) : others(url, init),
    )
    const own = Object.assign(document.createElement('script'), { type: 'module' })
    own.setAttribute('src', '/assets/index-1.js')
    document.head.append(own)
    onTestFinished(() => own.remove())
    return api
  }
  const cannotLoad = async () => {
    fireEvent(window, new Event('vite:preloadError'))
    await pass(0)
  }

  it('appears when a part of the application is gone since a new version was deployed', async () => {
    deployed('/assets/index-2.js')
    renderScreen(
      <>
        <PageNotice />
        <VersionNotice />
      </>,
    )
    expect(screen.getAllByRole('alert').at(-1)).toBeEmptyDOMElement()
    await cannotLoad()
    expect(screen.getAllByRole('alert').at(-1)?.textContent).toBe(EXACT)
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
  })

  it('does not appear while the version is the same', async () => {
    deployed('/assets/index-1.js')
    renderScreen(
      <>
        <PageNotice />
        <VersionNotice />
      </>,
    )
    await cannotLoad()
    expect(screen.getAllByRole('alert').at(-1)).toBeEmptyDOMElement()
  })

  it('gives way to the notice that there is no connection', async () => {
    const api = deployed('/assets/index-2.js')
    renderScreen(
      <>
        <PageNotice />
        <VersionNotice />
      </>,
    )
    await cannotLoad()
    api.offline()
    await pass(30_000)
    expect(screen.getAllByRole('alert')[0]).toHaveTextContent(WORDS)
    expect(screen.queryByText('Reload')).not.toBeInTheDocument()
  })
})
