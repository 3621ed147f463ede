import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { changes } from '#contract/changes.ts'
import { type Rollover, type RolloverDifference, rollovers } from '#contract/rollovers.ts'
import { years } from '#contract/years.ts'
import { startLiveEvents } from '#web/api/live-events.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aChange, aYear, pageOfRows } from '#web/testing/rows.ts'
import { RolloverScreen } from './rollover-screen.tsx'

const aRollover = (more: Partial<Rollover> = {}): Rollover => ({
  _id: 'rollover-1',
  state: 'ready',
  from_year: { _id: 'year-2026', name: '2026' },
  year_id: 'year-2027',
  name: '2027',
  parts: ['models', 'manuals', 'pages'],
  counts: { models: 12, manuals: 40, pages: 480 },
  made: { models: 12, manuals: 40, pages: 480 },
  go_live_at: null,
  change_id: 'change-1',
  problem: null,
  created_at: '2026-11-02T03:04:05.000Z',
  created_by: 'Ada Lovelace',
  ...more,
})

const aDifference = (more: Partial<RolloverDifference> = {}): RolloverDifference => ({
  record_type: 'models',
  source_id: 'model-1',
  copy_id: 'model-2',
  title: 'Summit 24',
  difference: 'changed',
  changed_fields: ['Name', 'Description'],
  copy_changed: false,
  ...more,
})

const models = [
  { _id: 'm1', name: 'Summit 24', rv_type: 'Travel Trailer' },
  { _id: 'm2', name: 'Summit 28', rv_type: 'Travel Trailer' },
  ...Array.from({ length: 8 }, (_, n) => ({ _id: `m${n + 3}`, name: `Ridge ${n}`, rv_type: 'Fifth Wheel' })),
]
const aPlan = {
  counts: { models: 10, manuals: 2, pages: 30 },
  models,
  manuals: [
    { _id: 'b1', name: 'Travel Trailer - 2026', page_count: 20 },
    { _id: 'b2', name: 'Fifth Wheel - 2026', page_count: 10 },
  ],
  topics: [{ _id: 't1', name: 'Brakes', page_count: 30 }],
}

let api: ReturnType<typeof fakeApi>
let known: Rollover[]
beforeEach(() => {
  api = fakeApi({ timeZone: 'America/Los_Angeles' })
  known = []
  api.answers(rollovers.list, () => ({ message: '', data: known }))
  api.answers(
    years.list,
    pageOfRows([aYear({ _id: 'year-2026', name: '2026' }), aYear({ _id: 'year-2025', name: '2025' })]),
  )
  api.answers(years.get, ({ year_id }) => ({
    message: '',
    data: aYear({ _id: year_id, name: year_id.replace('year-', '') }),
  }))
  api.answers(rollovers.plan, ({ model_ids, manual_ids }) => ({
    message: '',
    data: {
      ...aPlan,
      counts: {
        models: model_ids?.length ?? 10,
        manuals: manual_ids?.length ?? 2,
        pages: manual_ids ? 20 : 30,
      },
    },
  }))
})

