import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Webhook, type WebhookDelivery, webhooks } from '#contract/webhooks.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { healthOf, toldOf } from './webhook-words.ts'
import { WebhooksScreen } from './webhooks-screen.tsx'

const aWebhook = (more: Partial<Webhook> = {}): Webhook => ({
  _id: 'hook-1',
  url: 'https://erp.example.com/hooks',
  record_types: ['dealers'],
  events: ['record.changed'],
  state: 'active',
  why: null,
  created_at: '2027-01-02T03:04:05.000Z',
  made_by: { _id: 'admin-ada', name: 'Ada Lovelace' },
  ended_at: null,
  old_secret_until: null,
  last_delivered_at: null,
  failing_since: null,
  problem: null,
  next_try_at: null,
  waiting: 0,
  given_up: 0,
  ...more,
})

const aDelivery = (more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  _id: 'delivery-1',
  type: 'record.changed',
  at: '2027-01-02T03:04:05.000Z',
  record_type: 'dealers',
  record_id: 'dealer-1',
  state: 'failing',
  tries: 2,
  status: 503,
  problem: 'The receiver answered 503',
  next_try_at: '2027-01-02T03:14:05.000Z',
  done_at: null,
  ...more,
})

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
})

const choose = async ({ user }: ReturnType<typeof renderScreen>, act: string) => {
  await user.click(await screen.findByRole('button', { name: 'More for https://erp.example.com/hooks' }))
  await user.click(await screen.findByRole('menuitem', { name: act }))
}

describe('Webhooks', () => {
  it('says of each what it is told of and how it fares', async () => {
    const failing = aWebhook({
      state: 'failing',
      failing_since: '2027-02-02T03:04:05.000Z',
      problem: 'The receiver answered 503',
      waiting: 2,
      given_up: 1,
    })
    api.answers(webhooks.list, { message: '', data: [failing] })
    renderScreen(<WebhooksScreen />)
    const list = await screen.findByRole('list', { name: 'Webhooks' })
    expect(list).toHaveTextContent('Failing')
    expect(list).toHaveTextContent('Told of changes to dealers.')
    expect(list).toHaveTextContent('Nothing delivered yet. 2 deliveries wait.')
    expect(list).toHaveTextContent('The receiver answered 503.')
    expect(list).toHaveTextContent('1 delivery was given up.')
  })

  it('adds a webhook and shows its secret once', async () => {
    api.answers(webhooks.list, { message: '', data: [] })
    api.answers(webhooks.add, { message: 'Webhook added successfully.', data: aWebhook(), secret: 'whsec_abc' })
    const { user } = renderScreen(<WebhooksScreen />)
    expect(await screen.findByText(/^No webhooks yet/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'New webhook' }))
    const form = within(await screen.findByRole('dialog', { name: 'New webhook' }))
    await user.type(form.getByLabelText(/^Address/), 'https://erp.example.com/hooks')
    await user.click(form.getByRole('checkbox', { name: 'The PDF of a manual was generated' }))
    await user.click(form.getByRole('combobox', { name: 'Kinds of records' }))
    await user.click(await screen.findByRole('option', { name: 'Models' }))
    await user.click(form.getByRole('button', { name: 'Add webhook' }))
    expect(await screen.findByText('whsec_abc')).toBeVisible()
    expect(api.calls(webhooks.add)).toEqual([
      { url: 'https://erp.example.com/hooks', record_types: ['models'], events: ['record.changed', 'pdf.made'] },
    ])
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.queryByText('whsec_abc')).toBeNull()
  })

  it('tries a webhook and says what came of it', async () => {
    api.answers(webhooks.list, { message: '', data: [aWebhook()] })
    const data = { delivered: false, status: 500, milliseconds: 12, problem: 'The receiver answered 500' }
    api.answers(webhooks.try, { message: '', data })
    const { user } = renderScreen(<WebhooksScreen />)
    await user.click(await screen.findByRole('button', { name: 'Try https://erp.example.com/hooks' }))
    expect(await screen.findByText('The test event was not taken: The receiver answered 500.')).toBeVisible()
  })

  it('edits, pauses, gives another secret and ends', async () => {
    api.answers(webhooks.list, { message: '', data: [aWebhook()] })
    api.answers(webhooks.edit, { message: 'Webhook changed successfully.', data: aWebhook() })
    api.answers(webhooks.newSecret, { message: 'Replaced.', data: aWebhook(), secret: 'whsec_next' })
    api.answers(webhooks.end, { message: 'Webhook ended successfully.' })
    const rendered = renderScreen(<WebhooksScreen />)
    const { user } = rendered
    await choose(rendered, 'Pause')
    await user.click(await screen.findByRole('button', { name: 'Pause' }))
    expect(await screen.findByText('Webhook changed successfully.')).toBeVisible()
    await choose(rendered, 'New secret')
    await user.click(await screen.findByRole('button', { name: 'Replace' }))
    expect(await screen.findByText('whsec_next')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await choose(rendered, 'End')
    await user.click(await screen.findByRole('button', { name: 'End webhook' }))
    expect(await screen.findByText('Webhook ended successfully.')).toBeVisible()
    expect(api.calls(webhooks.edit)).toEqual([{ webhook_id: 'hook-1', is_paused: true }])
    expect(api.calls(webhooks.end)).toEqual([{ webhook_id: 'hook-1' }])
  })

  it('shows the deliveries by their state', async () => {
    api.answers(webhooks.list, { message: '', data: [aWebhook()] })
    api.answers(webhooks.deliveries, { message: '', data: [aDelivery()], total: 1, current_page: 1 })
    const rendered = renderScreen(<WebhooksScreen />)
    await choose(rendered, 'Deliveries')
    const dialog = within(await screen.findByRole('dialog', { name: 'Deliveries' }))
    const list = await dialog.findByRole('list', { name: 'Deliveries' })
    expect(list).toHaveTextContent('Record changed: Dealers')
    expect(list).toHaveTextContent('2 tries.')
    expect(list).toHaveTextContent('The receiver answered 503.')
    await rendered.user.selectOptions(dialog.getByLabelText('State'), 'Given up')
    expect(api.calls(webhooks.deliveries).at(-1)).toMatchObject({ state: 'given_up', page: 1 })
  })
})

it('what a webhook is told of is a sentence', () => {
  const events = ['record.changed' as const, 'notification.finished' as const, 'pdf.made' as const]
  expect(toldOf({ events, record_types: ['years', 'models'] })).toBe(
    'Told of generated PDFs, finished notifications and changes to years, models.',
  )
})

it('what is to be done about a webhook is said', () => {
  expect(healthOf(aWebhook({ state: 'paused', why: 'restored' })).warnings).toEqual([
    'Paused, as the installation was restored from a backup. Check it, then choose Resume.',
  ])
  expect(healthOf(aWebhook({ state: 'ended', why: 'gone', given_up: 3 })).warnings).toEqual([
    '3 deliveries were given up.',
    'Ended, as the receiver answered that it wants no more (410 Gone).',
  ])
})
