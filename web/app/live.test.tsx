import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { type View, views } from '#contract/views.ts'
import { readStream } from '#web/api/event-stream.ts'
import { startLiveEvents } from '#web/api/live-events.ts'
import { RvTypesScreen } from '#web/screens/rv-types/rv-types-screen.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { ada, renderScreen } from '#web/testing/render-screen.tsx'
import { aChange, anRvType } from '#web/testing/rows.ts'
import { aView } from '#web/testing/rv-types-list.tsx'
import { LiveUpdates } from './live-updates.tsx'

const ANN = { _id: 'ann', name: 'Ann', kind: 'admin' } as const
const change = (change_id = 'c1') => ({
  change_id,
  record_types: ['rv_types'],
  by: ANN,
  at: '2026-11-22T09:00:00.000Z',
})
const page = (rows: ReturnType<typeof anRvType>[], total = rows.length) => ({
  message: '',
  data: rows,
  total,
  current_page: 1,
})

let api: ReturnType<typeof fakeApi>
let stop: () => void
beforeEach(() => {
  api = fakeApi()
  stop = startLiveEvents()
})
afterEach(() => stop())

const happens = async (event = 'change', data: object = change()) => {
  // The stream is opened after the first render.
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve))
    api.sendsEvent(event, data)
  })
}

describe('a list on screen', () => {
  it('shows and marks what another has changed, where it is', async () => {
    api.answers(rvTypes.list, page([anRvType({ _id: '1', name: 'Class A' }), anRvType({ _id: '2', name: 'Class B' })]))
    renderScreen(<RvTypesScreen />)
    await screen.findByText('Class B')
    api.answers(
      rvTypes.list,
      page([anRvType({ _id: '1', name: 'Class A' }), anRvType({ _id: '2', name: 'Toy Hauler' })]),
    )
    await happens()
    const changed = (await screen.findByText('Toy Hauler')).closest('[role=row]')
    expect(changed).toHaveAttribute('data-marked')
    expect(screen.getByText('Class A').closest('[role=row]')).not.toHaveAttribute('data-marked')
  })

  it('lets rows that would move others wait until they are asked for', async () => {
    api.answers(rvTypes.list, page([anRvType({ _id: '1', name: 'Class A' })]))
    const { user } = renderScreen(<RvTypesScreen />)
    await screen.findByText('Class A')
    const rows = [anRvType({ _id: '2', name: 'New one' }), anRvType({ _id: '3', name: 'Other' })]
    api.answers(rvTypes.list, page([...rows, anRvType({ _id: '1', name: 'Class A' })]))
    await happens()
    const show = await screen.findByRole('button', { name: '2 new' })
    expect(screen.queryByText('New one')).not.toBeInTheDocument()
    await user.click(show)
    expect(screen.getByText('New one').closest('[role=row]')).toHaveAttribute('data-marked')
    expect(screen.queryByRole('button', { name: '2 new' })).not.toBeInTheDocument()
  })

  it('goes on showing and marking what is changed in rows on screen while others wait', async () => {
    const rows = (...names: string[]) =>
      page(names.map((name, place) => anRvType({ _id: name[0] ?? '', name, srno: place + 1 })))
    api.answers(rvTypes.list, rows('A', 'B'))
    const { user } = renderScreen(<RvTypesScreen />)
    await screen.findByText('B')
    const names = () =>
      screen
        .getAllByText(/^[A-Z]( renamed)?$/, { selector: '[role=gridcell], [role=gridcell] *' })
        .map((cell) => cell.textContent)
    api.answers(rvTypes.list, rows('N', 'A', 'B'))
    await happens()
    await screen.findByRole('button', { name: '1 new' })
    api.answers(rvTypes.list, rows('N', 'B renamed', 'A'))
    await happens('change', change('c2'))
    const renamed = (await screen.findByText('B renamed')).closest('[role=row]')
    expect(renamed).toHaveAttribute('data-marked')
    expect(renamed).toHaveTextContent('2')
    expect(names()).toEqual(['A', 'B renamed'])
    await user.click(screen.getByRole('button', { name: '1 new' }))
    expect(names()).toEqual(['N', 'B renamed', 'A'])
  })

  it('no longer lets anything wait when it was taken back', async () => {
    const one = anRvType({ _id: '1', name: 'Class A' })
    api.answers(rvTypes.list, page([one]))
    renderScreen(<RvTypesScreen />)
    await screen.findByText('Class A')
    api.answers(rvTypes.list, page([anRvType({ _id: '2', name: 'New one' }), one]))
    await happens()
    await screen.findByRole('button', { name: '1 new' })
    api.answers(rvTypes.list, page([one]))
    await happens('change', change('c2'))
    await waitFor(() => expect(screen.queryByRole('button', { name: '1 new' })).not.toBeInTheDocument())
  })

  it('reads again when the rows were read from elsewhere meanwhile, and shows what comes then', async () => {
    api.answers(rvTypes.list, page([anRvType({ _id: '1', name: 'Class A' })]))
    const { client } = renderScreen(<RvTypesScreen />)
    await screen.findByText('Class A')
    api.answers(rvTypes.list, page([anRvType({ _id: '1', name: 'Read elsewhere' })]))
    const held = api.holds(rvTypes.list)
    await happens()
    await waitFor(() => expect(held.count()).toBe(1))
    await act(async () => void client.invalidateQueries())
    await waitFor(() => expect(held.count()).toBe(2))
    held.release(1)
    await screen.findByText('Read elsewhere')
    api.answers(rvTypes.list, page([anRvType({ _id: '1', name: 'The newest' })]))
    held.release(0)
    await waitFor(() => expect(held.count()).toBe(3))
    held.release(2)
    expect(await screen.findByText('The newest')).toBeInTheDocument()
    expect(held.count()).toBe(3)
  })

  it('reads again after the stream was broken, and stays as it is when that fails', async () => {
    api.answers(rvTypes.list, page([anRvType({ _id: '1', name: 'Class A' })]))
    renderScreen(<RvTypesScreen />)
    await screen.findByText('Class A')
    api.answers(rvTypes.list, page([anRvType({ _id: '1', name: 'Changed meanwhile' })]))
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve))
      api.breaksStreams()
    })
    expect(await screen.findByText('Changed meanwhile')).toBeInTheDocument()
    api.refuses(rvTypes.list, 500)
    const before = api.calls(rvTypes.list).length
    await happens()
    await waitFor(() => expect(api.calls(rvTypes.list).length).toBeGreaterThan(before))
    expect(screen.getByText('Changed meanwhile')).toBeInTheDocument()
  })
})