const open = (data: Rollover[] = []) => {
  known = data
  return renderScreen(<RolloverScreen />, { path: '/rollover' })
}
const press = async ({ user }: ReturnType<typeof renderScreen>, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
const card = async (name: string) => within(await screen.findByRole('region', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('What is being prepared', () => {
  it('is said of each year, with the ways to work on it', async () => {
    open([aRollover(), aRollover({ _id: 'old', name: '2025', state: 'discarded' })])
    const one = await card('2027, from 2026')
    expect(one.getByText('Ready')).toBeVisible()
    expect(one.getByText(/^Copied from 2026 by Ada Lovelace, 11-0/)).toBeVisible()
    expect(one.getByText('Owners see nothing of it yet.')).toBeVisible()
    expect(one.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['12 models', '/models?year_id=year-2027'],
      ['40 manuals', '/manuals?year_id=year-2027'],
      ['480 pages', '/manual-pages?name=+-+2027&name.op=ends_with'],
    ])
    const earlier = await screen.findByRole('list', { name: 'Earlier' })
    expect(earlier).toHaveTextContent('2025Thrown away')
    expect(earlier).toHaveTextContent('It had 12 models, 40 manuals and 480 pages.')
  })

  it('says that there is none, or that it cannot be read', async () => {
    api.refuses(rollovers.list, 500, { message: 'Something went wrong.' })
    const rendered = open()
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong.')
    api.answers(rollovers.list, { message: '', data: [] })
    await press(rendered, 'Retry')
    expect(await screen.findByText('No model year is being prepared.')).toBeVisible()
  })

  it('shows how far it is, and can be stopped', async () => {
    api.answers(changes.stop, { message: 'Stopping.', data: aChange({ state: 'running' }) })
    const rendered = open([aRollover({ state: 'preparing', made: { models: 12, manuals: 40, pages: 214 } })])
    const one = await card('2027, from 2026')
    expect(one.getByText('266 of 532 copied: 12 models, 40 manuals and 480 pages.')).toBeVisible()
    expect(one.getByRole('progressbar', { name: 'Preparing 2027' })).toHaveAttribute('aria-valuenow', '50')
    expect(one.queryByRole('button', { name: 'Go live with 2027' })).toBeNull()
    await press(rendered, 'Stop: Preparing 2027')
    await waitFor(() => expect(api.calls(changes.stop)).toEqual([{ change_id: 'change-1' }]))
    known = [aRollover()]
    expect(await one.findByRole('button', { name: 'Go live with 2027' })).toBeVisible()
  })

  it('says of one that was stopped that it was not finished', async () => {
    open([aRollover({ state: 'discarded', made: { models: 12, manuals: 40, pages: 214 } })])
    expect(await screen.findByText(/It was not finished: 266 of 532 copied\.$/)).toBeVisible()
  })

  it('says why the newest one could not be prepared, until there is another', async () => {
    const failed = aRollover({
      state: 'discarded',
      made: { models: 12, manuals: 0, pages: 0 },
      problem: 'No more room.',
    })
    const { unmount } = open([failed])
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('2027 could not be prepared')
    expect(alert).toHaveTextContent('No more room. What had been copied was thrown away.')
    unmount()
    open([aRollover({ _id: 'later', name: '2028' }), failed])
    expect(await screen.findByRole('list', { name: 'Earlier' })).toHaveTextContent('Why: No more room.')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('follows what others do', async () => {
    onTestFinished(startLiveEvents())
    open([aRollover()])
    await card('2027, from 2026')
    known = [aRollover({ state: 'live' })]
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve))
      api.sendsEvent('change', {
        change_id: 'c9',
        record_types: ['years'],
        by: { kind: 'admin', _id: 'admin-2', name: 'Grace' },
        at: '2026-11-22T09:00:00.000Z',
      })
    })
    expect(await screen.findByText('No model year is being prepared.')).toBeVisible()
  })
})

