import { fireEvent } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { appImages, SLIDER_CODE } from '#contract/app-images.ts'
import { years } from '#contract/years.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { pageOfRows } from '#web/testing/rows.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
})

const list = () => call(years.list, { page: 1, per_page: 10 })
const failure = (error: unknown) => {
  expect(error).toBeInstanceOf(ApiError)
  const { status, message } = error as ApiError
  return { status, message }
}
const noAnswer = { status: 0, message: 'Network Problem' }

describe('a call', () => {
  it.each(['cut', 'half', 'of another shape'] as const)(
    'with a body that is broken (%s) fails like one without an answer',
    async (broken) => {
      api.breaks(years.list, broken, pageOfRows([]))
      expect(failure(await list().catch((error: unknown) => error))).toEqual(noAnswer)
    },
  )

  it.each(['cut', 'half', 'of another shape'] as const)('that uploads fails in the same way (%s)', async (broken) => {
    api.breaks(appImages.edit, broken, { message: 'Saved.' } as never)
    const input = { code: SLIDER_CODE, app_image_id: 'image-1', version: 1, seq_no: 1 } as never
    const upload = call(appImages.edit, input, { onProgress: () => {} })
    expect(failure(await upload.catch((error: unknown) => error))).toEqual(noAnswer)
  })

  it('says so when nobody has touched the page for a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    api.answers(years.list, pageOfRows([]))
    fireEvent.keyDown(document.body)
    await list()
    vi.setSystemTime(Date.now() + 61_000)
    await list()
    fireEvent.pointerMove(document.body)
    await list()
    vi.useRealTimers()
    expect(api.headers(years.list).map((headers) => headers.get('x-unattended'))).toEqual([null, 'true', null])
  })

  it('without a body has a message for the user', async () => {
    api.answersWithoutBody(years.list, 500)
    expect(failure(await list().catch((error: unknown) => error))).toEqual({
      status: 500,
      message: 'Something went wrong. Please try again.',
    })
  })

  it('gets its own answer when answers arrive in another order', async () => {
    const held = api.holds(account.forgotPassword)
    api.answers(account.forgotPassword, ({ email }) => ({ message: email }) as never)
    const order: string[] = []
    const send = (email: string) =>
      call(account.forgotPassword, { email }).then(({ message }) => void order.push(message))
    const calls = [send('first@example.com'), send('second@example.com')]
    await expect.poll(held.count).toBe(2)
    held.release(1)
    await calls[1]
    held.release(0)
    await calls[0]
    expect(order).toEqual(['second@example.com', 'first@example.com'])
  })
})