const SEQUENCE_CHANGED = {
  entry_id: 'entry-1',
  record_type: 'rv_types' as const,
  record_id: '1',
  title: 'Class A',
  kind: 'edit' as const,
  version: 2,
  fields: [{ field: 'seq_no', label: 'Sequence No.', type: 'number' as const, from: 1, to: 7 }],
}

describe('an open form', () => {
  it('says what one has saved oneself in another tab', async () => {
    const me = { _id: ada._id, name: ada.name, kind: 'admin' as const }
    api.answers(rvTypes.list, page([anRvType({ _id: '1', name: 'Class A' })]))
    const { user } = renderScreen(<RvTypesScreen />)
    await user.click(await screen.findByRole('button', { name: 'Edit Class A' }))
    await screen.findByRole('textbox', { name: /Name/ })
    const entry = { ...SEQUENCE_CHANGED, change: aChange({ _id: 'c1', by: me }) }
    api.answers(changes.of_record, { message: '', data: [entry], total: 1, current_page: 1 })
    await happens('change', { ...change(), by: me })
    expect(await screen.findByText('In another window you set Sequence No. to 7.')).toBeInTheDocument()
  })

  it('quotes a text that was saved, and ends with one full stop', async () => {
    const row = anRvType({ _id: '1', name: 'Class A' })
    api.answers(rvTypes.list, page([row]))
    const { user } = renderScreen(<RvTypesScreen />)
    await user.click(await screen.findByRole('button', { name: 'Edit Class A' }))
    await screen.findByRole('textbox', { name: /Name/ })
    const named = (to: string) => ({
      ...SEQUENCE_CHANGED,
      fields: [{ field: 'name', label: 'Name', type: 'text' as const, from: 'Class A', to }],
      change: aChange({ _id: 'c1', by: ANN }),
    })
    api.answers(changes.of_record, { message: '', data: [named('Ball fits.')], total: 1, current_page: 1 })
    await happens()
    expect(await screen.findByText('Ann saved: Name is now “Ball fits.”')).toBeInTheDocument()
    api.answers(changes.of_record, { message: '', data: [named('Ball fits')], total: 1, current_page: 1 })
    await happens()
    expect(await screen.findByText('Ann saved: Name is now “Ball fits”.')).toBeInTheDocument()
  })

  it('says that one has it open in another window', async () => {
    api.answers(rvTypes.list, page([anRvType({ _id: '1', name: 'Class A' })]))
    const me = { _id: ada._id, name: ada.name, window_id: 'another' }
    api.answers(records.presence, { message: '', data: [me] })
    const { user } = renderScreen(<RvTypesScreen />)
    await user.click(await screen.findByRole('button', { name: 'Edit Class A' }))
    expect(await screen.findByText('You have this open in another window too.')).toBeInTheDocument()
  })

  it('says who else has it open and what they save, and keeps what is typed', async () => {
    const row = anRvType({ _id: '1', name: 'Class A' })
    api.answers(rvTypes.list, page([row]))
    api.answers(records.presence, { message: '', data: [{ _id: 'ann', name: 'Ann' }] })
    const { user } = renderScreen(<RvTypesScreen />)
    await user.click(await screen.findByRole('button', { name: 'Edit Class A' }))
    expect(await screen.findByText('Ann has this open too.')).toBeInTheDocument()
    const name = screen.getByRole('textbox', { name: /Name/ })
    await user.type(name, ' mine')
    const entry = { ...SEQUENCE_CHANGED, change: aChange({ _id: 'c1', by: ANN }) }
    api.answers(changes.of_record, { message: '', data: [entry], total: 2, current_page: 1 })
    await happens()
    expect(await screen.findByText('Ann saved: Sequence No. is now 7.')).toBeInTheDocument()
    expect(name).toHaveValue('Class A mine')
    // What was saved while the stream was broken, once it is there again: all of it, and as lists call it.
    const inactive = { field: 'is_deleted', label: 'Inactive', type: 'flag' as const, from: false, to: true }
    const older = { ...entry, version: 1, fields: [{ ...inactive, field: 'name', label: 'Name' }] }
    const newer = { ...entry, version: 3, kind: 'delete' as const, fields: [inactive] }
    api.answers(changes.of_record, { message: '', data: [newer, entry, older], total: 3, current_page: 1 })
    await act(async () => api.breaksStreams())
    expect(await screen.findByText('Ann saved: Sequence No. is now 7; Status is now Inactive.')).toBeInTheDocument()
    await happens('presence', { record_type: 'rv_types', record_id: '1', admins: [] })
    await waitFor(() => expect(screen.queryByText('Ann has this open too.')).not.toBeInTheDocument())
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(api.calls(records.presence).at(-1)).toMatchObject({ open: false }))
  })
})

