import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallInput } from '#contract/endpoint.ts'
import { type RvType, rvTypes } from '#contract/rv-types.ts'
import { chooseOperator } from '#web/testing/choose-operator.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { anRvType, pageOfRows } from '#web/testing/rows.ts'
import { number, rowNumber, status, text } from './columns/columns.tsx'
import { ListGrid } from './list-grid.tsx'
import { actions, editAction } from './rows/row-actions.tsx'

const TOTAL = 234
const all = Array.from({ length: TOTAL }, (_, index) =>
  anRvType({ _id: `t${index}`, srno: index + 1, name: `Type ${index + 1}`, seq_no: index + 1 }),
)
const paged = ({ page = 1, per_page = 10 }: CallInput<typeof rvTypes.list>) =>
  pageOfRows(all.slice((Number(page) - 1) * Number(per_page), Number(page) * Number(per_page)), TOTAL, Number(page))

let api: ReturnType<typeof fakeApi>
const edited = vi.fn<(name: string) => void>()

function open(path = '/list') {
  return renderScreen(
    <ListGrid
      list={rvTypes.list}
      label="RV Types"
      columns={[
        rowNumber(),
        text('name', { title: 'Name' }),
        number('seq_no', { title: 'Sequence No.' }),
        status(),
        actions((row: RvType) => row.name, [editAction(({ row }) => edited(row.name))]),
      ]}
    />,
    { path },
  )
}
const lastCall = () => api.calls(rvTypes.list).at(-1)

beforeEach(() => {
  edited.mockClear()
  api = fakeApi()
  api.answers(rvTypes.list, paged)
})

