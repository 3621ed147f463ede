import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { appImages } from '#contract/app-images.ts'
import { topics } from '#contract/topics.ts'
import { clearToken, storedToken, storeToken } from '#web/api/session.ts'
import { leftDrafts, unlockDrafts } from '#web/forms/draft-store.ts'
import { DRAFT_KEY } from '#web/testing/draft-key.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { ada, renderScreen } from '#web/testing/render-screen.tsx'
import { aTopic, pageOfRows } from '#web/testing/rows.ts'
import { storedDrafts } from '#web/testing/stored-drafts.ts'
import { routes } from './routes.tsx'

// Loads the chunks before the tests, because it may take longer than a test waits.
beforeAll(async () => {
  await import('./shell.tsx')
})

let api: ReturnType<typeof fakeApi>
const grace = { ...ada, _id: 'admin-grace', name: 'Grace Hopper', email: 'grace@example.com' }
const signedIn = ({ _id, name, email, avtar }: typeof ada) => ({
  message: 'Logged in successful',
  data: { _id, name, email, avtar, token: `token of ${_id}` },
})
/** Refuses the call for as long as the session of the start is over, and counts what it did. */
function needsSession() {
  const done: unknown[] = []
  api.answers(topics.add, (input) => {
    done.push(input)
    return { message: 'Topic added successfully.', data: aTopic({ name: input.name }) }
  })
  return done
}

beforeEach(() => {
  api = fakeApi()
  api.answers(account.me, { message: 'Signed in', data: ada })
  api.answers(account.login, ({ email }) => signedIn(email === grace.email ? grace : ada))
  api.answers(topics.list, pageOfRows([aTopic()]))
  api.answers(appImages.list, pageOfRows([]))
})

const over = () => screen.findByRole('dialog', { name: 'Please sign in again' })
const gone = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Please sign in again' })).toBeNull())

async function typeTopic() {
  const rendered = renderScreen(routes, { path: '/topics?new' })
  const { user } = rendered
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Brakes')
  await user.type(screen.getByRole('textbox', { name: 'Sequence No.' }), '4')
  return rendered
}

async function signInAs(email: string) {
  const form = within(await over())
  fireEvent.change(form.getByLabelText('Email'), { target: { value: email } })
  fireEvent.change(form.getByLabelText('Password'), { target: { value: 'any' } })
  fireEvent.submit(form.getByLabelText('Password'))
}

function graceIsThere() {
  api.answers(account.me, { message: 'Signed in', data: grace })
  api.answers(account.draftKey, { message: '', data: { admin_id: grace._id, key: 'B'.repeat(43) } })
}

/** What Ada has typed waits for her, and nobody else can read it. */
async function expectOnlyForAda() {
  await waitFor(() => expect(api.calls(account.draftKey)).toHaveLength(2))
  expect([leftDrafts(ada._id), leftDrafts(grace._id)]).toEqual([[], []])
  expect(JSON.stringify(await storedDrafts())).not.toContain('Brakes')
  await unlockDrafts(DRAFT_KEY.admin_id, DRAFT_KEY.key)
  expect(leftDrafts(ada._id)).toMatchObject([{ title: 'New Topic “Brakes”' }])
}

describe('a session that ends while a form is open', () => {
  it('leaves the form in place, and the save is made again by itself, once, with the same key', async () => {
    api.refuses(topics.add, 401, { message: 'Your session has ended. Please sign in again.' })
    const { user, router } = await typeTopic()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await over()
    expect(storedToken()).toBeNull()
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Brakes')
    expect(screen.getByLabelText('Email')).toHaveValue(ada.email)
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
    const done = needsSession()
    await signInAs(ada.email)
    expect(await screen.findByText('Topic added successfully.')).toBeVisible()
    await gone()
    const headers = api.headers(topics.add)
    expect(done).toHaveLength(1)
    expect(headers.map((sent) => sent.get('token'))).toEqual(['a-session-token', `token of ${ada._id}`])
    expect(headers[1]?.get('idempotency-key')).toBe(headers[0]?.get('idempotency-key'))
    expect(router.state.location.pathname).toBe('/topics')
  })

  it('asks before anything is sent, and sends what waited', async () => {
    const done = needsSession()
    const { user } = await typeTopic()
    act(() => clearToken('refused'))
    await over()
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Brakes')
    await signInAs(ada.email)
    await gone()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Topic added successfully.')).toBeVisible()
    expect(done).toHaveLength(1)
  })

  it('shows nothing of the first person’s to somebody else, who starts at the dashboard', async () => {
    api.refuses(topics.add, 401)
    const { user, router, client } = await typeTopic()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await over()
    graceIsThere()
    await signInAs(grace.email)
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await gone()
    expect(router.state.location).toMatchObject({ pathname: '/dashboard', search: '' })
    expect(await screen.findByRole('button', { name: /Grace Hopper/ })).toBeVisible()
    expect(screen.queryByText(/Brakes/)).toBeNull()
    expect(client.getQueryCache().findAll({ queryKey: [topics.list.path] })).toEqual([])
    expect(api.calls(topics.add)).toHaveLength(1)
    await expectOnlyForAda()
  })

  it('sends nothing of the first person’s as somebody else, not even what waited for the sign-in', async () => {
    const done = needsSession()
    await typeTopic()
    act(() => clearToken('refused'))
    await over()
    fireEvent.submit(screen.getByRole('textbox', { name: 'Name' }).closest('form') as HTMLFormElement)
    graceIsThere()
    await signInAs(grace.email)
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await gone()
    expect(done).toEqual([])
    expect(api.calls(topics.add)).toEqual([])
    await expectOnlyForAda()
  })

  it('keeps the form when Back is pressed below the sign-in', async () => {
    const { router } = await typeTopic()
    act(() => clearToken('refused'))
    await over()
    await act(() => router.navigate(-1))
    expect(router.state.location.search).toBe('?new')
    await signInAs(ada.email)
    await gone()
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Brakes')
  })

  it('goes on when the same person signs in in another window', async () => {
    await typeTopic()
    act(() => clearToken('refused'))
    await over()
    localStorage.setItem('token', 'from the other window')
    fireEvent(window, new StorageEvent('storage', { key: 'token', newValue: 'from the other window' }))
    await gone()
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Brakes')
    expect(storedToken()).toBe('from the other window')
  })

  it('cannot be closed by Esc, nor the form below it', async () => {
    const { user } = await typeTopic()
    act(() => clearToken('refused'))
    await over()
    await user.keyboard('{Escape}')
    expect(screen.queryByText(/have not been saved/)).toBeNull()
    expect(await over()).toBeVisible()
  })
})

