import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { CallOutput } from '#contract/endpoint.ts'
import { manuals } from '#contract/manuals.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { startLiveEvents } from '#web/api/live-events.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aManual, anRvType, aYear, pageOfRows } from '#web/testing/rows.ts'
import { ManualsScreen } from './manuals-screen.tsx'

type Coverage = CallOutput<typeof manuals.coverage>['data']
type Cell = Coverage['rv_types'][number]['cells'][number]

let api: ReturnType<typeof fakeApi>
const open = (tab = 'coverage') => renderScreen(<ManualsScreen />, { path: `/manuals?tab=${tab}` })

const cell = (more: Partial<Cell> = {}): Cell => ({
  year_id: 'y1',
  manual_id: 'm1',
  hidden_manual: null,
  written_count: 29,
  page_count: 12,
  topic_count: 4,
  topic_pages: [],
  missing_topics: [],
  gaps: [],
  pdf: 'current',
  pdf_at: '2026-11-20T12:00:00.000Z',
  ...more,
})
const gap = (more: Partial<Cell['gaps'][number]> = {}) => ({
  topic_id: 't1',
  name: 'Electrical',
  required: false,
  hidden: null,
  hidden_count: 0,
  ...more,
})
const none = { manual_id: null, written_count: 0, page_count: 0, topic_count: 0, pdf: 'none', pdf_at: null } as const
const covered = (...cells: Cell[][]): { message: string; data: Coverage } => ({
  message: 'Coverage',
  data: {
    topics: ['Brakes', 'Electrical', 'Water'].map((name, place) => ({
      _id: `t${place}`,
      name,
      required: place === 2,
      sub_topics: [1, 2].map((part) => ({ _id: `s${place}${part}`, name: `${name} ${part}` })),
    })),
    years: [
      { _id: 'y1', name: '2027' },
      { _id: 'y2', name: '2026' },
    ],
    rv_types: cells.map((cells, place) => ({
      _id: `c${place}`,
      name: ['Travel Trailer', 'Toy Hauler'][place] ?? '',
      topics: ['Brakes', 'Electrical', 'Water'],
      expected_topic_ids: ['t1', 't2'],
      cells,
    })),
  },
})

beforeEach(() => {
  api = fakeApi()
  api.answers(manuals.list, pageOfRows([aManual()]))
  api.answers(rvTypes.list, pageOfRows([anRvType({ _id: 'c0', name: 'Travel Trailer' })]))
  api.answers(manuals.manual_years, pageOfRows([aYear({ _id: 'y2', name: '2026' })]))
})

