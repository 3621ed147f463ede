import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { notifications } from '#contract/notifications.ts'
import { users } from '#contract/users.ts'
import { preferences, views } from '#contract/views.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { aNotification, aRecipient, aUser, noCounts } from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { pageOfRows } from '#web/testing/rows.ts'
import { aView, preferring } from '#web/testing/rv-types-list.tsx'
import { storedDrafts } from '#web/testing/stored-drafts.ts'
import { NotificationsScreen } from './notifications-screen.tsx'

let api: ReturnType<typeof fakeApi>
const open = (search = '') => renderScreen(<NotificationsScreen />, { path: `/manage-notifications${search}` })
type Opened = ReturnType<typeof open>['user']

const grace = aUser()
const ada = aUser({ _id: 'user-2', name: 'Ada Byron', email: 'ada@example.com' })
const nameless = aUser({ _id: 'user-3', name: '', email: ' ' })
const done = aNotification({
  counts: { ...noCounts, inbox: 2 },
})
const box = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const sendButton = () => button('Send')

/** Sends to several users, which is asked first. */
async function sendToSeveral(user: ReturnType<typeof open>['user']) {
  await user.click(sendButton())
  const question = within(await screen.findByRole('dialog', { name: 'Send notification' }))
  await user.click(question.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
async function write(user: Opened) {
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Recall')
  await user.click(screen.getByRole('textbox', { name: 'Message' }))
  await user.paste('Please call your dealer.')
}

beforeEach(() => {
  api = fakeApi()
  api.answers(users.list, pageOfRows([grace, ada], 1200))
  api.answers(notifications.send, { message: 'Notification has been sent.', data: done })
  api.answers(notifications.status, { message: 'Sent', data: done })
  api.answers(notifications.opened, { message: 'Openings', data: { opened: 0, hours: [] } })
  const held_back = { no_consent: 0, weekly_limit: 0, unknown_zone: 0 }
  api.answers(notifications.count, { message: 'Users', data: { count: 1, held_back } })
})

describe('the keys of the screen', () => {
  it('go to the first filter and show themselves, but not while a message is written', async () => {
    const { user } = open()
    await box('Grace Hopper')
    await user.keyboard('/')
    expect(screen.getByRole('searchbox', { name: 'Filter Name' })).toHaveFocus()
    await user.type(screen.getByRole('textbox', { name: 'Title' }), '?/')
    expect(screen.queryByRole('dialog')).toBeNull()
    screen.getByRole('heading', { level: 1 }).focus()
    await user.keyboard('n')
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus()
    screen.getByRole('heading', { level: 1 }).focus()
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })
})

describe('the users to choose from', () => {
  it('are those who are active, ten a page, with N/A for what is missing', async () => {
    api.answers(users.list, pageOfRows([grace, nameless]))
    open()
    expect(await screen.findByText('grace@example.com')).toBeVisible()
    expect(screen.getAllByText('N/A')).toHaveLength(2)
    expect(api.calls(users.list)[0]).toMatchObject({ status: 'true', page: 1, per_page: 10 })
    const titles = screen.getAllByRole('columnheader').map((header) => header.textContent?.trim())
    expect(titles).toEqual(['Select', 'Name', 'Email'])
  })

  it('are chosen one by one, or all on this page, and counted', async () => {
    const { user } = open()
    await user.click(await box('Grace Hopper'))
    expect(screen.getByText('1 user selected')).toBeVisible()
    await user.click(button('Select All on This Page'))
    expect(screen.getByText('2 users selected')).toBeVisible()
    expect(await box('Ada Byron')).toBeChecked()
    await user.click(await box('Grace Hopper'))
    expect(screen.getByText('1 user selected')).toBeVisible()
    await user.click(button('Clear'))
    expect(screen.getByText('No users selected')).toBeVisible()
  })

  it('stay chosen on other pages and with other filters', async () => {
    const { user } = open()
    await user.click(await box('Grace Hopper'))
    api.answers(users.list, pageOfRows([nameless], 1200, 2))
    await user.click(button('Page 2'))
    await screen.findAllByText('N/A')
    expect(screen.getByText('1 user selected')).toBeVisible()
    api.answers(users.list, pageOfRows([grace]))
    await user.type(screen.getByRole('searchbox', { name: 'Filter Name' }), 'grace')
    expect(await box('Grace Hopper')).toBeChecked()
  })

  it('stay chosen while one looks at what was sent', async () => {
    api.answers(notifications.list, pageOfRows([]))
    const { user } = open()
    await user.click(await box('Grace Hopper'))
    await user.click(screen.getByRole('tab', { name: 'Sent' }))
    await screen.findByText('No Records Found.')
    expect(screen.getByText('The messages that were sent, and how each was delivered.')).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Compose' }))
    expect(await box('Grace Hopper')).toBeChecked()
  })

  it('are chosen altogether by their filter, but those who are unticked', async () => {
    const { user } = open('?name=hop')
    await box('Grace Hopper')
    await user.click(button('Select all 1,200 matching'))
    expect(screen.getByText('1,200 users selected: all whose name contains “hop”')).toBeVisible()
    expect(await box('Grace Hopper')).toBeChecked()
    await user.click(await box('Grace Hopper'))
    expect(await box('Grace Hopper')).not.toBeChecked()
    const left = '1,199 users selected: all whose name contains “hop” except the one you left out'
    expect(screen.getByText(left)).toBeVisible()
    await write(user)
    await user.click(sendButton())
    const question = within(await screen.findByRole('dialog', { name: 'Send notification' }))
    expect(
      await question.findByText(
        'This message goes to 1,199 users: all whose name contains “hop” except the one you left out. Once sent, it cannot be recalled. Send it?',
      ),
    ).toBeVisible()
    await user.dblClick(question.getByRole('button', { name: 'Send' }))
    await screen.findByText('Notification has been sent.')
    expect(api.calls(notifications.send)).toEqual([
      {
        title: 'Recall',
        description: 'Please call your dealer.',
        all_matching: { filters: { name: { op: 'contains', value: 'hop' } }, except: ['user-1'] },
        expect: 1199,
      },
    ])
  })

  it('are ticked exactly when the message goes to them, whatever the list is filtered by', async () => {
    const { user } = open('?name=hop')
    await box('Grace Hopper')
    await user.click(button('Select all 1,200 matching'))
    api.answers(notifications.reached, { message: 'Reached', data: ['user-1'] })
    await user.clear(screen.getByRole('searchbox', { name: 'Filter Name' }))
    await screen.findByRole('button', { name: 'Select all 1,200' })
    await waitFor(async () => expect(await box('Ada Byron')).not.toBePartiallyChecked())
    expect(await box('Grace Hopper')).toBeChecked()
    expect(await box('Ada Byron')).not.toBeChecked()
    expect(api.calls(notifications.reached)).toEqual([
      {
        user_ids: ['user-1', 'user-2'],
        all_matching: { filters: { name: { op: 'contains', value: 'hop' } } },
      },
    ])
    // One who does not match cannot be added, and the box says why.
    await user.click(await box('Ada Byron'))
    expect(await box('Ada Byron')).not.toBeChecked()
    expect(await box('Ada Byron')).toHaveAccessibleDescription(
      'Only users whose name contains “hop” will get this. Clear the selection to choose others.',
    )
    await user.click(await box('Grace Hopper'))
    expect(await box('Grace Hopper')).not.toBeChecked()
    await user.click(button('Select All on This Page'))
    expect(await box('Grace Hopper')).toBeChecked()
    expect(screen.getByText('1,200 users selected: all whose name contains “hop”')).toBeVisible()
  })

  it('are all ticked when all are selected, with any filter', async () => {
    const { user } = open()
    await box('Grace Hopper')
    await user.click(button('Select all 1,200'))
    expect(screen.getByText('All 1,200 users selected')).toBeVisible()
    await user.type(screen.getByRole('searchbox', { name: 'Filter Name' }), 'grace')
    await screen.findByRole('button', { name: 'Select all 1,200 matching' })
    for (const name of ['Grace Hopper', 'Ada Byron']) expect(await box(name)).toBeChecked()
    expect(api.calls(notifications.reached)).toEqual([])
  })

  it('say that it could not be found out who of them is selected, and ask again', async () => {
    api.refuses(notifications.reached, 500, { message: 'Something went wrong on our side.' })
    const { user } = open('?name=hop')
    await box('Grace Hopper')
    await user.click(button('Select all 1,200 matching'))
    await user.clear(screen.getByRole('searchbox', { name: 'Filter Name' }))
    const why = 'Could not check which of these users are selected. Something went wrong on our side.'
    expect(await screen.findByText(why)).toBeVisible()
    expect(await box('Ada Byron')).toHaveAccessibleDescription('Could not check whether this user is selected.')
    api.answers(notifications.reached, { message: 'Reached', data: ['user-1'] })
    await user.click(button('Retry'))
    await waitFor(async () => expect(await box('Grace Hopper')).toBeChecked())
    expect(screen.queryByText(why)).toBeNull()
  })

  it('of whom all that match are selected say that this replaced others, and bring them back', async () => {
    const { user } = open()
    await user.click(await box('Grace Hopper'))
    await user.click(await box('Ada Byron'))
    api.answers(users.list, pageOfRows([grace], 1200))
    await user.type(screen.getByRole('searchbox', { name: 'Filter Name' }), 'hop')
    await user.click(await screen.findByRole('button', { name: 'Select all 1,200 matching' }))
    expect(screen.getByText('This replaced the 2 users selected before.')).toBeVisible()
    await user.click(button('Bring back'))
    expect(screen.getByText('2 users selected')).toBeVisible()
    expect(screen.queryByText(/^This replaced/)).toBeNull()
    await user.click(button('Select all 1,200 matching'))
    await user.click(await box('Grace Hopper'))
    expect(screen.queryByText(/^This replaced/)).toBeNull()
    // The same users again replace nobody.
    await user.click(button('Select all 1,200 matching'))
    expect(screen.queryByText(/^This replaced/)).toBeNull()
  })

  it('are not offered to be selected while they are loaded, and where all are; the buttons say why', async () => {
    const held = api.holds(users.list)
    const { user } = open()
    const page = await screen.findByRole('button', { name: 'Select All on This Page' })
    const all = button('Select all')
    for (const refusing of [page, all]) {
      expect(refusing).toHaveAttribute('aria-disabled', 'true')
      expect(refusing).toHaveAccessibleDescription('The users have not been loaded yet.')
      await user.click(refusing)
    }
    expect(screen.getByText('No users selected')).toBeVisible()
    await waitFor(() => expect(held.count()).toBe(1))
    held.release(0)
    held.stop()
    await user.click(await screen.findByRole('button', { name: 'Select all 1,200' }))
    expect(button('Select all 1,200')).toHaveAccessibleDescription('All of them are selected.')
    expect(page).toHaveAccessibleDescription('No one on this page was left out.')
    await user.click(button('Clear'))
    await user.click(page)
    expect(page).toHaveAccessibleDescription('All users on this page are selected.')
  })

  it('come back with the message that was kept, which goes on saying who they were', async () => {
    const { user, unmount } = open('?name=hop')
    await box('Grace Hopper')
    await user.click(button('Select all 1,200 matching'))
    await user.click(await box('Ada Byron'))
    unmount()
    const again = open('?name=hop')
    const notice = within(await screen.findByRole('note'))
    const words = 'Restored from your draft. Recipients: 1,199 users (all whose name contains “hop” except 1).'
    expect(notice.getByText(words)).toBeVisible()
    expect(await box('Ada Byron')).not.toBeChecked()
    await again.user.click(button('Clear'))
    expect(notice.getByText(words)).toBeVisible()
    await again.user.click(notice.getByRole('button', { name: 'Discard' }))
    expect(screen.getByText('No users selected')).toBeVisible()
    expect(screen.queryByRole('note')).toBeNull()
    expect(await storedDrafts()).toEqual([])
  })

  it('are not mentioned by a message that was kept without any', async () => {
    const { user, unmount } = open()
    await box('Grace Hopper')
    await write(user)
    unmount()
    open()
    expect(await within(await screen.findByRole('note')).findByText('Restored from your draft.')).toBeVisible()
  })
})

describe('sending', () => {
  it('waits for a title and a message', async () => {
    const { user } = open()
    await box('Grace Hopper')
    expect(sendButton()).toBeDisabled()
    await write(user)
    expect(sendButton()).toBeEnabled()
    await user.clear(screen.getByRole('textbox', { name: 'Title' }))
    expect(await screen.findByText('Title cannot be empty.')).toBeVisible()
    expect(sendButton()).toBeDisabled()
  })

  it('warns when nobody is selected', async () => {
    const { user } = open()
    await box('Grace Hopper')
    await write(user)
    await user.click(sendButton())
    expect(await screen.findByText('Please select at least one user.')).toBeVisible()
    expect(api.calls(notifications.send)).toEqual([])
  })

  it('says that it is sent, and starts again', async () => {
    const { user } = open()
    await user.click(await box('Grace Hopper'))
    await write(user)
    await user.dblClick(sendButton())
    expect(await screen.findByText('Notification has been sent.')).toBeVisible()
    expect(api.calls(notifications.send)).toEqual([
      { title: 'Recall', description: 'Please call your dealer.', user_ids: ['user-1'] },
    ])
    expect(api.headers(notifications.send)[0]?.get('idempotency-key')).toBeTruthy()
    expect(screen.getByText('No users selected')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('')
    const sent = within(await screen.findByRole('region', { name: 'Sent just now' }))
    expect(sent.getByText('2 in the inbox')).toBeVisible()
  })

  it('says when somebody was left out', async () => {
    const { user } = open()
    await box('Grace Hopper')
    await user.click(button('Select All on This Page'))
    api.answers(notifications.send, { message: 'Notification has been sent.', data: { ...done, recipients: 1 } })
    await write(user)
    await sendToSeveral(user)
    expect(await screen.findByText('Left out: 1 of the selected users is no longer active.')).toBeVisible()
  })

  it('shows what the server says against it, and sends another call to other users under another key', async () => {
    const errors = { user_ids: ['Invalid Request.'] }
    api.refuses(notifications.send, 422, { message: 'Invalid Request.', errors })
    const { user } = open()
    await user.click(await box('Grace Hopper'))
    await write(user)
    await user.click(sendButton())
    expect(await screen.findByText('Invalid Request.')).toBeVisible()
    expect(screen.getByText('1 user selected')).toBeVisible()
    await user.click(sendButton())
    await user.click(await box('Ada Byron'))
    await sendToSeveral(user)
    await waitFor(() => expect(api.calls(notifications.send)).toHaveLength(3))
    const [first, again, others] = api.headers(notifications.send).map((headers) => headers.get('idempotency-key'))
    expect([again === first, others === first]).toEqual([true, false])
  })

  it('is asked about again while the question before fades out', async () => {
    api.refuses(notifications.send, 422, { message: 'Invalid Request.', errors: { user_ids: ['Invalid Request.'] } })
    const { user } = open()
    await box('Grace Hopper')
    await user.click(button('Select All on This Page'))
    await write(user)
    const form = sendButton()
    await user.click(form)
    const question = within(await screen.findByRole('dialog', { name: 'Send notification' }))
    const confirm = question.getByRole('button', { name: 'Send' })
    act(() => {
      confirm.click()
      form.click()
    })
    await waitFor(() => expect(confirm).not.toBeInTheDocument())
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.getByRole('dialog', { name: 'Send notification' })).toBeVisible()
  })

  it('keeps its key over a lost answer and a reload, whatever the order of the users, until it has been sent', async () => {
    api.refuses(notifications.send, 0)
    const { user, unmount } = open()
    await user.click(await box('Grace Hopper'))
    await user.click(await box('Ada Byron'))
    await write(user)
    await sendToSeveral(user)
    expect(await screen.findByText('Network Problem', { selector: '[role=alert] *' })).toBeVisible()
    unmount()

    api.answers(notifications.send, { message: 'Notification has been sent.', data: done })
    const again = open()
    expect(await box('Ada Byron')).toBeChecked()
    expect(screen.getByText('2 users selected')).toBeVisible()
    await sendToSeveral(again.user)
    expect(await screen.findByText('No users selected')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue(''))
    await waitFor(() => expect(sendButton()).not.toHaveAttribute('data-loading'))

    await again.user.click(await box('Grace Hopper'))
    expect(await screen.findByText('1 user selected')).toBeVisible()
    await write(again.user)
    await again.user.click(sendButton())
    await waitFor(() => expect(api.calls(notifications.send)).toHaveLength(3))
    const keys = api.headers(notifications.send).map((headers) => headers.get('idempotency-key'))
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false])
  })

  it('says where phones cut the text off, and shows how it looks there', async () => {
    const { user } = open()
    await box('Grace Hopper')
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'x'.repeat(45))
    expect(screen.getByText(/Cut off on iPhone after about 40\.$/)).toBeVisible()
    const shown = (phone: string) => screen.getByRole('figure', { name: phone }).textContent
    expect(shown('On an iPhone')).toContain(`${'x'.repeat(40)}…`)
    expect(shown('On an Android')).toContain('x'.repeat(45))
  })

  it('shows what placeholders become where nothing is known, and for an owner who is chosen', async () => {
    api.answers(notifications.preview, { message: 'Preview', data: { title: 'Dear Ada Byron', description: 'Call.' } })
    const { user } = open()
    await box('Grace Hopper')
    await user.click(screen.getByRole('textbox', { name: 'Title' }))
    await user.paste('Dear owner')
    const choice = () => screen.queryByRole('combobox', { name: 'As this owner gets it' })
    expect(choice()).toBeNull()
    await user.clear(screen.getByRole('textbox', { name: 'Title' }))
    await user.paste('Dear {name}')
    const shown = () => screen.getByRole('figure', { name: 'On an iPhone' }).textContent
    expect(shown()).toContain('Dear RV owner')
    await user.click(choice() as HTMLElement)
    await user.click(await screen.findByRole('option', { name: 'Ada Byron · ada@example.com' }))
    await waitFor(() => expect(shown()).toContain('Dear Ada Byron'))
    await waitFor(() =>
      expect(api.calls(notifications.preview).at(-1)).toEqual({
        title: 'Dear {name}',
        description: '',
        language: 'en',
        user_id: 'user-2',
      }),
    )
    await user.type(screen.getByRole('textbox', { name: 'Title' }), '{{vin}')
    await user.tab()
    expect(
      await screen.findByText('There is no placeholder {vin}. Please use {name}, {model} or {dealer}.'),
    ).toBeVisible()
  })

  it('is cancelled by going to the dashboard; only then what was typed is forgotten', async () => {
    const { user, unmount, router } = open()
    await box('Grace Hopper')
    await write(user)
    unmount()
    expect(await storedDrafts()).toHaveLength(1)
    const again = open()
    expect(await screen.findByDisplayValue('Recall')).toBeVisible()
    await again.user.click(button('Cancel'))
    await waitFor(() => expect(again.router.state.location.pathname).toBe('/dashboard'))
    expect(await storedDrafts()).toEqual([])
    expect(router).toBeDefined()
  })
})