describe('a list', () => {
  it('shows a page with its place among all', async () => {
    open()
    expect(await screen.findByText('Type 10')).toBeVisible()
    expect(screen.getByText('1 to 10 of 234')).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Page size' })).toHaveDisplayValue('10 per page')
    expect(screen.getByRole('grid', { name: 'RV Types' })).toBeVisible()
  })

  it('offers further commands below its rows, also when there are none', async () => {
    api.answers(rvTypes.list, pageOfRows([]))
    renderScreen(
      <ListGrid list={rvTypes.list} label="RV Types" columns={[rowNumber()]}>
        <button type="button">Another command</button>
      </ListGrid>,
    )
    expect(await screen.findByText('No Records Found.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Another command' })).toBeVisible()
  })

  it('pages through the address, so that back works', async () => {
    const { user, router } = open()
    await user.click(await screen.findByRole('button', { name: 'Page 2' }))
    expect(await screen.findByText('Type 11')).toBeVisible()
    expect(router.state.location.search).toBe('?page=2')
    await router.navigate(-1)
    expect(await screen.findByText('Type 1')).toBeVisible()
    expect(router.state.location.search).toBe('')
  })

  it('names the button of a page as it shows the number', async () => {
    api.answers(rvTypes.list, pageOfRows([anRvType()], 25_010))
    open()
    const last = await screen.findByRole('button', { name: 'Page 2,501' })
    expect(last).toHaveTextContent('2,501')
  })

  it('shows the rows that a shared address names', async () => {
    open('/list?page=2&per_page=50&sort=name.desc&name=ype&status=active')
    expect(await screen.findByText('51 to 100 of 234')).toBeVisible()
    expect(lastCall()).toEqual({
      page: 2,
      per_page: 50,
      sort: [{ field: 'name', order: 'desc' }],
      filters: { name: { op: 'contains', value: 'ype' } },
      is_deleted: false,
    })
    expect(await screen.findByRole('searchbox', { name: 'Filter Name' })).toHaveValue('ype')
    expect(screen.getByRole('combobox', { name: 'Filter Status' })).toHaveDisplayValue('Active')
    expect(screen.getByRole('columnheader', { name: /^Name/ })).toHaveAttribute('aria-sort', 'descending')
  })

  it('goes to the last page when the address points beyond it', async () => {
    const { router } = open('/list?page=99')
    expect(await screen.findByText('231 to 234 of 234')).toBeVisible()
    expect(router.state.location.search).toBe('?page=24')
  })

  it('asks the server to sort, upwards, downwards and not at all', async () => {
    const { user } = open()
    for (const sort of [[{ field: 'name', order: 'asc' }], [{ field: 'name', order: 'desc' }], undefined]) {
      await user.click(await screen.findByText('Name'))
      await waitFor(() => expect(lastCall()?.sort).toEqual(sort))
    }
  })

  it('filters once the typing pauses, from the first page on', async () => {
    const { user, router } = open('/list?page=3')
    await user.type(await screen.findByRole('searchbox', { name: 'Filter Name' }), 'trav')
    await waitFor(() => expect(router.state.location.search).toBe('?name=trav'))
    await waitFor(() => expect(api.calls(rvTypes.list)).toHaveLength(2))
    expect(lastCall()).toEqual({ page: 1, per_page: 10, filters: { name: { op: 'contains', value: 'trav' } } })
  })

  it('takes nothing but digits for a number', async () => {
    const { user } = open()
    const filter = await screen.findByRole('searchbox', { name: 'Filter Sequence No.' })
    await user.type(filter, 'a1 2b')
    expect(filter).toHaveValue('12')
    await user.clear(filter)
    await user.paste(`${'. '.repeat(20)}12`)
    expect(filter).toHaveValue('12')
    await waitFor(() => expect(lastCall()?.filters).toEqual({ seq_no: { op: 'contains', value: '12' } }))
  })

  it('changes the page size', async () => {
    const { user } = open('/list?page=3')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Page size' }), '100 per page')
    expect(await screen.findByText('1 to 100 of 234')).toBeVisible()
  })

  it('says when there is nothing', async () => {
    api.answers(rvTypes.list, pageOfRows([]))
    const { user, router } = open('/list?name=zzz')
    expect(await screen.findByText('No Records Found.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(router.state.location.search).toBe('')
    expect(screen.getByRole('searchbox', { name: 'Filter Name' })).toHaveFocus()
  })

  it('says what went wrong and tries again', async () => {
    api.refuses(rvTypes.list, 500, { message: 'The list could not be read.' })
    const { user } = open()
    expect(await screen.findByRole('alert')).toHaveTextContent('The list could not be read.')
    api.answers(rvTypes.list, paged)
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Type 1')).toBeVisible()
  })

  it('does not wait without a connection', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    api.offline()
    open()
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
  })

  it('keeps the rows in view while the next ones load', async () => {
    const { user } = open()
    await screen.findByText('Type 1')
    let release = () => {}
    api.answers(rvTypes.list, async (input) => {
      await new Promise<void>((resolve) => (release = resolve))
      return paged(input)
    })
    await user.click(screen.getByRole('button', { name: 'Page 2' }))
    expect(screen.getByText('Type 1')).toBeVisible()
    expect(screen.getByRole('region', { name: 'RV Types' })).toHaveAttribute('aria-busy', 'true')
    release()
    expect(await screen.findByText('Type 11')).toBeVisible()
  })

  it('re-fetches, and its buttons speak of the row as it is now', async () => {
    const { client, user } = open()
    await screen.findByRole('button', { name: 'Edit Type 1' })
    api.answers(rvTypes.list, pageOfRows([{ ...all[0], name: 'Renamed', version: 2 } as (typeof all)[0]]))
    await client.invalidateQueries({ queryKey: [rvTypes.list.path] })
    await user.click(await screen.findByRole('button', { name: 'Edit Renamed' }))
    expect(edited).toHaveBeenCalledWith('Renamed')
  })

  it('renders a row again only when it is another', async () => {
    const rendered = vi.fn<(name: string) => void>()
    const name = {
      ...text('name', { title: 'Name' }),
      cell({ name }: RvType) {
        rendered(name)
        return name
      },
    }
    const { client } = renderScreen(<ListGrid list={rvTypes.list} label="RV Types" columns={[name]} />)
    await screen.findByText('Type 10')
    rendered.mockClear()
    await client.invalidateQueries({ queryKey: [rvTypes.list.path] })
    expect(rendered).not.toHaveBeenCalled()
    const [first, ...others] = all.slice(0, 10)
    api.answers(rvTypes.list, pageOfRows([{ ...first, name: 'Renamed' } as RvType, ...others], TOTAL))
    await client.invalidateQueries({ queryKey: [rvTypes.list.path] })
    await screen.findByText('Renamed')
    expect(rendered.mock.calls).toEqual([['Renamed']])
  })
})

