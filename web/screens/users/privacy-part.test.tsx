import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type PrivacyRequest, privacy } from '#contract/privacy.ts'
import { users } from '#contract/users.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aPrivacy, aUser } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { PrivacyPart } from './privacy-part.tsx'

let api: ReturnType<typeof fakeApi>
const AT = '2026-11-01T08:00:00.000Z'
const aRequest = (fields: Partial<PrivacyRequest> = {}): PrivacyRequest => ({
  request_id: 'request-1',
  kind: 'access',
  user_id: 'user-1',
  user_name: 'Grace Hopper',
  received_on: '2026-11-01',
  due_on: '2026-12-16',
  outcome: null,
  closed_at: null,
  names: [],
  note: '',
  asked_by: null,
  verified_by: null,
  added_by: null,
  ...fields,
})
function open(fields: Parameters<typeof aPrivacy>[0] = {}) {
  api.answers(privacy.ofUser, { message: '', data: aPrivacy(fields) })
  return renderScreen(<PrivacyPart user={aUser()} />)
}
const part = () => within(screen.getByRole('region', { name: 'Privacy' }))
const row = async (name: string) => (await part().findByRole('rowheader', { name })).closest('tr')?.textContent

beforeEach(() => {
  api = fakeApi()
})

describe('the privacy of a user', () => {
  it('says what was agreed to, with its proof', async () => {
    open({ news: true, preferences_at: AT, text_version: 'v2', app: 'phone', terms_version: '2026-01', terms_at: AT })
    expect(await row('News')).toBe('NewsAgreed, since 11-01-2026 (wording v2, app “phone”)')
    expect(await row('Terms')).toBe('Terms2026-01, on 11-01-2026')
  })

  it('says what was never agreed to', async () => {
    open()
    expect(await row('News')).toBe('NewsNot agreed')
    expect(await row('Terms')).toBe('TermsNot known')
  })

  it('merges into another account after saying what moves, and how it was checked', async () => {
    const data = {
      expect: 'print',
      rvs: 2,
      same_rvs: 1,
      checklists: 0,
      maintenance_items: 1,
      devices: 1,
      notifications: 0,
    }
    api.answers(privacy.merge, { message: 'The accounts have been merged.', change_id: 'change-1', data })
    const other = aUser({ _id: 'user-2', name: 'Grace Murray', email: 'murray@example.com' })
    api.answers(users.list, { message: '', data: [other], total: 1, current_page: 1 })
    const { user } = open()
    await user.click(await part().findByRole('button', { name: 'Merge into another account…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Merge User' }))
    expect(dialog.getByRole('button', { name: 'Merge' })).toBeDisabled()
    await user.click(dialog.getByRole('combobox', { name: 'Account that stays' }))
    await user.click(await screen.findByRole('option', { name: /Grace Murray/ }))
    expect(
      await dialog.findByText(/These move: 2 RVs, 1 maintenance item,? and 1 phone\. 1 RV is in both accounts:/),
    ).toBeVisible()
    await user.click(dialog.getByRole('radio', { name: 'In another way' }))
    expect(dialog.getByRole('button', { name: 'Merge' })).toBeDisabled()
    await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'At the desk.')
    await user.click(dialog.getByRole('button', { name: 'Merge' }))
    const sent = { user_id: 'user-1', into_id: 'user-2' }
    expect(api.calls(privacy.merge).at(0)).toEqual({ ...sent, preview: true })
    expect(api.calls(privacy.merge)).toContainEqual({
      ...sent,
      verified_by: 'other',
      note: 'At the desk.',
      expect: 'print',
    })
  })

  it('says what moves by then where a merge was refused, and agrees to that', async () => {
    const moves = { same_rvs: 0, checklists: 0, maintenance_items: 0, devices: 0, notifications: 0 }
    const agreedTo: unknown[] = []
    api.answers(privacy.merge, ({ preview, expect }) => {
      if (!preview) agreedTo.push(expect)
      return { message: '', data: { ...moves, expect: 'first', rvs: 2 } }
    })
    const other = aUser({ _id: 'user-2', name: 'Grace Murray', email: 'murray@example.com' })
    api.answers(users.list, { message: '', data: [other], total: 1, current_page: 1 })
    const { user } = open()
    await user.click(await part().findByRole('button', { name: 'Merge into another account…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Merge User' }))
    await user.click(dialog.getByRole('combobox', { name: 'Account that stays' }))
    const held = api.holds(privacy.merge)
    await user.click(await screen.findByRole('option', { name: /Grace Murray/ }))
    expect(await dialog.findByLabelText('Loading')).toBeVisible()
    held.stop()
    held.release(0)
    expect(await dialog.findByText(/^These move: 2 RVs\./)).toBeVisible()
    await user.click(dialog.getByRole('radio', { name: 'By the passwords of both' }))
    api.refuses(privacy.merge, 409, { message: 'Something has changed since.' })
    const refused = api.holds(privacy.merge)
    await user.click(dialog.getByRole('button', { name: 'Merge' }))
    await waitFor(() => expect(refused.count()).toBe(1))
    api.answers(privacy.merge, ({ preview, expect }) => {
      if (!preview) agreedTo.push(expect)
      return { message: '', data: { ...moves, expect: 'second', rvs: 3 } }
    })
    refused.stop()
    refused.release(0)
    expect(await dialog.findByText('Something has changed since.')).toBeVisible()
    expect(await dialog.findByText(/^These move: 3 RVs\./)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Merge' }))
    await waitFor(() => expect(agreedTo).toEqual(['second']))
  })

  it('says into which account one was merged', async () => {
    open({ merged_into: { _id: 'user-2', name: 'Grace Murray' } })
    expect(await part().findByRole('link', { name: /Grace Murray/ })).toBeVisible()
    expect(part().queryByRole('button', { name: 'Merge into another account…' })).toBeNull()
  })

  it('erases after saying what goes and what stays, once who asked and the check are known', async () => {
    api.answers(privacy.erase, {
      message: 'User will be erased in 7 days.',
      change_id: 'change-1',
      can_undo: false,
      data: { erased_at: AT, kept: [] },
    })
    const { user } = open()
    await user.click(await part().findByRole('button', { name: 'Erase…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Erase User' }))
    expect(dialog.getByRole('region', { name: 'This goes' })).toHaveTextContent('Devices, sessions, codes')
    expect(dialog.getByRole('region', { name: 'This stays' })).toHaveTextContent('The id of the account')
    expect(dialog.getByRole('textbox', { name: 'Note' })).not.toBeRequired()
    await user.click(dialog.getByRole('radio', { name: 'The user' }))
    await user.click(dialog.getByRole('radio', { name: 'By their password' }))
    await user.click(dialog.getByRole('button', { name: 'Erase' }))
    expect(await screen.findByText('User will be erased in 7 days.')).toBeVisible()
    expect(api.calls(privacy.erase)).toEqual([
      { user_id: 'user-1', asked_by: 'owner', verified_by: 'password', note: '', now: false },
    ])
  })

  it('calls an erase off', async () => {
    api.answers(privacy.keep, { message: 'User will not be erased.', change_id: 'change-1', can_undo: false })
    const { user } = open({ erased_at: AT })
    await user.click(await part().findByRole('button', { name: 'Keep this user' }))
    expect(await screen.findByText('User will not be erased.')).toBeVisible()
  })

  it('shows requests, closes one, and leads to the texts that name who was erased', async () => {
    api.answers(privacy.close, {
      message: 'Request closed successfully.',
      change_id: null,
      data: aRequest({ outcome: 'Sent', closed_at: AT }),
    })
    const names = [
      { record_type: 'notifications' as const, record_id: 'message-1', title: 'Recall' },
      { record_type: 'checklists' as const, record_id: 'list-1', title: 'Call back' },
    ]
    const { user } = open({
      requests: [aRequest(), aRequest({ request_id: 'r2', kind: 'erase', outcome: 'Erased', closed_at: AT, names })],
    })
    const list = within(await part().findByRole('list', { name: 'Requests' }))
    const lines = list.getAllByRole('listitem').map((line) => line.textContent)
    expect(lines[0]).toContain('Accessreceived 11-01-2026, due 12-16-2026')
    expect(lines[1]).toContain('closed 11-01-2026: Erased1 message and 1 text name this person: Recall, Call back')
    await user.click(list.getByRole('button', { name: 'Close access request…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Close Request' }))
    await user.type(dialog.getByRole('textbox', { name: 'What became of it?' }), 'Sent')
    await user.click(dialog.getByRole('button', { name: 'Close request' }))
    expect(await screen.findByText('Request closed successfully.')).toBeVisible()
    expect(api.calls(privacy.close)).toEqual([{ request_id: 'request-1', outcome: 'Sent' }])
  })

  it('adds a request', async () => {
    api.answers(privacy.add, { message: 'Request added successfully.', change_id: null, data: aRequest() })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-28T12:00:00Z') })
    const { user } = open()
    await user.click(await part().findByRole('button', { name: 'Add request…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Request' }))
    await user.click(dialog.getByRole('radio', { name: 'To get everything that is held' }))
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect(await screen.findByText('Request added successfully.')).toBeVisible()
    vi.useRealTimers()
    expect(api.calls(privacy.add)).toEqual([{ user_id: 'user-1', kind: 'access', received_on: '2026-11-28', note: '' }])
  })

  it('says of who was erased only that', async () => {
    open({ is_erased: true, erased_at: AT })
    expect(await part().findByText(/^This user was erased 11-01-2026/)).toBeVisible()
    expect(part().queryByRole('button', { name: 'Erase…' })).toBeNull()
  })
})
