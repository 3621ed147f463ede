import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { create } from 'zustand'
import { ApiError } from '#web/api/api-error.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { ConfirmCallDialog } from './confirm-call-dialog.tsx'

const questionOf = (count: number) => `Are you sure you want to remove these ${count} years?`

it('says what was confirmed while that is done, and after a refusal what it is about by then', async () => {
  fakeApi()
  let refuse = (_why: Error) => {}
  const useCount = create(() => ({ count: 4 }))
  function Asking() {
    const { count } = useCount()
    return (
      <ConfirmCallDialog
        title="Delete Years"
        text={questionOf(count)}
        name={`${count} years`}
        action="Delete"
        send={() => new Promise<{ message: string }>((_resolve, reject) => (refuse = reject))}
        onClose={() => {}}
      >
        <p>{`${count} models use them.`}</p>
      </ConfirmCallDialog>
    )
  }
  const { user } = renderScreen(<Asking />)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  act(() => useCount.setState({ count: 0 }))
  expect(screen.getByText(questionOf(4))).toBeVisible()
  expect(screen.getByText('4 models use them.')).toBeVisible()
  refuse(new ApiError(409, { message: 'Nothing was changed.' }))
  expect(await screen.findByText('Nothing was changed.')).toBeVisible()
  expect(screen.getByText(questionOf(0))).toBeVisible()
  expect(screen.getByText('0 models use them.')).toBeVisible()
})

it('says of a fault of the server by which id the log knows it', async () => {
  fakeApi()
  const send = () => Promise.reject(new ApiError(500, { message: 'Something went wrong.', request_id: 'r-7' }))
  const { user } = renderScreen(
    <ConfirmCallDialog
      title="Delete Year"
      text={questionOf(1)}
      name="2027"
      action="Delete"
      send={send}
      onClose={() => {}}
    />,
  )
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Something went wrong. (r-7)')).toBeVisible()
})
