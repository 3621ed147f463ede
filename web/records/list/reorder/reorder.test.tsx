import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { records } from '#contract/changes.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { ModelsScreen } from '#web/screens/models/models-screen.tsx'
import { RvTypesScreen } from '#web/screens/rv-types/rv-types-screen.tsx'
import { SubTopicsScreen } from '#web/screens/sub-topics/sub-topics-screen.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aChange, aModel, anRvType, aSubTopic, pageOfRows } from '#web/testing/rows.ts'

let api: ReturnType<typeof fakeApi>
/** The sequence on the server. */
let order: string[]

function moveOnServer({ record_id, before }: CallInput<typeof records.reorder>) {
  const others = order.filter((id) => id !== record_id)
  order = others.toSpliced(before === null ? others.length : others.indexOf(before), 0, record_id)
  return { message: 'RV type moved successfully.', change_id: `change-${order.join()}`, data: aChange() }
}

beforeEach(() => {
  api = fakeApi()
  order = Array.from({ length: 12 }, (_, index) => `t${index + 1}`)
  api.answers(rvTypes.list, ({ page = 1, per_page = 10 }) => {
    const [number, size] = [Number(page), Number(per_page)]
    const rows = order.map((id, index) =>
      anRvType({ _id: id, name: `Type ${id.slice(1)}`, seq_no: index + 1, srno: index + 1 }),
    )
    return pageOfRows(rows.slice((number - 1) * size, number * size), rows.length, number)
  })
  api.answers(records.reorder, moveOnServer)
})

const moved = () => api.calls(records.reorder).map(({ record_id, before }) => [record_id, before])
const nameCell = async (name: string) => {
  const cell = (await screen.findByText(name, { selector: '[data-column=name] > a' })).closest('td') as HTMLElement
  cell.focus()
  return cell
}
const hasFocus = (name: string) =>
  waitFor(() => expect(screen.getByText(name, { selector: '[data-column=name] > a' }).closest('td')).toHaveFocus())
const press = (key: 'ArrowUp' | 'ArrowDown', more = {}) =>
  fireEvent.keyDown(document.activeElement as Element, { key, altKey: true, ...more })
const says = (text: string) => screen.findByText(text)
const names = () =>
  [...document.querySelectorAll('tbody [data-column=name]')].map((cell) => cell.textContent?.replace('Type ', ''))

/** Gives each row a height of 40 pixels. */
function layOutRows() {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, Number(this.dataset.row ?? 0) * 40, 1000, 40)
  })
}
const pointer = { pointerId: 1, isPrimary: true, button: 0 }
async function drag(name: string, y: number) {
  fireEvent.pointerDown(
    await screen.findByText(new RegExp(`^Move ${name}( \\(.*\\))? with Alt\\+Up or Alt\\+Down$`)),
    pointer,
  )
  fireEvent.pointerMove(document.body, { ...pointer, clientY: y })
}
const drop = () => fireEvent.pointerUp(document.body, pointer)
const line = () => document.querySelector<HTMLElement>('[data-drop]')?.dataset

