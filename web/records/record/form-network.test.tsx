import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KEY_OF_ANOTHER_CALL } from '#contract/endpoint.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { RvTypesScreen } from '#web/screens/rv-types/rv-types-screen.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { anRvType, pageOfRows } from '#web/testing/rows.ts'

let api: ReturnType<typeof fakeApi>
const added = { message: 'RV type added successfully.', data: anRvType() }
beforeEach(() => {
  api = fakeApi()
  api.answers(rvTypes.list, pageOfRows([anRvType()]))
  api.answers(rvTypes.add, added)
})

afterEach(() => void vi.useRealTimers())

async function typeNewRecord() {
  const rendered = renderScreen(<RvTypesScreen />, { path: '/rv-types' })
  const { user } = rendered
  await user.click(await screen.findByRole('button', { name: 'New' }))
  const form = within(await screen.findByRole('dialog', { name: 'New RV Type' }))
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Fifth Wheel')
  await user.type(form.getByRole('textbox', { name: 'Sequence No.' }), '3')
  return { user, form, save: form.getByRole('button', { name: 'Save' }) }
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('a save over an unreliable network', () => {
  it('is busy while the answer is held: another click and Esc do nothing', async () => {
    const held = api.holds(rvTypes.add)
    const { user, save } = await typeNewRecord()
    await user.dblClick(save)
    await waitFor(() => expect(held.count()).toBe(1))
    expect(save).toHaveAttribute('data-loading', 'true')
    await user.click(save)
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: 'New RV Type' })).toBeVisible()
    expect(api.calls(rvTypes.add)).toHaveLength(1)
    held.release(0)
    expect(await screen.findByText('RV type added successfully.')).toBeVisible()
    await isClosed()
  })

  it('keeps the focus on its button, or in the field that it was sent from, and Enter does not send again', async () => {
    const held = api.holds(rvTypes.add)
    const { user, form, save } = await typeNewRecord()
    await user.click(save)
    await waitFor(() => expect(save).toHaveAttribute('aria-disabled', 'true'))
    expect(save).toHaveFocus()
    await user.keyboard('{Enter} ')
    const field = form.getByRole('textbox', { name: 'Name' })
    await user.type(field, '{Enter}')
    expect(field).toHaveFocus()
    expect(api.calls(rvTypes.add)).toHaveLength(1)
    held.release(0)
    await isClosed()
  })

  it('is stopped by Cancel, which says what is not known, and adds once on a retry', async () => {
    const held = api.holds(rvTypes.add)
    const { user, form, save } = await typeNewRecord()
    await user.click(save)
    await waitFor(() => expect(held.count()).toBe(1))
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    expect(
      await form.findByText(/You cancelled before the server replied, so it may or may not have been saved\./),
    ).toBeVisible()
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Fifth Wheel')
    expect(save).toBeEnabled()
    // Nobody knows whether the record was added: the list is read again.
    await waitFor(() => expect(api.calls(rvTypes.list)).toHaveLength(2))

    held.stop()
    held.release(0)
    await user.click(save)
    expect(await screen.findByText('RV type added successfully.')).toBeVisible()
    await isClosed()
    const keys = api.headers(rvTypes.add).map((headers) => headers.get('idempotency-key'))
    expect(keys[1]).toBe(keys[0])
  })

  it('that was changed after a lost answer is refused in words if the first was saved, and can then be sent', async () => {
    api.refuses(rvTypes.add, 0)
    const { user, form, save } = await typeNewRecord()
    await user.click(save)
    await form.findByText('Network Problem')
    await user.type(form.getByRole('textbox', { name: 'Name' }), 's')
    api.refuses(rvTypes.add, 422, {
      code: 'key_reused',
      message: KEY_OF_ANOTHER_CALL,
      errors: { general: [KEY_OF_ANOTHER_CALL] },
    })
    await user.click(save)
    expect(await form.findByText(/^Your first version was saved after all/)).toBeVisible()
    expect(screen.queryByText(KEY_OF_ANOTHER_CALL)).toBeNull()
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Fifth Wheels')
    api.answers(rvTypes.add, added)
    await user.click(save)
    await isClosed()
    const keys = api.headers(rvTypes.add).map((headers) => headers.get('idempotency-key'))
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('gives up after 30 seconds and keeps what was typed', async () => {
    const held = api.holds(rvTypes.add)
    const { user, form, save } = await typeNewRecord()
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    await user.click(save)
    await waitFor(() => expect(held.count()).toBe(1))
    await act(() => vi.advanceTimersByTimeAsync(29_000))
    expect(save).toHaveAttribute('data-loading', 'true')
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(
      await form.findByText(
        'The server did not answer within 30 seconds, so this may or may not have been saved. Retrying is safe.',
      ),
    ).toBeVisible()
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Fifth Wheel')
    expect(save).toBeEnabled()
  })

  it('waits for a lost connection in its open dialog, says so, and goes out by itself, once', async () => {
    const { form, save, user } = await typeNewRecord()
    api.offline()
    await user.click(save)
    const notice = await form.findByRole('status')
    expect(notice).toHaveTextContent('You are offline. This will be saved automatically when you are back online.')
    expect(form.queryByRole('alert')).toBeNull()
    fireEvent(window, new Event('online'))
    expect(save).toHaveAttribute('data-loading', 'true')
    expect(api.calls(rvTypes.add)).toHaveLength(1)
    api.online()
    fireEvent(window, new Event('online'))
    expect(await screen.findByText('RV type added successfully.')).toBeVisible()
    await isClosed()
    const keys = api.headers(rvTypes.add).map((headers) => headers.get('idempotency-key'))
    expect([keys.length, keys[1]]).toEqual([2, keys[0]])
  })

  it('that waits for a connection can be stopped', async () => {
    const { form, save, user } = await typeNewRecord()
    api.offline()
    await user.click(save)
    await form.findByText(/^You are offline\./)
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    expect(await form.findByText(/You cancelled before the server replied/)).toBeVisible()
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Fifth Wheel')
  })

  it('closes on a list that shows the record', async () => {
    const { user, save } = await typeNewRecord()
    const reread = api.holds(rvTypes.list)
    api.answers(rvTypes.list, pageOfRows([anRvType(), anRvType({ _id: 'type-2', name: 'Fifth Wheel' })]))
    await user.click(save)
    await waitFor(() => expect(reread.count()).toBe(1))
    expect(screen.getByRole('dialog', { name: 'New RV Type' })).toBeVisible()
    expect(save).toHaveAttribute('data-loading', 'true')
    reread.release(0)
    await isClosed()
    expect(await screen.findByRole('gridcell', { name: 'Fifth Wheel' })).toBeVisible()
  })

  it('closes even when the list hangs', async () => {
    const { user, save } = await typeNewRecord()
    const reread = api.holds(rvTypes.list)
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    await user.click(save)
    await waitFor(() => expect(reread.count()).toBe(1))
    await act(() => vi.advanceTimersByTimeAsync(5000))
    await isClosed()
  })

  it.each(['cut', 'half', 'of another shape'] as const)(
    'keeps what was typed when the answer is %s, and adds once on a retry',
    async (broken) => {
      api.breaks(rvTypes.add, broken, added)
      const { user, form, save } = await typeNewRecord()
      await user.click(save)
      expect(await form.findByText('Network Problem')).toBeVisible()
      expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Fifth Wheel')
      // Nobody knows whether the record was added: the list is read again.
      await waitFor(() => expect(api.calls(rvTypes.list)).toHaveLength(2))
      api.answers(rvTypes.add, added)
      await user.click(save)
      expect(await screen.findByText('RV type added successfully.')).toBeVisible()
      await isClosed()
      const keys = api.headers(rvTypes.add).map((headers) => headers.get('idempotency-key'))
      expect(keys[0]).toBeTruthy()
      expect(keys[1]).toBe(keys[0])
    },
  )

  it('keeps what was typed after a 500 without a body', async () => {
    api.answersWithoutBody(rvTypes.add, 500)
    const { user, form, save } = await typeNewRecord()
    await user.click(save)
    expect(await form.findByText('Something went wrong. Please try again.')).toBeVisible()
    expect(form.getByRole('textbox', { name: 'Sequence No.' })).toHaveValue('3')
    expect(save).toBeEnabled()
  })
})