it('a session that ends while nothing is open leads to the login', async () => {
  const { router } = renderScreen(routes, { path: '/topics' })
  await screen.findByText(aTopic().name)
  act(() => clearToken('refused'))
  expect(await screen.findByRole('button', { name: 'LOGIN' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/login')
})

describe('a session that somebody ends while a form is open', () => {
  const ended = { message: 'Your session has ended. Please sign in again.', data: { ended: true } }

  async function expectNothingLeft(router: Awaited<ReturnType<typeof typeTopic>>['router']) {
    expect(await screen.findByText(/^Your session was ended, so this browser kept nothing from it/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'LOGIN' })).toBeVisible()
    expect(router.state.location).toMatchObject({ pathname: '/login', search: '', state: null })
    expect(document.body).not.toHaveTextContent(/Brakes|Ada Lovelace/)
    expect(document.querySelector('[role=dialog]')).toBeNull()
    expect(screen.queryByDisplayValue('Brakes')).toBeNull()
    await waitFor(async () => expect(await storedDrafts()).toEqual([]))
    expect(leftDrafts(ada._id)).toEqual([])
  }

  it('takes it off the screen with the next call, and its drafts out of the browser', async () => {
    api.refuses(topics.add, 401, ended)
    const { user, router, client } = await typeTopic()
    expect(await storedDrafts()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await expectNothingLeft(router)
    expect(storedToken()).toBeNull()
    expect(client.getQueryCache().getAll()).toEqual([])
  })

  it('does so without any call, when the stream says it', async () => {
    const { router } = await typeTopic()
    await act(async () => api.sendsEvent('ended', { ended: true }))
    await expectNothingLeft(router)
    expect(storedToken()).toBeNull()
  })

  it('does so when the stream cannot be opened again', async () => {
    const { router } = await typeTopic()
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    api.refusesStream(401, ended)
    api.breaksStreams()
    await act(() => vi.advanceTimersByTimeAsync(3000))
    await expectNothingLeft(router)
    expect(storedToken()).toBeNull()
  })

  it('does so in the other windows of the browser', async () => {
    const { router } = await typeTopic()
    act(() => {
      localStorage.removeItem('token')
      fireEvent(window, new StorageEvent('storage', { key: 'token', newValue: 'session ended' }))
      fireEvent(window, new StorageEvent('storage', { key: 'token', newValue: null }))
    })
    await expectNothingLeft(router)
    expect(storedToken()).toBeNull()
  })

  it('does so in the other windows while they wait for their person', async () => {
    const { router } = await typeTopic()
    act(() => clearToken('refused'))
    await over()
    act(() => void fireEvent(window, new StorageEvent('storage', { key: 'token', newValue: 'session ended' })))
    await expectNothingLeft(router)
    expect(storedToken()).toBeNull()
  })

  it('keeps all of it when the stream says that it has expired', async () => {
    await typeTopic()
    await act(async () => api.sendsEvent('ended', {}))
    await over()
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Brakes')
    await waitFor(async () => expect(await storedDrafts()).toHaveLength(1))
  })
})

it('a logout in another window leaves the page, whatever is open', async () => {
  const { router } = await typeTopic()
  fireEvent(window, new StorageEvent('storage', { key: 'token', newValue: 'logged out' }))
  localStorage.removeItem('token')
  fireEvent(window, new StorageEvent('storage', { key: 'token', newValue: null }))
  expect(await screen.findByRole('button', { name: 'LOGIN' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/')
  await waitFor(() => expect(leftDrafts(ada._id)).toEqual([]))
  storeToken('again')
})