describe('a row', () => {
  const open = (path = '/rv-types') => renderScreen(<RvTypesScreen />, { path })

  it('is moved by one place with Alt and an arrow key, said, and can be moved back', async () => {
    open('/rv-types?sort=seq_no.asc')
    await nameCell('Type 2')
    press('ArrowDown')
    expect(await says('Type 2 moved to position 3 of 12.')).toBeInTheDocument()
    expect(names().slice(0, 4)).toEqual(['1', '3', '2', '4'])
    await hasFocus('Type 2')
    press('ArrowUp')
    expect(await says('Type 2 moved to position 2 of 12.')).toBeInTheDocument()
    expect(moved()).toEqual([
      ['t2', 't4'],
      ['t2', 't3'],
    ])
    expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2)
  })

  it('goes over the border of a page and back, and the page and the focus follow it', async () => {
    const { router } = open()
    await nameCell('Type 10')
    press('ArrowDown')
    expect(await says('Type 10 moved to position 11 of 12.')).toBeInTheDocument()
    await waitFor(() => expect(names()).toEqual(['10', '12']))
    expect(router.state.location.search).toBe('?page=2')
    await hasFocus('Type 10')
    press('ArrowUp')
    expect(await says('Type 10 moved to position 10 of 12.')).toBeInTheDocument()
    await waitFor(() => expect(names()).toHaveLength(10))
    expect(router.state.location.search).toBe('')
    await hasFocus('Type 10')
    expect(moved()).toEqual([
      ['t10', 't12'],
      ['t10', 't11'],
    ])
  })

  it('takes the page along also when it is moved back before the next page has rendered', async () => {
    const { router } = open()
    const above = await nameCell('Type 9')
    await nameCell('Type 10')
    let isPressed = false
    router.subscribe(({ location }) => {
      if (location.search !== '?page=2' || isPressed) return
      isPressed = true
      expect(names()).not.toEqual(['10', '12'])
      fireEvent.keyDown(above, { key: 'ArrowUp', altKey: true })
    })
    press('ArrowDown')
    expect(await says('Type 10 moved to position 10 of 12.')).toBeInTheDocument()
    await waitFor(() => expect(names()).toHaveLength(10))
    expect(router.state.location.search).toBe('')
    await hasFocus('Type 10')
    expect(moved()).toEqual([
      ['t10', 't12'],
      ['t10', 't11'],
    ])
  })

  it('stays at the first and the last place, which is said', async () => {
    open('/rv-types?page=2')
    await nameCell('Type 12')
    press('ArrowDown')
    expect(await says('Type 12 is already the last one.')).toBeInTheDocument()
    press('ArrowUp')
    press('ArrowDown')
    expect(await says('Type 12 moved to position 12 of 12.')).toBeInTheDocument()
    expect(moved()).toEqual([
      ['t12', 't11'],
      ['t12', null],
    ])
  })

  it('moves once for every press, each from the order that the one before has made', async () => {
    const held = api.holds(records.reorder)
    open()
    await nameCell('Type 9')
    press('ArrowDown')
    press('ArrowDown')
    press('ArrowDown')
    press('ArrowDown', { repeat: true })
    await waitFor(() => expect(held.count()).toBe(1))
    expect(moved()).toHaveLength(1)
    held.release(0)
    await waitFor(() => expect(held.count()).toBe(2))
    held.stop()
    held.release(1)
    expect(await says('Type 9 moved to position 12 of 12.')).toBeInTheDocument()
    expect(order.slice(8)).toEqual(['t10', 't11', 't12', 't9'])
    await hasFocus('Type 9')
  })

  it('is the one that has the focus by then, when the person went on to another one meanwhile', async () => {
    const held = api.holds(records.reorder)
    open()
    await nameCell('Type 2')
    press('ArrowDown')
    fireEvent.keyDown(document.activeElement as Element, { key: 'End', ctrlKey: true })
    await nameCell('Type 6')
    press('ArrowUp')
    await waitFor(() => expect(held.count()).toBe(1))
    held.stop()
    held.release(0)
    expect(await says('Type 6 moved to position 5 of 12.')).toBeInTheDocument()
    expect(moved()).toEqual([
      ['t2', 't4'],
      ['t6', 't5'],
    ])
  })

  it('stays when the server refuses; the list is read again, and what waited is not sent', async () => {
    api.refuses(records.reorder, 422, { message: 'This record belongs to another sequence.' })
    open()
    await nameCell('Type 2')
    const read = api.calls(rvTypes.list).length
    order = order.toReversed()
    press('ArrowDown')
    press('ArrowDown')
    expect(await says('This record belongs to another sequence.')).toBeVisible()
    await waitFor(() => expect(names()[0]).toBe('12'))
    expect(api.calls(rvTypes.list)).toHaveLength(read + 1)
    expect(moved()).toHaveLength(1)
  })

  it.each([
    ['?sort=name.asc', 'Sort by sequence number to move rows.'],
    ['?sort=seq_no.desc', 'Sort by sequence number to move rows.'],
    ['?sort=seq_no.asc,name.asc', 'Sort by sequence number to move rows.'],
    ['?name=Type', 'Clear the filters to move rows.'],
    ['?status=active', 'Clear the filters to move rows.'],
  ])('has no handle and does not move in a list like %s, and a toast says what to do', async (search, advice) => {
    open(`/rv-types${search}`)
    await nameCell('Type 2')
    expect(screen.queryByRole('columnheader', { name: 'Move' })).toBeNull()
    press('ArrowDown')
    expect(await says(advice)).toBeVisible()
    expect(moved()).toEqual([])
  })

  describe('is dragged', () => {
    beforeEach(layOutRows)

    it('between two others, where a line is', async () => {
      open()
      await drag('Type 5', 50)
      expect(line()).toMatchObject({ drop: 'before', rowId: 't2' })
      drop()
      expect(line()).toBeUndefined()
      expect(await says('Type 5 moved to position 2 of 12.')).toBeInTheDocument()
      expect(moved()).toEqual([['t5', 't2']])
    })

    it('to the end of a page, before the first row of the next one', async () => {
      open()
      await drag('Type 5', 1000)
      expect(line()).toMatchObject({ drop: 'after', rowId: 't10' })
      drop()
      expect(await says('Type 5 moved to position 10 of 12.')).toBeInTheDocument()
      expect(moved()).toEqual([['t5', 't11']])
    })

    it('and stays where Escape ends it, or where it is dropped in its own place', async () => {
      open()
      await drag('Type 5', 50)
      fireEvent.keyDown(document.body, { key: 'Escape' })
      drop()
      expect(line()).toBeUndefined()
      await drag('Type 5', 195)
      drop()
      expect(await says('Type 5 stays where it is.')).toBeInTheDocument()
      expect(moved()).toEqual([])
    })
  })
})