describe('the coverage of manuals', () => {
  it('says in words what each manual lacks', async () => {
    api.answers(
      manuals.coverage,
      covered(
        [cell(), cell({ gaps: [gap(), gap({ topic_id: 't2', name: 'Water' })], pdf: 'older' })],
        [
          cell({ gaps: [gap({ required: true })], pdf: 'none', pdf_at: null, page_count: 1 }),
          cell({ ...none, hidden_manual: { _id: 'm9', why: 'deleted' } }),
        ],
      ),
    )
    open()
    const grid = await screen.findByRole('grid', { name: 'Coverage by RV type and year' })
    const rows = within(grid).getAllByRole('row').slice(1)
    const words = rows.map((row) =>
      within(row)
        .getAllByRole('gridcell')
        .map((one) => one.firstElementChild?.getAttribute('aria-label')),
    )
    expect(words).toEqual([
      [
        'Travel Trailer - 2027: 4 of 4 topics covered, 29 of 6 sub topics with a page, PDF current',
        'Travel Trailer - 2026: 4 of 6 topics covered, 29 of 6 sub topics with a page, PDF out of date',
      ],
      [
        'Toy Hauler - 2027: 4 of 5 topics covered, lacks a required topic, 29 of 6 sub topics with a page, No PDF',
        'Toy Hauler - 2026: Manual deleted',
      ],
    ])
    expect(screen.getByText('1 of 3 manuals has all topics covered. 1 manual lacks a required topic.')).toBeVisible()
    expect(within(screen.getByRole('list', { name: 'Legend' })).getAllByRole('listitem')).toHaveLength(5)
  })

  it('says how much of a manual is in French where owners read that', async () => {
    const french = { current: 12, older: 1, none: 1, pdf: true }
    api.answers(manuals.coverage, covered([cell({ french }), cell({ french: { ...french, pdf: false } })]))
    const { user } = open()
    const name =
      'Travel Trailer - 2027: 4 of 4 topics covered, 29 of 6 sub topics with a page, PDF current, French 12 of 14, PDF in French'
    const first = await screen.findByRole('button', { name })
    expect(within(first).getByText('French 12 of 14, PDF')).toBeVisible()
    expect(screen.getByText('French 12 of 14')).toBeVisible()
    await user.click(first)
    const panel = within(await screen.findByRole('dialog', { name: 'Travel Trailer - 2027' }))
    const words = '12 of 14 pages in French: 1 older than the English, 1 without French. There is a PDF in French.'
    expect(panel.getByText(words)).toBeVisible()
  })

  it('leads from a missing manual to its form, filled in, and back', async () => {
    api.answers(manuals.coverage, covered([cell(), cell({ ...none, year_id: 'y2' })]))
    const { user } = open()
    const place = 'Travel Trailer - 2026: No manual, 0 of 2 topics covered'
    await user.click(await screen.findByRole('button', { name: place }))
    const panel = within(await screen.findByRole('dialog', { name: 'Travel Trailer - 2026' }))
    expect(panel.getByText('0 of 2 topics covered. 0 of 6 sub topics with a page.')).toBeVisible()
    expect(panel.getByText('Owners see no pages.')).toBeVisible()
    const lacks = within(panel.getByRole('list', { name: 'Topics not covered' })).getAllByRole('listitem')
    expect(lacks.map(({ textContent }) => textContent)).toEqual([
      'ElectricalElectrical 1, Electrical 2',
      'WaterRequiredWater 1, Water 2',
    ])
    expect(panel.queryByRole('link', { name: /^Write/ })).toBeNull()
    await user.click(panel.getByRole('link', { name: 'Start the manual' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Travel Trailer - 2026' })).toBeNull())
    const dialog = await screen.findByRole('dialog', { name: 'New Manual' })
    expect(await within(dialog).findByRole('combobox', { name: 'RV Type' })).toHaveValue('Travel Trailer')
    expect(within(dialog).getByRole('combobox', { name: 'Year' })).toHaveValue('2026')
    api.answers(manuals.add, {
      message: 'Manual added successfully.',
      data: aManual(),
      change_id: null,
      can_undo: false,
    })
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.calls(manuals.add)).toEqual([{ category: 'c0', year: 'y2' }]))
    expect(await screen.findByRole('grid', { name: 'Coverage by RV type and year' })).toBeVisible()
  })

  it('says of a manual without pages which ones owners lack, and leads to the form of each', async () => {
    const gaps = [gap(), gap({ topic_id: 't2', name: 'Water', required: true })]
    api.answers(
      manuals.coverage,
      covered([cell({ written_count: 0, page_count: 0, topic_count: 0, topic_pages: [0, 0, 0], gaps })]),
    )
    const { user, router } = open()
    await user.click(await screen.findByRole('button', { name: /^Travel Trailer - 2027: 0 of 2 topics covered/ }))
    const panel = within(await screen.findByRole('dialog', { name: 'Travel Trailer - 2027' }))
    expect(panel.queryByRole('list', { name: 'Topics covered' })).toBeNull()
    await user.click(panel.getByRole('link', { name: 'Write about Electrical' }))
    expect(router.state.location).toMatchObject({
      pathname: '/manual-pages',
      state: { gap: { topic: { _id: 't1' }, subTopic: { _id: 's11', name: 'Electrical 1' } } },
    })
  })

  it('says of a manual that is being prepared where it is, and offers no other', async () => {
    const hidden_manual = { _id: 'm9', why: 'prepared' } as const
    api.answers(manuals.coverage, covered([cell(), cell({ ...none, hidden_manual })]))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Travel Trailer - 2026: Manual being prepared' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Travel Trailer - 2026' }))
    expect(
      panel.getByText('This manual is being prepared with its model year. Owners do not see it yet.'),
    ).toBeVisible()
    const links = panel.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([['Open the manual', '/manuals/m9']])
  })

  it('leads from a topic that is missing to the form of its page, and to what is deleted', async () => {
    const gaps = [gap({ required: true, hidden: 'deleted', hidden_count: 2 })]
    api.answers(manuals.coverage, covered([cell({ topic_pages: [3, 0, 1], gaps }), cell()]))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /lacks a required topic/ }))
    const panel = await screen.findByRole('dialog', { name: 'Travel Trailer - 2027' })
    const counts = within(within(panel).getByRole('list', { name: 'Topics covered' })).getAllByRole('listitem')
    expect(counts.map(({ textContent }) => textContent)).toEqual(['Brakes3 pages', 'Water1 page'])
    expect(within(panel).getByText('Owners see 12 pages of them.')).toBeVisible()
    expect(within(panel).getByText('2 pages are deleted')).toBeVisible()
    expect(within(panel).getByText('Required')).toBeVisible()
    const link = (name: string) => within(panel).getByRole('link', { name }).getAttribute('href')
    expect(link('Write about Electrical')).toBe('/manual-pages?manual_id=m1&new')
    expect(link('Show the pages about Electrical that owners do not see')).toBe(
      '/manual-pages?manual_id=m1&topic=Electrical&status=inactive',
    )
    expect(link('Open the manual')).toBe('/manuals/m1')
  })

  it('is one stop of Tab, and its cells are reached by the arrow keys', async () => {
    api.answers(manuals.coverage, covered([cell(), cell()], [cell(), cell(none)]))
    const { user } = open()
    const cells = () => screen.getAllByRole('gridcell').map((cell) => cell.firstElementChild)
    await screen.findByRole('grid')
    expect(cells().map((one) => one?.getAttribute('tabindex'))).toEqual(['0', '-1', '-1', '-1'])
    ;(cells()[0] as HTMLElement).focus()
    await user.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}')
    expect(cells()[3]).toHaveFocus()
    await user.keyboard('{Home}')
    expect(cells()[2]).toHaveFocus()
    await user.keyboard('{Control>}{End}{/Control}{ArrowUp}')
    expect(cells()[1]).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Travel Trailer - 2026' })).toBeVisible()
  })

  it('follows what others change', async () => {
    api.answers(manuals.coverage, covered([cell(), cell()]))
    onTestFinished(startLiveEvents())
    open()
    await screen.findAllByText('4 of 4 topics covered')
    api.answers(manuals.coverage, covered([cell({ gaps: [gap()] }), cell()]))
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve))
      api.sendsEvent('change', {
        change_id: 'c9',
        record_types: ['manual_pages'],
        by: { kind: 'admin', _id: 'admin-2', name: 'Grace' },
        at: '2026-11-22T09:00:00.000Z',
      })
    })
    expect(await screen.findByText('4 of 5 topics covered')).toBeVisible()
  })

  it('says that there is nothing to cover, and what went wrong', async () => {
    api.answers(manuals.coverage, { message: 'Coverage', data: { topics: [], years: [], rv_types: [] } })
    const { unmount } = open()
    expect(await screen.findByText('There is nothing to cover yet.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Years' })).toHaveAttribute('href', '/years')
    unmount()
    api.refuses(manuals.coverage, 500)
    open()
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
  })
})

describe('the problems of pages', () => {
  it('are listed in words, each with the way to its form', async () => {
    const title = 'Travel Trailer - 2027 · Electrical · Fuses'
    api.answers(manuals.problems, {
      message: 'Problems',
      data: [{ manual_page_id: 'p1', title, problem: 'empty', detail: 'The page has no text.' }],
      total: 3,
    })
    const { user } = open('problems')
    const [entry] = await within(await screen.findByRole('list', { name: 'Problems of pages' })).findAllByRole(
      'listitem',
    )
    expect(within(entry as HTMLElement).getByText('No text')).toBeVisible()
    expect(screen.getByRole('link', { name: `Edit ${title}` })).toHaveAttribute('href', '/manual-pages/p1?edit=p1')
    expect(screen.getByText('3 problems; the first 1 are shown.')).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'List' }))
    expect(await screen.findByRole('grid', { name: 'Manuals' })).toBeVisible()
  })

  it('are none', async () => {
    api.answers(manuals.problems, { message: 'Problems', data: [], total: 0 })
    open('problems')
    expect(await screen.findByText('Nothing is wrong with the pages.')).toBeVisible()
  })
})
