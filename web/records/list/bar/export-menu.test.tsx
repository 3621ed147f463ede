import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dealers } from '#contract/dealers.ts'
import { exports } from '#contract/exports.ts'
import { DealersScreen } from '#web/screens/dealers/dealers-screen.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aDealer } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows } from '#web/testing/rows.ts'

let api: ReturnType<typeof fakeApi>
const followed: string[] = []
beforeEach(() => {
  api = fakeApi()
  api.answers(dealers.list, pageOfRows([aDealer()]))
  followed.length = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.href)
  })
})
afterEach(() => vi.restoreAllMocks())

async function choose(
  user: ReturnType<typeof renderScreen>['user'],
  name: string,
  place = screen as Pick<typeof screen, 'findByRole'>,
) {
  await user.click(await place.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

describe('Export', () => {
  it('downloads what is on screen, on all pages', async () => {
    api.answers(exports.ticket, { message: 'Export', data: { path: 'exports/one' } })
    const { user } = renderScreen(<DealersScreen />, { path: '/rv-dealers?name=rv&sort=name.desc&page=2' })
    await choose(user, 'CSV')
    await waitFor(() => expect(followed).toEqual([expect.stringMatching(/\/exports\/one$/)]))
    const [input] = api.calls(exports.ticket)
    expect(input).toMatchObject({
      record_type: 'dealers',
      format: 'csv',
      filters: { name: { op: 'contains', value: 'rv' } },
      sort: [{ field: 'name', order: 'desc' }],
    })
    expect(input).not.toHaveProperty('page')
    expect(input?.columns).toContain('name')
    expect(input?.columns).not.toContain('actions')
    // So that an import knows the records again.
    expect(input?.columns?.at(-1)).toBe('_id')
  })

  it('downloads only the ticked rows, from the bar below them', async () => {
    api.answers(exports.ticket, { message: 'Export', data: { path: 'exports/two' } })
    const { user } = renderScreen(<DealersScreen />, { path: '/rv-dealers' })
    await user.click((await screen.findAllByRole('checkbox', { name: /Select/ })).at(-1) as HTMLElement)
    await choose(user, 'Excel (XLSX)', within(await screen.findByRole('region', { name: 'Selection' })))
    await waitFor(() => expect(followed).toHaveLength(1))
    expect(api.calls(exports.ticket)[0]).toMatchObject({ format: 'xlsx', ids: [aDealer()._id] })
  })

  it('says what the server refuses, and downloads nothing', async () => {
    api.refuses(exports.ticket, 503, { message: 'Other exports are still running.' })
    const { user } = renderScreen(<DealersScreen />, { path: '/rv-dealers' })
    await choose(user, 'CSV')
    expect(await screen.findByText('Other exports are still running.')).toBeVisible()
    expect(followed).toEqual([])
  })
})
