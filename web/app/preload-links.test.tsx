import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { preloadLinks, preloadWhenIdle } from './preload-links.ts'

it('loads the page of a link when the pointer or the focus comes to it, once, and again after a failure', async () => {
  const load = vi.fn(async () => ({ Component: () => null }))
  const broken = vi.fn(async () => {
    throw new Error('no connection')
  })
  preloadLinks([
    { path: '/topics', lazy: load },
    { path: '/years', lazy: broken },
  ])
  render(
    <>
      <a href="/topics">Topics</a>
      <a href="/years">Years</a>
      <a href="https://example.com/topics">Elsewhere</a>
    </>,
  )
  fireEvent.pointerOver(screen.getByText('Elsewhere'))
  expect(load).not.toHaveBeenCalled()
  fireEvent.pointerOver(screen.getByText('Topics'))
  fireEvent.focusIn(screen.getByText('Topics'))
  expect(load).toHaveBeenCalledTimes(1)
  fireEvent.focusIn(screen.getByText('Years'))
  await vi.waitFor(() => {
    fireEvent.pointerOver(screen.getByText('Years'))
    expect(broken).toHaveBeenCalledTimes(2)
  })
})

describe('the pages of the menu', () => {
  const page = () => vi.fn(async () => ({ Component: () => null }))
  const [topics, years] = [page(), page()]

  function open() {
    vi.useFakeTimers()
    for (const load of [topics, years]) load.mockClear()
    preloadLinks([
      { path: '/topics', lazy: topics },
      { path: '/years', lazy: years },
    ])
    return preloadWhenIdle(['/topics', '/years'])
  }
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('load after the one that is open, once', async () => {
    open()
    await vi.advanceTimersByTimeAsync(1000)
    expect(topics).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(5000)
    expect(topics).toHaveBeenCalledTimes(1)
    expect(years).toHaveBeenCalledTimes(1)
  })

  it('do not load any more when nobody is signed in', async () => {
    const end = open()
    await vi.advanceTimersByTimeAsync(2100)
    end()
    await vi.advanceTimersByTimeAsync(5000)
    expect(topics).toHaveBeenCalledTimes(1)
    expect(years).not.toHaveBeenCalled()
  })

  it('do not load where data is to be saved', async () => {
    vi.stubGlobal('navigator', { connection: { saveData: true } })
    open()
    await vi.advanceTimersByTimeAsync(5000)
    expect(topics).not.toHaveBeenCalled()
  })
})