describe('Going live', () => {
  it('says what owners will see, and can be now', async () => {
    api.answers(rollovers.goLive, () => {
      known = [aRollover({ state: 'live' })]
      return { message: 'Model year is live.', change_id: 'change-2', data: aRollover({ state: 'live' }) }
    })
    const rendered = open([aRollover()])
    await press(rendered, 'Go live with 2027')
    const question = await dialog('Go live with 2027')
    expect(question.getByText(/^Owners will see 2027 with 12 models and 40 manuals at once\./)).toBeVisible()
    await rendered.user.dblClick(question.getByRole('button', { name: 'Go live now' }))
    expect(await screen.findByText('Model year is live.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
    expect(api.calls(rollovers.goLive)).toEqual([{ rollover_id: 'rollover-1' }])
  })

  it('can be at a day and time of the office', async () => {
    api.answers(rollovers.goLive, { message: 'Goes live later.', data: aRollover() })
    const rendered = open([aRollover()])
    const { user } = rendered
    await press(rendered, 'Go live with 2027')
    const question = await dialog('Go live with 2027')
    await user.click(question.getByRole('radio', { name: 'At a day and time' }))
    const set = question.getByRole('button', { name: 'Set the time' })
    expect(set).toBeDisabled()
    await user.type(question.getByRole('textbox', { name: 'Day' }), '01-15-2020')
    // Day and time are one: the field is left with both.
    await user.click(question.getByRole('radio', { name: 'At a day and time' }))
    expect(await question.findByText('Please enter a time that is still to come.')).toBeVisible()
    await user.clear(question.getByRole('textbox', { name: 'Day' }))
    await user.type(question.getByRole('textbox', { name: 'Day' }), '01-15-2090')
    await user.tab()
    expect(question.getByText(/from 15 Jan 2090, 08:00 \(Los Angeles time\)\. It can be undone\.$/)).toBeVisible()
    await user.click(set)
    expect(await screen.findByText('Goes live later.')).toBeVisible()
    expect(api.calls(rollovers.goLive)).toEqual([{ rollover_id: 'rollover-1', at: '2090-01-15T16:00:00.000Z' }])
  })

  it('is called off', async () => {
    api.answers(rollovers.goLive, { message: 'Called off.', data: aRollover() })
    const rendered = open([aRollover({ go_live_at: '2090-01-15T16:00:00.000Z' })])
    const one = await card('2027, from 2026')
    expect(one.getByText('Scheduled')).toBeVisible()
    expect(one.getByText(/It goes live 15 Jan 2090, 08:00 \(Los Angeles time\)\./)).toBeVisible()
    await press(rendered, 'Change or call off the time of 2027')
    const question = await dialog('When 2027 goes live')
    await rendered.user.click(question.getByRole('radio', { name: 'Not by itself' }))
    await rendered.user.click(question.getByRole('button', { name: 'Call off the time' }))
    expect(await screen.findByText('Called off.')).toBeVisible()
    expect(api.calls(rollovers.goLive)).toEqual([{ rollover_id: 'rollover-1', at: null }])
  })
})

it('a year is thrown away after saying what is deleted', async () => {
  api.answers(rollovers.discard, () => {
    known = [aRollover({ state: 'discarded' })]
    return { message: 'Model year thrown away.', change_id: 'change-3' }
  })
  const rendered = open([aRollover()])
  await press(rendered, 'Throw away 2027')
  const question = await dialog('Throw away 2027')
  expect(question.getByText(/deletes the year with its 12 models, 40 manuals and 480 pages/)).toBeVisible()
  await rendered.user.click(question.getByRole('button', { name: 'Throw away' }))
  expect(await screen.findByText('Model year thrown away.')).toBeVisible()
  expect(api.calls(rollovers.discard)).toEqual([{ rollover_id: 'rollover-1' }])
  expect(await screen.findByRole('list', { name: 'Earlier' })).toHaveTextContent('Thrown away')
})

describe('What has changed since', () => {
  const SINCE = 'What has changed in 2026 since'
  let differences: RolloverDifference[]
  beforeEach(() => {
    differences = [
      aDifference(),
      aDifference({ source_id: 'model-3', copy_id: null, title: 'Ridge 30', difference: 'added', changed_fields: [] }),
      aDifference({ source_id: 'page-1', record_type: 'manual_pages', title: 'Brakes', copy_changed: true }),
    ]
    api.answers(rollovers.since, () => ({ message: '', data: differences }))
    api.answers(rollovers.takeOver, ({ source_ids }) => {
      differences = differences.filter(({ source_id }) => source_ids && !source_ids.includes(source_id))
      return { message: 'Taken over.', change_id: 'change-4', data: aRollover() }
    })
  })

  it('is a list that leads to both records, and is taken over one by one', async () => {
    const rendered = open([aRollover()])
    await press(rendered, SINCE)
    const list = within(await (await dialog(SINCE)).findByRole('list', { name: 'Differences' }))
    const [changed, added, page] = list.getAllByRole('listitem') as [HTMLElement, HTMLElement, HTMLElement]
    expect(changed).toHaveTextContent('Not the same any more: Name and Description.')
    expect(within(changed).getByRole('link', { name: 'Summit 24 in 2026' })).toHaveAttribute('href', '/models/model-1')
    expect(within(changed).getByRole('link', { name: 'Summit 24 in 2027' })).toHaveAttribute('href', '/models/model-2')
    expect(added).toHaveTextContent('Added')
    expect(within(added).queryByRole('link', { name: 'Ridge 30 in 2027' })).toBeNull()
    expect(page).toHaveTextContent('Its copy in 2027 was changed too')
    await rendered.user.click(within(changed).getByRole('button', { name: 'Take over Summit 24' }))
    expect(await screen.findByText('2 differences')).toBeVisible()
    expect(api.calls(rollovers.takeOver)).toEqual([{ rollover_id: 'rollover-1', source_ids: ['model-1'] }])
  })

  it('is taken over whole, after a question where that replaces something', async () => {
    const rendered = open([aRollover()])
    await press(rendered, SINCE)
    await press(rendered, 'Take over all')
    const question = await dialog('Take over all')
    expect(question.getByText(/^“Brakes” was changed in 2027 too\. Taking over replaces that\./)).toBeVisible()
    await rendered.user.click(question.getByRole('button', { name: 'Take over' }))
    expect(await screen.findByText('Nothing has changed in 2026 since it was copied.')).toBeVisible()
    expect(api.calls(rollovers.takeOver)).toEqual([{ rollover_id: 'rollover-1' }])
  })
})

describe('Preparing a model year', () => {
  const choose = async ({ user }: ReturnType<typeof renderScreen>, year = '2026') => {
    await user.click(await screen.findByRole('combobox', { name: 'Year to copy' }))
    await user.click(await screen.findByRole('option', { name: year }))
  }
  const name = () => screen.getByRole('textbox', { name: 'Name of the new year' })
  const PREPARE = 'Prepare 10 models, 2 manuals and 30 pages'

  it('copies all of a year into the next one, once', async () => {
    api.answers(rollovers.prepare, () => {
      known = [aRollover()]
      return { message: 'Preparing 2027.', data: aRollover() }
    })
    const rendered = open()
    await choose(rendered)
    await waitFor(() => expect(name()).toHaveValue('2027'))
    const prepare = await screen.findByRole('button', { name: PREPARE })
    await waitFor(() => expect(prepare).toBeEnabled())
    await rendered.user.dblClick(prepare)
    expect(await screen.findByText('Preparing 2027.')).toBeVisible()
    expect(api.calls(rollovers.prepare)).toEqual([
      { from_year_id: 'year-2026', name: '2027', parts: ['models', 'manuals', 'pages'] },
    ])
    expect(name()).toHaveValue('')
    expect(name()).not.toHaveAccessibleDescription()
    await waitFor(() => expect(document.activeElement).toHaveTextContent('2027, from 2026'))
  })

  it('keeps no button of what was prepared, cleared or chosen before', async () => {
    api.answers(rollovers.prepare, { message: 'Preparing 2027.', data: aRollover() })
    const rendered = open()
    const isEmptied = async () => {
      // The preview follows what is chosen a moment later.
      await act(() => new Promise((resolve) => setTimeout(resolve, 400)))
      const group = within(screen.getByRole('form', { name: 'Prepare a model year' }))
      expect(group.getAllByRole('button').map((button) => button.textContent)).toContain('Prepare')
      expect(group.queryByRole('button', { name: /^Prepare \d/ })).toBeNull()
      expect(group.queryByRole('button', { name: 'Clear' })).toBeNull()
    }
    await choose(rendered)
    await waitFor(() => expect(name()).toHaveValue('2027'))
    await press(rendered, PREPARE)
    expect(await screen.findByText('Preparing 2027.')).toBeVisible()
    await isEmptied()
    await choose(rendered)
    await screen.findByRole('button', { name: PREPARE })
    await press(rendered, 'Clear')
    await isEmptied()
    await choose(rendered)
    await screen.findByRole('button', { name: PREPARE })
    const held = api.holds(rollovers.plan)
    await choose(rendered, '2025')
    await waitFor(() => expect(held.count()).toBe(1))
    expect(screen.queryByRole('button', { name: PREPARE })).toBeNull()
  })

  it('leaves out what is not ticked, and says so', async () => {
    api.answers(rollovers.prepare, { message: 'Preparing 2027.', data: aRollover() })
    const rendered = open()
    const { user } = rendered
    await choose(rendered)
    const inModels = within(await screen.findByRole('group', { name: 'Models' }))
    await user.type(inModels.getByRole('searchbox', { name: 'Search models' }), 'ridge')
    expect(inModels.getAllByRole('checkbox')).toHaveLength(8)
    await user.click(inModels.getByRole('button', { name: 'Choose none of the models found' }))
    expect(inModels.getByText('2 of 10 chosen')).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: /^Fifth Wheel - 2026/ }))
    expect(await screen.findByText(/^Left out: 8 models, 1 manual and 10 pages\./)).toBeVisible()
    await press(rendered, 'Prepare 2 models, 1 manual and 20 pages')
    expect(await screen.findByText('Preparing 2027.')).toBeVisible()
    expect(api.calls(rollovers.prepare)).toEqual([
      {
        from_year_id: 'year-2026',
        name: '2027',
        parts: ['models', 'manuals', 'pages'],
        model_ids: ['m1', 'm2'],
        manual_ids: ['b1'],
      },
    ])
  })

  it('copies no pages without their manuals, and nothing without a choice', async () => {
    const rendered = open()
    const { user } = rendered
    await choose(rendered)
    const inParts = within(await screen.findByRole('group', { name: /^What to copy/ }))
    await user.click(inParts.getByRole('checkbox', { name: 'Manuals' }))
    expect(inParts.getByRole('checkbox', { name: 'Manual pages' })).toBeDisabled()
    await waitFor(() =>
      expect(api.calls(rollovers.plan).at(-1)).toEqual({ from_year_id: 'year-2026', parts: ['models'] }),
    )
    await user.click(inParts.getByRole('checkbox', { name: 'Models' }))
    expect(screen.getByText('Please choose what to copy.')).toBeVisible()
    expect(screen.getByRole('button', { name: /^Prepare/ })).toBeDisabled()
    await user.click(inParts.getByRole('checkbox', { name: 'Manuals' }))
    expect(inParts.getByRole('checkbox', { name: 'Manual pages' })).toBeChecked()
  })

  it('drops a late answer of a year that is no longer chosen', async () => {
    const held = api.holds(rollovers.plan)
    const rendered = open()
    await choose(rendered)
    await waitFor(() => expect(held.count()).toBe(1))
    api.answers(rollovers.plan, {
      message: '',
      data: { counts: { models: 1, manuals: 0, pages: 0 }, models: models.slice(0, 1), manuals: [], topics: [] },
    })
    await choose(rendered, '2025')
    await waitFor(() => expect(held.count()).toBe(2))
    held.release(1)
    expect(await screen.findByRole('button', { name: 'Prepare 1 model' })).toBeVisible()
    held.release(0)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.getByRole('button', { name: 'Prepare 1 model' })).toBeVisible()
  })

  it('shows on the name that it is taken', async () => {
    api.refuses(rollovers.prepare, 422, {
      message: 'Year already exists.',
      errors: { name: ['Year already exists.'] },
    })
    const rendered = open()
    await choose(rendered)
    await waitFor(() => expect(name()).toHaveValue('2027'))
    await press(rendered, PREPARE)
    await waitFor(() => expect(name()).toHaveAccessibleDescription('Year already exists.'))
  })

  it('can try again to see what it would make', async () => {
    api.refuses(rollovers.plan, 500, { message: 'Something went wrong.' })
    const rendered = open()
    await choose(rendered)
    expect(await screen.findByText('Something went wrong.')).toBeVisible()
    api.answers(rollovers.plan, { message: '', data: aPlan })
    await press(rendered, 'Retry')
    expect(await screen.findByRole('button', { name: PREPARE })).toBeVisible()
  })

  it('goes on with what was chosen before a reload', async () => {
    const first = open()
    await choose(first)
    await first.user.click(await screen.findByRole('checkbox', { name: /^Summit 28/ }))
    expect(await screen.findByText('9 of 10 chosen')).toBeVisible()
    first.unmount()
    open()
    expect(await screen.findByText('9 of 10 chosen')).toBeVisible()
    expect(screen.getByText('What you typed before was kept.')).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Year to copy' })).toHaveValue('2026')
  })
})