describe('a sub topic', () => {
  const rows = () =>
    order.map((id, index) =>
      aSubTopic({
        _id: id,
        name: id,
        srno: index + 1,
        topic_id: { _id: id.slice(0, 1), name: id.slice(0, 1) },
        topic_name: id.slice(0, 1),
      }),
    )
  beforeEach(() => {
    order = ['A1', 'B1', 'A2', 'B2', 'A3']
    api.answers(subTopics.list, ({ filters }) => {
      const topic = filters?.topic_id?.value ?? filters?.topic_name?.value
      const found = rows().filter((row) => !topic || row.topic_name === topic)
      return pageOfRows(found, found.length)
    })
  })

  it('moves among those of its topic, over rows of others', async () => {
    renderScreen(<SubTopicsScreen />, { path: '/sub-topics' })
    await nameCell('A1')
    press('ArrowDown')
    expect(await says('A1 (A) moved to position 2 of 3 in its topic.')).toBeInTheDocument()
    press('ArrowDown')
    expect(await says('A1 (A) moved to position 3 of 3 in its topic.')).toBeInTheDocument()
    press('ArrowDown')
    expect(await says('A1 (A) is already the last in its topic.')).toBeInTheDocument()
    expect(moved()).toEqual([
      ['A1', 'A3'],
      ['A1', null],
    ])
  })

  it('is dragged past another one of its topic, wherever the line is between them', async () => {
    layOutRows()
    renderScreen(<SubTopicsScreen />, { path: '/sub-topics' })
    await drag('A1', 70)
    drop()
    expect(await says('A1 (A) can only move within its topic. Drop it beside a row of the same topic.')).toBeVisible()
    await drag('A1', 1000)
    drop()
    expect(await says('A1 (A) moved to position 3 of 3 in its topic.')).toBeInTheDocument()
    await drag('B2', 10)
    drop()
    expect(await says('B2 (B) moved to position 1 of 2 in its topic.')).toBeInTheDocument()
    expect(moved()).toEqual([
      ['A1', null],
      ['B2', 'B1'],
    ])
  })

  it.each(['?topic_id=A', '?topic_name=A&topic_name.op=equals', '?topic_name=A&sort=seq_no.asc'])(
    'moves as well where the list shows one topic: %s',
    async (search) => {
      const { router } = renderScreen(<SubTopicsScreen />, { path: `/sub-topics${search}` })
      await nameCell('A1')
      press('ArrowDown')
      expect(await says('A1 (A) moved to position 2 of 3 in its topic.')).toBeInTheDocument()
      expect(moved()).toEqual([['A1', 'A3']])
      expect(router.state.location.search).toBe(search)
      await hasFocus('A1')
    },
  )

  it('does not move among some of its topic', async () => {
    renderScreen(<SubTopicsScreen />, { path: '/sub-topics?topic_id=A&name=A' })
    await nameCell('A1')
    press('ArrowDown')
    expect(await says('Clear the filters, or filter by topic only, to move rows.')).toBeVisible()
  })
})

describe('a model', () => {
  const typeOf = (id: string) => ({ _id: id.slice(0, 1), name: `Type ${id.slice(0, 1)}` })
  beforeEach(() => {
    order = ['A1', 'B1', 'A2', 'A3']
    api.answers(models.list, ({ filters }) => {
      const type = filters?.cat_id?.value ?? filters?.rv_type?.value
      const found = order.filter((id) => !type || [typeOf(id)._id, typeOf(id).name].includes(String(type)))
      const rows = found.map((id) => aModel({ _id: id, name: id, cat_id: typeOf(id), rv_type: typeOf(id).name }))
      return pageOfRows(rows, rows.length)
    })
  })
  const open = (search: string) => renderScreen(<ModelsScreen />, { path: `/models${search}` })

  it.each([
    '?cat_id=A&year_id=year-1',
    '?rv_type=Type+A&rv_type.op=equals&year_name=2027&year_name.op=equals',
    '?rv_type=Type+A&year_name=2027',
    '',
    '?cat_id=A',
  ])('moves among those of its type and year where the list has these one below the other: %s', async (search) => {
    open(search)
    await nameCell('A1')
    press('ArrowDown')
    expect(await says('A1 (Type A 2027) moved to position 2 of 3 in its RV type and year.')).toBeInTheDocument()
    expect(api.calls(records.reorder)).toEqual([
      { record_type: 'models', record_id: 'A1', before: 'A3', in_part: true },
    ])
  })

  it('moves among all where these are sorted by sequence', async () => {
    open('?sort=seq_no.asc')
    await nameCell('A1')
    press('ArrowDown')
    expect(await says('A1 (Type A 2027) moved to position 2 of 4.')).toBeInTheDocument()
    expect(api.calls(records.reorder)).toEqual([{ record_type: 'models', record_id: 'A1', before: 'A2' }])
  })

  it('does not move where only one of both is filtered and that is sorted by sequence', async () => {
    open('?cat_id=A&sort=seq_no.asc')
    await nameCell('A1')
    press('ArrowDown')
    expect(await says('Clear the filters, or filter by RV type and year only, to move rows.')).toBeVisible()
    expect(moved()).toEqual([])
  })
})

it('names the keys in the help of every list', async () => {
  const { user } = renderScreen(<RvTypesScreen />, { path: '/rv-types' })
  await nameCell('Type 2')
  await user.keyboard('?')
  const keys = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(keys.getByRole('row', { name: /^Alt \+ ↑ ↓/ })).toBeVisible()
})