describe('a list by keyboard', () => {
  it('is left by Tab: titles, filters, rows, page size', async () => {
    const { user } = open()
    await screen.findByText('Type 1')
    const title = screen.getByRole('columnheader', { name: '# ID' })
    title.focus()
    await user.tab()
    expect(screen.getByRole('searchbox', { name: 'Filter Name' })).toHaveFocus()
    await user.tab()
    await user.tab()
    expect(screen.getByRole('combobox', { name: 'Filter Status' })).toHaveFocus()
    await user.tab()
    expect(document.activeElement).toHaveAttribute('role', 'gridcell')
    await user.tab({ shift: true })
    expect(screen.getByRole('combobox', { name: 'Filter Status' })).toHaveFocus()
  })

  it('moves between rows and cells by the arrow keys, and to the titles above them', async () => {
    const { user } = open()
    const first = (await screen.findByText('Type 1')).closest<HTMLElement>('[role=gridcell]')
    first?.focus()
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(document.activeElement).toHaveTextContent('2')
    await user.keyboard('{Control>}{End}{/Control}')
    expect(document.activeElement).toContainElement(screen.getByRole('button', { name: 'Edit Type 10' }))
    await user.keyboard('{Home}{PageUp}{ArrowUp}')
    expect(screen.getByRole('columnheader', { name: '# ID' })).toHaveFocus()
    await user.keyboard('{ArrowRight}{ArrowDown}')
    expect(first).toHaveFocus()
    await user.click(screen.getByLabelText('Filter Name'))
    await user.keyboard('{ArrowDown}')
    expect(first).toHaveFocus()
  })

  it('edits the row of the cell on e', async () => {
    const { user } = open()
    ;(await screen.findByText('Type 3')).closest<HTMLElement>('[role=gridcell]')?.focus()
    await user.keyboard('e')
    expect(edited).toHaveBeenCalledWith('Type 3')
  })

  it('sorts by several columns with Shift, each numbered', async () => {
    const { user, router } = open()
    await screen.findByText('Type 1')
    const name = screen.getByRole('columnheader', { name: 'Name' })
    const number = screen.getByRole('columnheader', { name: 'Sequence No.' })
    name.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(name).toHaveAttribute('aria-sort', 'ascending'))
    number.focus()
    await user.keyboard('{Shift>}{Enter}{Enter}{/Shift}')
    await waitFor(() => expect(router.state.location.search).toBe('?sort=name.asc%2Cseq_no.desc'))
    expect(screen.getByRole('status', { name: 'Sorting' })).toHaveTextContent(
      'Sorted by Name, ascending; then by Sequence No., descending',
    )
    expect(lastCall()?.sort).toEqual([
      { field: 'name', order: 'asc' },
      { field: 'seq_no', order: 'desc' },
    ])
    expect(name).toHaveTextContent('Name1')
    expect(number).toHaveAccessibleDescription('Number 2 of the columns that the list is sorted by')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(name).toHaveAttribute('aria-sort', 'none'))
  })

  it('moves, widens and narrows the column of a title', async () => {
    const { user } = open()
    await screen.findByText('Type 1')
    const titles = () => screen.getAllByRole('columnheader').map((title) => title.textContent?.trim())
    const name = screen.getByRole('columnheader', { name: 'Name' })
    name.focus()
    await user.keyboard('{Control>}{ArrowRight}{/Control}')
    expect(titles()).toEqual(['# ID', 'Sequence No.', 'Name', 'Status', 'Actions'])
    expect(name).toHaveFocus()
    vi.spyOn(name, 'offsetWidth', 'get').mockReturnValue(200)
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
    const tracks = () => screen.getByRole('grid').parentElement?.style.getPropertyValue('--grid-tracks')
    expect(tracks()).toMatch(/^56px minmax\(.*\) 220px minmax\(0, 1fr\) 100px 80px$/)
  })

  it('chooses an operator in front of a filter, and removes the filter with it', async () => {
    const { user, router } = open()
    await chooseOperator(user, 'Name', 'Is not empty')
    await waitFor(() => expect(lastCall()?.filters).toEqual({ name: { op: 'not_empty' } }))
    const filter = screen.getByRole('searchbox', { name: 'Filter Name' })
    expect(filter).toHaveAttribute('readonly')
    await user.click(screen.getByRole('button', { name: 'Remove the filter on Name' }))
    expect(router.state.location.search).toBe('')
    await user.type(filter, 'x')
    await chooseOperator(user, 'Name', 'Ends with')
    await waitFor(() => expect(lastCall()?.filters).toEqual({ name: { op: 'ends_with', value: 'x' } }))
  })

  it('opens the operators from the filter by key, at the chosen one, and comes back to it', async () => {
    const { user } = open('/rv-types?name=x&name.op=ends_with')
    const filter = await screen.findByRole('searchbox', { name: 'Filter Name' })
    await user.click(filter)
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    const chosen = await screen.findByRole('menuitemradio', { name: 'Ends with' })
    expect(chosen).toBeChecked()
    await waitFor(() => expect(chosen).toHaveFocus())
    await user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(lastCall()?.filters).toEqual({ name: { op: 'starts_with', value: 'x' } }))
    expect(filter).toHaveFocus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await screen.findByRole('menuitemradio', { name: 'Starts with' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(filter).toHaveFocus()
  })

  it('keeps an operator that is chosen while the typed text waits, before it has rendered', async () => {
    const { user, router } = open()
    await user.click(await screen.findByRole('button', { name: 'Operator for Name' }))
    const endsWith = await screen.findByRole('menuitemradio', { name: 'Ends with' })
    fireEvent.change(screen.getByLabelText('Filter Name'), { target: { value: 'x' } })
    // Nothing renders within act, as on a slow machine with many rows.
    await act(async () => {
      fireEvent.click(endsWith)
      await new Promise((resolve) => setTimeout(resolve, 400))
    })
    expect(router.state.location.search).toBe('?name=x&name.op=ends_with')
  })

  it('reaches the buttons of a cell by Enter and comes back by Escape', async () => {
    const { user } = open()
    const button = await screen.findByRole('button', { name: 'Edit Type 2' })
    const cell = button.closest<HTMLElement>('[role=gridcell]') as HTMLElement
    cell.focus()
    await user.keyboard('{Enter}')
    expect(within(cell).getByRole('button')).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(edited).toHaveBeenCalledWith('Type 2')
    await user.keyboard('{Escape}')
    expect(cell).toHaveFocus()
  })
})
