import { useMutation, useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { years } from '#contract/years.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { storedToken } from '#web/api/session.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { anRvType, pageOfRows } from '#web/testing/rows.ts'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  api.answers(rvTypes.list, pageOfRows([anRvType()]))
  api.answers(years.list, pageOfRows([]))
  api.answers(rvTypes.delete, { message: 'Deleted.' })
})

const listInput = { page: 1, per_page: 10 }
const cachedModels = query(models.list, listInput)

/** A list and a dropdown on screen, and a button that makes a change. */
function Screen({ changesRecords }: { changesRecords?: boolean }) {
  const list = useQuery(query(rvTypes.list, listInput))
  useQuery({ ...query(years.list, { is_deleted: false }), meta: { refetchAfterChange: false } })
  const change = useMutation({
    mutationFn: () => call(rvTypes.delete, { cat_id: 'type-1', version: 1 }),
    meta: changesRecords === undefined ? {} : { changesRecords },
  })
  return (
    <button type="button" disabled={!list.data} onClick={() => change.mutate()}>
      {change.status}
    </button>
  )
}

async function change(element = <Screen />) {
  const rendered = renderScreen(element)
  rendered.client.setQueryData(cachedModels.queryKey, pageOfRows([]))
  await waitFor(() => expect(screen.getByRole('button')).toBeEnabled())
  await rendered.user.click(screen.getByRole('button'))
  await screen.findByText(/success|error/)
  const isStale = (key: readonly unknown[]) => rendered.client.getQueryState(key)?.isInvalidated
  return { ...rendered, isStale }
}

describe('after a change', () => {
  it('what was still being read for the first time is read anew, and not shown as it was before', async () => {
    const answers: ((rows: object[]) => void)[] = []
    const read = () => new Promise<object[]>((resolve) => answers.push(resolve))
    function History() {
      const { data } = useQuery({ queryKey: ['history'], queryFn: read })
      return <p>{data ? `${data.length} entries` : 'reading'}</p>
    }
    await change(
      <>
        <Screen />
        <History />
      </>,
    )
    expect(answers).toHaveLength(2)
    answers[0]?.([{}])
    answers[1]?.([{}, {}])
    expect(await screen.findByText('2 entries')).toBeVisible()
  })

  it('what is on screen is read again, once', async () => {
    const { isStale } = await change()
    await waitFor(() => expect(api.calls(rvTypes.list)).toHaveLength(2))
    await waitFor(() => expect(isStale([rvTypes.list.path, listInput])).toBe(false))
    expect(api.calls(rvTypes.list)).toHaveLength(2)
  })

  it('what is cached from other screens is stale, and is read when they open again', async () => {
    const { isStale } = await change()
    expect(isStale(cachedModels.queryKey)).toBe(true)
    expect(api.calls(models.list)).toEqual([])
  })

  it('a dropdown is stale, and not read while its dialog closes', async () => {
    const { isStale } = await change()
    expect(isStale([years.list.path, { is_deleted: false }])).toBe(true)
    expect(api.calls(years.list)).toHaveLength(1)
  })

  it('nothing is read after a mutation that changes no records', async () => {
    const { isStale } = await change(<Screen changesRecords={false} />)
    expect(isStale(cachedModels.queryKey)).toBe(false)
    expect(api.calls(rvTypes.list)).toHaveLength(1)
  })
})

describe('a 401', () => {
  it('of the session that has ended says nothing about the new one', async () => {
    api.refuses(rvTypes.delete, 401, { message: 'Please sign in again.' })
    const late = api.holds(rvTypes.delete)
    const { user } = renderScreen(<Screen />)
    await waitFor(() => expect(screen.getByRole('button')).toBeEnabled())
    await user.click(screen.getByRole('button'))
    await waitFor(() => expect(late.count()).toBe(1))
    localStorage.setItem('token', 'of-the-new-session')
    late.release(0)
    await screen.findByText('error')
    expect(storedToken()).toBe('of-the-new-session')
  })

  it('of this session ends it', async () => {
    api.refuses(rvTypes.delete, 401, { message: 'Please sign in again.' })
    const { user } = renderScreen(<Screen />)
    await waitFor(() => expect(screen.getByRole('button')).toBeEnabled())
    await user.click(screen.getByRole('button'))
    await waitFor(() => expect(storedToken()).toBeNull())
  })
})

describe('after a change that failed', () => {
  it.each([0, 404, 409, 500])('with %i the records may be different now: they are read again', async (status) => {
    api.refuses(rvTypes.delete, status)
    const { isStale } = await change()
    expect(isStale(cachedModels.queryKey)).toBe(true)
    await waitFor(() => expect(api.calls(rvTypes.list)).toHaveLength(2))
  })

  it.each([422, 429])('with %i nothing was changed, and nothing is read', async (status) => {
    api.refuses(rvTypes.delete, status)
    const { isStale } = await change()
    expect(isStale(cachedModels.queryKey)).toBe(false)
    expect(api.calls(rvTypes.list)).toHaveLength(1)
  })
})