describe('sent messages', () => {
  it('are listed with what became of them, and opened', async () => {
    api.answers(notifications.list, pageOfRows([aNotification()]))
    api.answers(notifications.status, { message: 'Sent', data: aNotification() })
    api.answers(notifications.recipients, pageOfRows([aRecipient({ state: 'failed', reason: 'INVALID_ARGUMENT' })]))
    const { user, router } = open()
    await user.click(screen.getByRole('tab', { name: 'Sent' }))
    expect(await screen.findByText('2 accepted')).toBeVisible()
    expect(screen.getByText('1 failed')).toBeVisible()
    await user.click(button(/^Recipients of Recall \(/))
    expect(await screen.findByText('INVALID_ARGUMENT')).toBeVisible()
    expect(router.state.location.search).toBe('?view=sent&message=notification-1')
    expect(screen.getByText(/Sent by Ada Lovelace/)).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Recall' })).toHaveFocus()
    await user.click(button('All sent messages'))
    expect(await screen.findByText('2 accepted')).toBeVisible()
    expect(screen.getByRole('tab', { name: 'Sent' })).toHaveFocus()
  })

  it('open with the default view, and stay beside the tab in the address', async () => {
    const view = aView({ list: 'notifications', name: 'Recalls', state: { filters: { title: { value: 'recall' } } } })
    api.answers(views.list, { message: 'Views', data: [view] })
    api.answers(preferences.get, preferring({ default_view: view._id }, 'notifications'))
    api.answers(notifications.list, pageOfRows([aNotification()]))
    const { user, router } = open('?view=sent')
    await waitFor(() => expect(router.state.location.search).toBe(`?view=sent&title=recall&saved_view=${view._id}`))
    await user.click(await screen.findByRole('link', { name: 'All' }))
    await waitFor(() => expect(router.state.location.search).toBe('?view=sent&saved_view=all'))
  })

  it('are sent again to those for whom they failed, after a question and once', async () => {
    api.answers(notifications.status, { message: 'Sent', data: aNotification() })
    api.answers(notifications.recipients, pageOfRows([aRecipient({ state: 'failed' })]))
    api.answers(notifications.retry, { message: 'The notification is being sent again.', data: done })
    const { user } = open('?view=sent&message=notification-1')
    await user.click(await screen.findByRole('button', { name: 'Send again to those who failed' }))
    const question = within(await screen.findByRole('dialog', { name: 'Retry failed' }))
    await user.dblClick(question.getByRole('button', { name: 'Send again' }))
    expect(await screen.findByText('The notification is being sent again.')).toBeVisible()
    expect(api.calls(notifications.retry)).toEqual([{ notification_id: 'notification-1' }])
  })

  it('are followed while they are under way', async () => {
    const counts = { ...noCounts, waiting: 1, accepted: 2 }
    api.answers(notifications.status, { message: 'Sent', data: aNotification({ counts }) })
    api.answers(notifications.recipients, pageOfRows([aRecipient()]))
    open('?view=sent&message=notification-1')
    expect(await screen.findByText('Being sent…')).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Sending' })).toHaveAttribute('aria-valuenow', String((2 / 3) * 100))
    api.answers(notifications.status, { message: 'Sent', data: aNotification({ version: 2 }) })
    expect(await screen.findByText('Done')).toBeVisible()
    expect(api.calls(notifications.recipients).length).toBeGreaterThan(1)
  })

  it('say what the list of recipients is for while it is empty', async () => {
    api.answers(notifications.status, { message: 'Sent', data: aNotification() })
    api.answers(notifications.recipients, pageOfRows([]))
    open('?view=sent&message=notification-1')
    expect(await screen.findByText('The users this message goes to, and whether it has reached them.')).toBeVisible()
  })

  it('say that they are being prepared while their recipients are being added', async () => {
    const counts = { ...noCounts, waiting: 400_000 }
    const message = aNotification({ recipients: 970_000, counts })
    api.answers(notifications.status, { message: 'Sent', data: message })
    api.answers(notifications.recipients, pageOfRows([aRecipient({ state: 'waiting' })]))
    open('?view=sent&message=notification-1')
    expect(await screen.findByText('Being prepared…')).toBeVisible()
    expect(screen.getByText('400,000 of 970,000')).toBeVisible()
    expect(screen.getByText('570,000 being prepared')).toBeVisible()
    const sending = { ...message, version: 2, counts: { ...counts, waiting: 970_000 } }
    api.answers(notifications.status, { message: 'Sent', data: sending })
    expect(await screen.findByText('Being sent…')).toBeVisible()
    expect(screen.getByText('0 of 970,000')).toBeVisible()
  })

  it('lead with J and K from one to the next, as their list was left', async () => {
    const all = Array.from({ length: 12 }, (_, place) =>
      aNotification({ _id: `n${place + 1}`, title: `Recall ${place + 1}`, srno: place + 1 }),
    )
    const found = (id: unknown) => ({ message: '', data: all.find(({ _id }) => _id === id) ?? aNotification() })
    api.answers(notifications.list, ({ page = 1 }) =>
      pageOfRows(all.slice(Number(page) * 10 - 10, Number(page) * 10), 12, Number(page)),
    )
    api.answers(notifications.get, ({ notification_id }) => found(notification_id))
    api.answers(notifications.status, ({ notification_id }) => found(notification_id))
    api.answers(notifications.recipients, pageOfRows([aRecipient()], 30))
    api.answers(changes.of_record, pageOfRows([]))
    const { user, router } = renderScreen(
      [
        { path: '/manage-notifications', element: <NotificationsScreen /> },
        { path: '/manage-notifications/:id', element: <NotificationsScreen /> },
      ],
      { path: '/manage-notifications?view=sent&sort=title.desc' },
    )
    const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
    await user.click(await screen.findByRole('link', { name: 'Recall 10' }))
    await heading('Recall 10')
    expect(await screen.findByText('10 of 12')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('link', { name: 'Next' })).toBeVisible())
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(api.calls(notifications.recipients).at(-1)).toMatchObject({ page: 2 }))
    expect(screen.getByText('10 of 12')).toBeVisible()
    await user.keyboard('j')
    await heading('Recall 11')
    expect(router.state.location.pathname).toBe('/manage-notifications/n11')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Previous' })).toBeVisible())
    await user.keyboard('k')
    await heading('Recall 10')
    await user.keyboard('u')
    expect(await screen.findByRole('link', { name: 'Recall 1' })).toBeVisible()
    expect(router.state.location.search).toBe('?view=sent&sort=title.desc')
  })

  it('are filtered by how they ended', async () => {
    api.answers(notifications.status, { message: 'Sent', data: aNotification() })
    api.answers(notifications.recipients, pageOfRows([aRecipient()]))
    open('?view=sent&message=notification-1&state=failed')
    await screen.findByText('Grace Hopper')
    expect(api.calls(notifications.recipients)[0]).toMatchObject({
      notification_id: 'notification-1',
      filters: { state: { op: 'eq', value: 'failed' } },
    })
  })

  it('say so when one does not exist', async () => {
    api.refuses(notifications.status, 404, { message: 'This notification does not exist.' })
    open('?view=sent&message=nothing')
    expect(await screen.findByText('This notification does not exist.')).toBeVisible()
  })
})