describe('the views of a list', () => {
  it('come, are renamed and go as a colleague saves and deletes one, also after the stream was broken', async () => {
    const seesViews = (...data: View[]) => api.answers(views.list, { message: '', data })
    const shared = aView({ is_shared: true, is_mine: false, owner: { _id: 'ann', name: 'Ann' } })
    api.answers(rvTypes.list, page([anRvType()]))
    renderScreen(
      <>
        <LiveUpdates />
        <RvTypesScreen />
      </>,
    )
    await screen.findByText(anRvType().name)
    expect(screen.queryByRole('navigation', { name: 'Views' })).toBeNull()
    seesViews(shared)
    await happens('views', {})
    expect(await screen.findByRole('link', { name: 'Campers' })).toBeVisible()
    seesViews({ ...shared, version: 2, name: 'Small ones' })
    await happens('views', {})
    expect(await screen.findByRole('link', { name: 'Small ones' })).toBeVisible()
    seesViews()
    await happens('missed', {})
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Views' })).toBeNull())
  })
})

it('a form for a new record takes the next number again when others have taken it, but not from who has typed one', async () => {
  const next = (seq_no: number) => api.answers(records.next_number, { message: '', data: { seq_no } })
  api.answers(rvTypes.list, page([anRvType()]))
  next(8)
  const { user } = renderScreen(<RvTypesScreen />)
  await user.click(await screen.findByRole('button', { name: 'New' }))
  const number = await screen.findByRole('textbox', { name: 'Sequence No.' })
  await waitFor(() => expect(number).toHaveValue('8'))
  next(9)
  await happens()
  await waitFor(() => expect(number).toHaveValue('9'))
  await user.clear(number)
  await user.type(number, '3')
  next(10)
  await happens('change', change('c2'))
  await waitFor(() => expect(api.calls(records.next_number)).toHaveLength(3))
  expect(number).toHaveValue('3')
})

describe('what happened before the stream was open', () => {
  afterEach(() => Reflect.deleteProperty(navigator, 'locks'))

  it('is not passed over when another tab had the stream until now', async () => {
    const turn = Promise.withResolvers<void>()
    const request = async (_name: string, ...more: unknown[]) => {
      const work = more.at(-1) as (lock: object | null) => Promise<void>
      if ((more[0] as LockOptions).ifAvailable) return work(null)
      await turn.promise
      return work({})
    }
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
    stop()
    stop = startLiveEvents()
    api.answers(rvTypes.list, page([anRvType({ _id: '1', name: 'Class A' })]))
    renderScreen(<RvTypesScreen />)
    await screen.findByText('Class A')
    api.answers(rvTypes.list, page([anRvType({ _id: '1', name: 'Toy Hauler' })]))
    turn.resolve()
    expect(await screen.findByText('Toy Hauler')).toBeVisible()
  })

  it('is not passed over when it could not be opened at first', async () => {
    const ended = new Response('event: ended\ndata: {}\n\n')
    vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(ended)
    const opened = vi.fn()
    await readStream({ onEvent: () => {}, onOpen: opened }, new AbortController().signal)
    expect(opened.mock.calls).toEqual([[true]])
  })
})

it('events are read from their lines, wherever the stream is cut, and what is none is left out', async () => {
  const texts = [
    'event: change\ndata: {"a":\ndata: 1}',
    ': ping',
    'data: {}',
    'event: change',
    'event: change\ndata: {half',
  ]
  const bytes = new TextEncoder().encode([...texts, 'event: ended\ndata: "ü"', ''].join('\n\n'))
  const body = new ReadableStream({
    start(stream) {
      for (const byte of bytes) stream.enqueue(Uint8Array.of(byte))
    },
  })
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body))
  const events: object[] = []
  await readStream({ onEvent: (event) => events.push(event), onOpen: () => {} }, new AbortController().signal)
  expect(events).toEqual([
    { event: 'change', data: { a: 1 }, token: '' },
    { event: 'ended', data: 'ü', token: '' },
  ])
})
