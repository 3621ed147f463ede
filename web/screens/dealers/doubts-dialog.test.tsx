import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Doubt } from '#contract/dealer-doubts.ts'
import { dealers } from '#contract/dealers.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aDealer } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { DoubtsDialog } from './doubts-dialog.tsx'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
})

const aDoubt = (more: Partial<Doubt>): Doubt => ({
  service_id: 'd1',
  name: 'Northgate RV',
  doubt: 'zero',
  detail: 'The coordinates are 0, 0.',
  version: 3,
  other_id: null,
  mend: { latitude: 39.5, longitude: -119.8 },
  ...more,
})
const answerDoubts = (...data: Doubt[]) => api.answers(dealers.doubts, { message: 'Doubts', data })
const open = () => renderScreen(<DoubtsDialog onClose={vi.fn()} />)

it('names each doubt, and moves a marker for the version that was seen', async () => {
  answerDoubts(
    aDoubt({}),
    aDoubt({ service_id: 'd2', doubt: 'near', other_id: 'd1', mend: null, detail: '“Northgate RV” is 20 m away.' }),
  )
  api.answers(dealers.mend, {
    message: 'Details updated successfully.',
    data: aDealer(),
    change_id: 'c1',
    can_undo: true,
  })
  const { user } = open()
  expect(await screen.findByText('2 doubts')).toBeVisible()
  const [first, second] = within(screen.getByRole('list', { name: 'Doubts' })).getAllByRole('listitem')
  expect(first).toHaveTextContent('The coordinates are 0, 0.')
  expect(within(second as HTMLElement).getByRole('link', { name: 'Edit Northgate RV' })).toHaveAttribute(
    'href',
    '/rv-dealers/d2?edit=d2',
  )
  answerDoubts()
  await user.click(screen.getByRole('button', { name: 'Move the marker of Northgate RV' }))
  expect(await screen.findByText('Nothing looks wrong.')).toBeVisible()
  expect(api.calls(dealers.mend)).toEqual([{ service_id: 'd1', doubt: 'zero', version: 3 }])
})

it('says what is right', async () => {
  answerDoubts(aDoubt({ doubt: 'hours', mend: null, detail: 'Hour Sales “Ask Joe” cannot be read.' }))
  api.answers(dealers.is_right, { message: 'This is right.' })
  const { user } = open()
  const button = await screen.findByRole('button', { name: 'Is right: Hours of Northgate RV' })
  answerDoubts()
  await user.click(button)
  expect(await screen.findByText('Nothing looks wrong.')).toBeVisible()
  expect(api.calls(dealers.is_right)).toEqual([{ service_id: 'd1', doubt: 'hours', version: 3 }])
})

it('says why doubts could not be read, and tries again', async () => {
  api.refuses(dealers.doubts, 503, { message: 'Places cannot be looked up right now.' })
  const { user } = open()
  expect(await screen.findByText('Places cannot be looked up right now.')).toBeVisible()
  answerDoubts()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Nothing looks wrong.')).toBeVisible()
})

it('gives the focus to the next doubt, and behind the last one to the heading', async () => {
  let doubts = [
    aDoubt({ doubt: 'hours', mend: null }),
    aDoubt({ service_id: 'd2', name: 'Redstone RV', doubt: 'hours' }),
  ]
  api.answers(dealers.doubts, () => ({ message: 'Doubts', data: doubts }))
  api.answers(dealers.is_right, ({ service_id }) => {
    doubts = doubts.filter((one) => one.service_id !== service_id)
    return { message: 'This is right.' }
  })
  const { user } = open()
  const first = await screen.findByRole('button', { name: 'Is right: Hours of Northgate RV' })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus())
  first.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Move the marker of Redstone RV' })).toHaveFocus())
  await user.tab()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Doubts' })).toHaveFocus())
})
