import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Key, keys } from '#contract/keys.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { allows, KeysScreen } from './keys-screen.tsx'

const aKey = (more: Partial<Key> = {}): Key => ({
  _id: 'key-1',
  name: 'Nightly dealers',
  scope: 'write',
  record_types: ['dealers'],
  addresses: ['192.0.2.0/24'],
  may: [],
  state: 'active',
  created_at: '2027-01-02T03:04:05.000Z',
  expires_at: '2027-04-02T03:04:05.000Z',
  ended_at: null,
  last_used_at: null,
  made_by: { _id: 'admin-ada', name: 'Ada Lovelace', is_active: true },
  ...more,
})

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
})

describe('Keys for programs', () => {
  it('says of each key what it allows, whose it is and when it was used', async () => {
    const former = { ...aKey().made_by, is_active: false }
    const ended = aKey({
      _id: 'key-2',
      name: 'Old',
      state: 'ended',
      ended_at: '2027-02-02T03:04:05.000Z',
      made_by: former,
    })
    api.answers(keys.list, { message: '', data: [aKey(), ended] })
    renderScreen(<KeysScreen />)
    const list = await screen.findByRole('list', { name: 'Keys' })
    const [first, second] = within(list).getAllByRole('listitem')
    expect(first).toHaveTextContent('Nightly dealers')
    expect(first).toHaveTextContent('Reads and changes dealers.')
    expect(first).toHaveTextContent('Only from 192.0.2.0/24.')
    expect(first).toHaveTextContent('Never used.')
    expect(second).toHaveTextContent('by Ada Lovelace (inactive). Ended')
    expect(within(list).getAllByRole('button')).toHaveLength(1)
  })

  it('promises no email where none is sent', async () => {
    api = fakeApi({ sendsMail: false })
    api.answers(keys.list, { message: '', data: [] })
    const { user } = renderScreen(<KeysScreen />)
    await user.click(await screen.findByRole('button', { name: 'New key' }))
    expect(await screen.findByText('Within a year.')).toBeVisible()
  })

  it('adds a key and shows its secret once', async () => {
    api.answers(keys.list, { message: '', data: [] })
    api.answers(keys.add, { message: 'Key added successfully.', data: aKey(), secret: 'rvk_secret' })
    const { user } = renderScreen(<KeysScreen />)
    expect(await screen.findByText(/^No keys yet/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'New key' }))
    const form = within(await screen.findByRole('dialog', { name: 'New key' }))
    await user.type(form.getByLabelText(/^Name/), 'Nightly dealers')
    await user.click(form.getByRole('radio', { name: 'Read and change' }))
    await user.click(form.getByRole('checkbox', { name: 'Delete records' }))
    await user.click(form.getByRole('combobox', { name: 'Kinds of records' }))
    await user.click(await screen.findByRole('option', { name: 'Models' }))
    await user.click(form.getByRole('button', { name: 'Add key' }))
    expect(await screen.findByText('rvk_secret')).toBeVisible()
    expect(api.calls(keys.add)[0]).toMatchObject({
      name: 'Nightly dealers',
      scope: 'write',
      may: ['delete'],
      record_types: ['models'],
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT23:59:59\.999Z$/),
    })
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.queryByText('rvk_secret')).toBeNull()
  })

  it('says at their field which of several addresses is none, and sends them as a list', async () => {
    api.answers(keys.list, { message: '', data: [] })
    api.answers(keys.add, { message: 'Key added successfully.', data: aKey(), secret: 'rvk_secret' })
    const { user } = renderScreen(<KeysScreen />)
    await user.click(await screen.findByRole('button', { name: 'New key' }))
    const form = within(await screen.findByRole('dialog', { name: 'New key' }))
    await user.type(form.getByLabelText(/^Name/), 'Nightly dealers')
    await user.click(form.getByRole('combobox', { name: 'Kinds of records' }))
    await user.click(await screen.findByRole('option', { name: 'Models' }))
    const addresses = form.getByRole('textbox', { name: 'Addresses' })
    await user.type(addresses, '192.0.2.0/24{Enter}home')
    await user.click(form.getByRole('button', { name: 'Add key' }))
    expect(addresses).toBeInvalid()
    expect(addresses).toHaveAccessibleDescription(/“home” is not an IP address/)
    expect(api.calls(keys.add)).toEqual([])
    await user.clear(addresses)
    await user.type(addresses, '192.0.2.0/24, 2001:db8::1{Enter}')
    await user.click(form.getByRole('button', { name: 'Add key' }))
    expect(await screen.findByText('rvk_secret')).toBeVisible()
    expect(api.calls(keys.add)[0]).toMatchObject({ addresses: ['192.0.2.0/24', '2001:db8::1'] })
  })

  it('ends a key after a question', async () => {
    api.answers(keys.list, { message: '', data: [aKey()] })
    api.answers(keys.end, { message: 'Key ended successfully.' })
    const { user } = renderScreen(<KeysScreen />)
    await user.click(await screen.findByRole('button', { name: 'End key Nightly dealers' }))
    const question = within(await screen.findByRole('dialog', { name: 'End key' }))
    await user.click(question.getByRole('button', { name: 'End key' }))
    expect(await screen.findByText('Key ended successfully.')).toBeVisible()
    expect(api.calls(keys.end)).toEqual([{ key_id: 'key-1' }])
  })
})

it.each<[Partial<Key>, string]>([
  [{ scope: 'read', record_types: ['years'] }, 'Reads years.'],
  [
    { scope: 'write', may: ['delete', 'send'], record_types: ['years', 'models'] },
    'Reads, changes, deletes and sends years, models.',
  ],
])('what a key allows is a sentence', (more, sentence) => {
  expect(allows(aKey(more)).toLowerCase()).toBe(sentence.toLowerCase())
})
