import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { preloadLinks } from './preload-links.ts'

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
  await waitFor(() => {
    fireEvent.pointerOver(screen.getByText('Years'))
    expect(broken).toHaveBeenCalledTimes(2)
  })
})
