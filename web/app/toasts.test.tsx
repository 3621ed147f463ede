import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { toastError, toastSuccess } from '#web/ui/feedback/toast.ts'
import { ToastContainer } from '#web/ui/feedback/toast-container.tsx'
import { Toasts } from './toasts.tsx'

const show = (load: () => Promise<{ ToastContainer: typeof ToastContainer }>) =>
  render(
    <StrictMode>
      <MantineProvider>
        <Toasts load={load} />
      </MantineProvider>
    </StrictMode>,
  )

describe('a toast', () => {
  it('that comes before what shows it has loaded waits for it', async () => {
    const loading = Promise.withResolvers<{ ToastContainer: typeof ToastContainer }>()
    show(() => loading.promise)
    act(() => toastSuccess('Signed in.'))
    expect(screen.queryByText('Signed in.')).toBeNull()
    loading.resolve({ ToastContainer })
    expect(await screen.findByText('Signed in.')).toBeVisible()
  })

  it('has what shows it a moment after the page is used, and not before', async () => {
    vi.useFakeTimers()
    const load = vi.fn(() => Promise.resolve({ ToastContainer }))
    show(load)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(load).not.toHaveBeenCalled()
    fireEvent.keyDown(document.body, { key: 'a' })
    fireEvent.keyDown(document.body, { key: 'b' })
    await act(() => vi.advanceTimersByTimeAsync(3000))
    vi.useRealTimers()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is spoken from a region that is there before', async () => {
    show(() => Promise.resolve({ ToastContainer }))
    const region = document.querySelector('[aria-live=polite]')
    act(() => toastSuccess('Saved.'))
    expect(region).toContainElement(await screen.findByText('Saved.'))
  })

  it('loads what shows it again if that failed', async () => {
    const load = vi.fn(() => Promise.resolve({ ToastContainer }))
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    show(load)
    act(() => toastSuccess('Signed in.'))
    await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
    await act(() => load.mock.results[0]?.value.catch(() => {}))
    expect(screen.queryByText('Signed in.')).toBeNull()
    act(() => toastError('The server cannot be reached.'))
    expect(await screen.findByText('The server cannot be reached.')).toBeVisible()
    expect(screen.getByText('Signed in.')).toBeVisible()
  })
})
