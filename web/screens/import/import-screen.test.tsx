import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changes } from '#contract/changes.ts'
import { type ImportRow, imports, type Rehearsal } from '#contract/imports.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aChange } from '#web/testing/rows.ts'
import { ImportScreen } from './import-screen.tsx'

const aRehearsal = (more: Partial<Rehearsal> = {}): Rehearsal => ({
  rehearsal_id: 'one',
  record_type: 'dealers',
  file_name: 'dealers.csv',
  state: 'ready',
  problem: null,
  columns: [
    { number: 1, head: 'Name', key: 'Name', field: 'name', suggestion: null, samples: [] },
    { number: 2, head: 'Town', key: 'Town', field: null, suggestion: null, samples: [] },
    { number: 3, head: 'Phone', key: '3', field: null, suggestion: null, samples: [] },
  ],
  mapping: { Name: 'name', Town: null, 3: null },
  counts: { new: 1, changed: 1, unchanged: 3, refused: 0 },
  encoding: 'utf-8',
  sheet: null,
  sheets: [],
  head_row: 1,
  hidden_rows: 0,
  with_hidden: false,
  match_by: null,
  rows_read: 5,
  rows_checked: 5,
  change_id: null,
  is_undone: false,
  created_at: '2027-01-02T03:04:05.000Z',
  ...more,
})

const aRow = (more: Partial<ImportRow> = {}): ImportRow => ({
  row: 2,
  outcome: 'changed',
  record_type: 'dealers',
  record_id: 'dealer-1',
  title: 'Cedar',
  fields: [{ field: 'name', label: 'Name', from: 'Cedar', to: 'Cedar Trailers' }],
  errors: {},
  warnings: {},
  cells: {},
  place: null,
  same_as: null,
  ...more,
})

let api: ReturnType<typeof fakeApi>
let known: Rehearsal[]
beforeEach(() => {
  api = fakeApi()
  known = []
  api.answers(imports.list, () => ({ message: '', data: known }))
  api.answers(imports.rows, { message: '', data: [aRow()], total: 1, current_page: 1 })
})
afterEach(() => vi.restoreAllMocks())

const open = (search = '?type=dealers') => renderScreen(<ImportScreen />, { path: `/import${search}` })
const openRehearsal = (more: Partial<Rehearsal> = {}) => {
  known = [aRehearsal(more)]
  return open('?type=dealers&rehearsal=one')
}
const aTable = () => new File(['Name\nCedar'], 'dealers.csv', { type: 'text/csv' })
const heading = (name: string | RegExp) => screen.findByRole('heading', { name, level: 2 })

describe('The file', () => {
  it('is read at once, and what it would do is shown and has an address', async () => {
    api.answers(imports.rehearse, () => {
      known = [aRehearsal()]
      return { message: '', data: aRehearsal() }
    })
    const { user, router } = open()
    await user.upload(await screen.findByLabelText('File'), aTable())
    expect(await heading('Columns')).toHaveFocus()
    expect(screen.getByRole('heading', { name: 'What dealers.csv would do' })).toBeVisible()
    expect(screen.getByText(/^The import adds 1 dealer, changes 1 dealer and leaves 3 as they are/)).toBeVisible()
    expect(router.state.location.search).toBe('?type=dealers&rehearsal=one')
    expect(api.calls(imports.rehearse)[0]).toMatchObject({ record_type: 'dealers', file: expect.any(File) })
    const row = await within(await screen.findByRole('table')).findByRole('row', { name: /Cedar/ })
    expect(row).toHaveTextContent('removed: Cedar → added: Cedar Trailers')
    expect(within(row).getByRole('link', { name: 'Cedar' })).toHaveAttribute('href', '/rv-dealers/dealer-1')
  })

  it('stays chosen where it cannot be read, and can be sent again', async () => {
    api.refuses(imports.rehearse, 422, {
      message: 'Please check the file.',
      errors: { file: ['The file is damaged.'] },
    })
    const { user } = open()
    await user.upload(await screen.findByLabelText('File'), aTable())
    expect(await screen.findByRole('alert')).toHaveTextContent('The file is damaged.')
    expect(screen.getByText(/^dealers\.csv, /)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(api.calls(imports.rehearse)).toHaveLength(2))
  })

  it('is not sent where it is too large', async () => {
    const { user } = open()
    const large = aTable()
    Object.defineProperty(large, 'size', { value: 51 * 1024 * 1024 })
    await user.upload(await screen.findByLabelText('File'), large)
    expect(await screen.findByRole('alert')).toHaveTextContent('dealers.csv has 51 MB. At most 50 MB can be read.')
    expect(api.calls(imports.rehearse)).toEqual([])
  })

  it('can be dropped, shows how far it is, and can be cancelled', async () => {
    const held = api.holds(imports.rehearse)
    api.answers(imports.rehearse, { message: '', data: aRehearsal() })
    api.answers(imports.discard, () => {
      known = []
      return { message: 'Rehearsal discarded.' }
    })
    const { user, router } = open()
    const button = await screen.findByLabelText('File')
    fireEvent.drop(button, { dataTransfer: { files: [aTable()] } })
    expect(await heading('Checking dealers.csv')).toHaveFocus()
    await waitFor(() => expect(held.count()).toBe(1))
    known = [aRehearsal({ state: 'reading', rows_checked: 3400 })]
    expect(await screen.findByText('3,400 rows checked so far.')).toBeVisible()
    await waitFor(() => expect(router.state.location.search).toBe('?type=dealers&rehearsal=one'))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await heading('Choose a file')).toHaveFocus()
    expect(api.calls(imports.discard)).toEqual([{ rehearsal_id: 'one' }])
    expect(router.state.location.search).toBe('?type=dealers')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is followed where the connection broke and the server reads on', async () => {
    api.refuses(imports.rehearse, 504)
    const { user } = open()
    const field = await screen.findByLabelText('File')
    known = [aRehearsal({ state: 'reading', rows_checked: 200 })]
    await user.upload(field, aTable())
    expect(await screen.findByText('200 rows checked so far.')).toBeVisible()
    known = [aRehearsal()]
    expect(await screen.findByRole('heading', { name: /would do$/ })).toBeVisible()
  })

  it('is one of those of the last day, which can be opened and forgotten', async () => {
    known = [
      aRehearsal({ counts: { new: 1, changed: 0, unchanged: 0, refused: 2 } }),
      aRehearsal({ rehearsal_id: 'two', record_type: 'years' }),
    ]
    api.answers(imports.discard, () => {
      known = []
      return { message: 'Rehearsal discarded.' }
    })
    const { user } = open()
    const list = await screen.findByRole('list', { name: 'Your files of the last day' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(1)
    expect(list).toHaveTextContent('1 new, 2 refused.')
    expect(within(list).getByRole('link', { name: 'dealers.csv' })).toHaveAttribute(
      'href',
      '/import?type=dealers&rehearsal=one',
    )
    await user.click(screen.getByRole('button', { name: /^Forget dealers\.csv, \d/ }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Your files of the last day' })).toBeNull())
  })

  it('has a template', async () => {
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: () => {} }))
    api.answers(imports.template, 'Name,City')
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Download a template' }))
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    await waitFor(() => expect(saved).toEqual(['Dealers template.csv']))
    expect(api.calls(imports.template)).toEqual([{ record_type: 'dealers', format: 'csv' }])
  })
})

describe('A rehearsal', () => {
  it('names what is wrong with refused rows, by column and value', async () => {
    api.answers(imports.rows, {
      message: '',
      data: [
        aRow({
          row: 7,
          outcome: 'refused',
          record_id: null,
          title: '',
          fields: [],
          errors: { name: ['Name cannot be empty.'], phone: ['Wrong.'], city: ['City cannot be empty.'] },
          cells: {
            name: { column: 'Name', value: '' },
            phone: { column: '3', value: '12' },
            city: { column: 'City', value: '' },
          },
        }),
      ],
      total: 1,
      current_page: 1,
    })
    openRehearsal({ counts: { new: 1, changed: 0, unchanged: 0, refused: 1 } })
    const row = await screen.findByRole('row', { name: /^7/ })
    expect(within(row).getByLabelText('Name of row 7')).toHaveAccessibleDescription('Name cannot be empty.')
    expect(within(row).getByLabelText('Column 3 (Phone) of row 7')).toHaveValue('12')
    expect(row).toHaveTextContent('City not in the fileCity cannot be empty.')
    expect(screen.getByRole('tab', { name: 'Refused 1', selected: true })).toBeVisible()
  })

  it('can be mended in its cells, which are checked again', async () => {
    const errors = { name: ['Name cannot be empty.'] }
    const cells = { name: { column: 'Name', value: '' } }
    const row = aRow({ row: 7, outcome: 'refused', record_id: null, title: '', fields: [], errors, cells })
    api.answers(imports.rows, { message: '', data: [row], total: 1, current_page: 1 })
    api.answers(imports.rehearse, () => ({ message: '', data: aRehearsal() }))
    const { user } = openRehearsal({ counts: { new: 1, changed: 0, unchanged: 0, refused: 1 } })
    await user.type(await screen.findByLabelText('Name of row 7'), 'Oak')
    await user.click(screen.getByRole('button', { name: 'Check again with 1 corrected row' }))
    await waitFor(() =>
      expect(api.calls(imports.rehearse)).toEqual([
        {
          record_type: 'dealers',
          rehearsal_id: 'one',
          mended: JSON.stringify([{ row: 7, cells: { Name: 'Oak' } }]),
        },
      ]),
    )
  })

  it('that is the same as another one says so, and what looks wrong is a warning', async () => {
    const warnings = { name: ['This looks wrongly encoded.'] }
    const cells = { name: { column: 'Name', value: 'CafÃ©' } }
    const row = aRow({ outcome: 'unchanged', same_as: 2, row: 3, fields: [], warnings, cells })
    api.answers(imports.rows, { message: '', data: [row], total: 1, current_page: 1 })
    openRehearsal()
    const shown = await screen.findByRole('row', { name: /^3/ })
    expect(shown).toHaveTextContent('The same as row 2.')
    expect(shown).toHaveTextContent('Name “CafÃ©”This looks wrongly encoded.')
  })

  it('says where the index has placed a dealer, and shows other rows page by page', async () => {
    api.answers(imports.rows, ({ outcome, page }) => ({
      message: '',
      data: [aRow({ outcome: outcome ?? 'new', place: 'Bend, Oregon' })],
      total: 30,
      current_page: Number(page),
    }))
    const { user } = openRehearsal()
    expect(await screen.findByText('Placed in Bend, Oregon')).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'All 5' }))
    await user.click(await screen.findByRole('button', { name: 'Page 2' }))
    await waitFor(() => expect(api.calls(imports.rows).at(-1)).toEqual({ rehearsal_id: 'one', page: 2, per_page: 10 }))
  })

  it('says which columns are not imported, and is made again by others', async () => {
    api.answers(imports.rehearse, () => {
      known = [aRehearsal({ mapping: { Name: 'name', Town: 'city', 3: null } })]
      return { message: '', data: known[0] as Rehearsal }
    })
    const { user } = openRehearsal()
    expect(
      await screen.findByText('1 of 3 columns is imported. Not imported: “Town” and “Column 3 (Phone)”.'),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Choose columns' }))
    await user.selectOptions(screen.getByLabelText('Town'), 'City')
    expect(screen.getByRole('button', { name: 'Import 1 new, 1 changed' })).toHaveAttribute('aria-disabled', 'true')
    await user.click(screen.getByRole('button', { name: 'Check the rows with these columns' }))
    await waitFor(() =>
      expect(api.calls(imports.rehearse)).toEqual([
        {
          record_type: 'dealers',
          rehearsal_id: 'one',
          mapping: JSON.stringify({ 3: null, Name: 'name', Town: 'city' }),
        },
      ]),
    )
  })

  it('suggests what columns hold, shows some values, and matches rows by what is chosen', async () => {
    api.answers(imports.rehearse, () => ({ message: '', data: aRehearsal() }))
    const [name, town] = aRehearsal().columns
    const columns = [name, { ...town, suggestion: 'city', samples: ['Bend', 'Reno'] }] as Rehearsal['columns']
    const { user } = openRehearsal({ columns })
    expect(await screen.findByLabelText('Town')).toHaveAccessibleDescription('Bend · Reno')
    await user.click(screen.getByRole('button', { name: 'Perhaps City' }))
    await user.selectOptions(screen.getByLabelText('Match by'), 'Name and city')
    await user.click(screen.getByRole('button', { name: 'Check the rows with these columns' }))
    await waitFor(() =>
      expect(api.calls(imports.rehearse)).toMatchObject([
        { match_by: 'name_and_city', mapping: JSON.stringify({ Name: 'name', Town: 'city' }) },
      ]),
    )
  })

  it('says how its file was read, which needs the file to be changed', async () => {
    const { user } = openRehearsal({ encoding: 'windows-1252', hidden_rows: 2 })
    const words = 'Its text is Windows, Western Europe (1252). The headings are in row 1. 2 hidden rows stayed out.'
    expect(await screen.findByText(words)).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: 'Bring in 2 hidden rows too' }))
    expect(screen.getByRole('button', { name: 'Read the file again' })).toBeDisabled()
    expect(screen.getByText('Please choose the file again to read it otherwise.')).toBeVisible()
  })

  it('is read in another encoding where that is chosen', async () => {
    api.answers(imports.rehearse, (input) => {
      const id = input.encoding ? 'two' : 'one'
      known = [aRehearsal({ rehearsal_id: id, encoding: input.encoding ?? 'utf-8' })]
      return { message: '', data: known[0] as Rehearsal }
    })
    api.answers(imports.discard, { message: '' })
    const { user, router } = open()
    await user.upload(await screen.findByLabelText('File'), aTable())
    await user.click(await screen.findByRole('button', { name: 'Read it otherwise' }))
    await user.selectOptions(screen.getByLabelText('Encoding'), 'Mac OS Roman')
    await user.click(screen.getByRole('button', { name: 'Read the file again' }))
    expect(await screen.findByText(/^Its text is Mac OS Roman\./)).toBeVisible()
    expect(router.state.location.search).toBe('?type=dealers&rehearsal=two')
    expect(api.calls(imports.discard)).toEqual([{ rehearsal_id: 'one' }])
  })

  it('that changes nothing says so, and has no button that imports', async () => {
    openRehearsal({ counts: { new: 0, changed: 0, unchanged: 10_000, refused: 0 } })
    expect(await screen.findByText('Nothing to import: all 10,000 rows are unchanged.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  })

  it.each([
    ['that is not there', [], 'This rehearsal is gone'],
    [
      'that was not finished',
      [aRehearsal({ state: 'failed', problem: 'The server stopped.' })],
      'The file was not read to its end',
    ],
  ])('%s offers to choose the file again', async (_what, rehearsals, title) => {
    known = rehearsals
    const { user } = open('?type=dealers&rehearsal=one')
    expect(await heading(title)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Choose a file' }))
    expect(await heading('Choose a file')).toHaveFocus()
  })

  it('whose rows were not checked to the end offers to check them again, also after another cancellation', async () => {
    const held = api.holds(imports.rehearse)
    api.answers(imports.rehearse, { message: '', data: aRehearsal() })
    api.answers(imports.discard, { message: 'Rehearsal discarded.' })
    const { user, router } = openRehearsal({ state: 'failed', problem: 'Cancelled.', rows_checked: 2 })
    const title = 'The rows were not checked to the end'
    expect(await heading(title)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await heading('Checking dealers.csv')).toHaveFocus()
    await waitFor(() => expect(held.count()).toBe(1))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await heading(title)).toHaveFocus()
    expect(router.state.location.search).toBe('?type=dealers&rehearsal=one')
  })

  it('that cannot be read offers to try again', async () => {
    api.refuses(imports.list, 422, { message: 'Not now.' })
    const { user } = open('?type=dealers&rehearsal=one')
    expect(await screen.findByRole('alert')).toHaveTextContent('Not now.')
    known = [aRehearsal()]
    api.answers(imports.list, () => ({ message: '', data: known }))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await heading('What dealers.csv would do')).toBeVisible()
  })
})

describe('The import', () => {
  const applied = (more: Partial<ReturnType<typeof aChange>> = {}) => {
    const change = aChange({
      kind: 'import',
      message: '2 dealers imported: 1 new, 1 changed.',
      record_count: 2,
      ...more,
    })
    api.answers(changes.get, { message: '', change, data: [], total: 0, current_page: 1 })
    api.answers(imports.apply, () => {
      known = [aRehearsal({ state: change.state === 'running' ? 'applying' : 'applied', change_id: change._id })]
      return { message: change.message, change_id: change._id, can_undo: true, data: change }
    })
    return change
  }

  it('is done once, says what it did, and offers to undo it', async () => {
    applied()
    const { user } = openRehearsal()
    await user.dblClick(await screen.findByRole('button', { name: 'Import 1 new, 1 changed' }))
    expect(await heading('dealers.csv was imported')).toHaveFocus()
    expect(await screen.findByText('2 dealers imported: 1 new, 1 changed.')).toBeVisible()
    expect(screen.getByRole('button', { name: /^Undo/ })).toBeVisible()
    expect(screen.getByRole('link', { name: 'See the change' })).toHaveAttribute(
      'href',
      '/recent-changes?change=change-1',
    )
    expect(screen.getByRole('link', { name: 'Go to the list of dealers' })).toHaveAttribute('href', '/rv-dealers')
    expect(api.calls(imports.apply)).toEqual([{ rehearsal_id: 'one' }])
  })

  it('leaves refused rows out where its button says so', async () => {
    applied()
    const { user } = openRehearsal({ counts: { new: 1, changed: 1, unchanged: 0, refused: 37 } })
    await user.click(await screen.findByRole('button', { name: 'Import without the 37 refused rows' }))
    await waitFor(() => expect(api.calls(imports.apply)).toEqual([{ rehearsal_id: 'one', without_refused: true }]))
  })

  it('is refused where records have changed since, and the rows can be checked again', async () => {
    api.refuses(imports.apply, 409, { message: '1 dealer changed since the rehearsal. Nothing was imported.' })
    api.answers(imports.rehearse, { message: '', data: aRehearsal() })
    const { user } = openRehearsal()
    await user.click(await screen.findByRole('button', { name: 'Import 1 new, 1 changed' }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('1 dealer changed since the rehearsal. Nothing was imported.')
    await user.click(within(alert).getByRole('button', { name: 'Check again' }))
    await waitFor(() => expect(api.calls(imports.rehearse)[0]).toMatchObject({ rehearsal_id: 'one' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('that another window has applied is shown as such', async () => {
    const { user } = openRehearsal()
    const button = await screen.findByRole('button', { name: 'Import 1 new, 1 changed' })
    applied()
    known = [aRehearsal({ state: 'applied', change_id: 'change-1' })]
    api.refuses(imports.apply, 422, { message: 'This import has been applied already.' })
    await user.click(button)
    expect(await heading('dealers.csv was imported')).toBeVisible()
  })

  it('of many rows shows how far it is, and says when it was taken back', async () => {
    const change = applied({ state: 'running', record_count: 400, expected_count: 9000 })
    const { user } = openRehearsal()
    await user.click(await screen.findByRole('button', { name: 'Import 1 new, 1 changed' }))
    expect(await heading('Importing dealers.csv')).toHaveFocus()
    expect(await screen.findByText('Running: 400 of 9,000')).toBeVisible()
    known = [aRehearsal()]
    const reason = 'The record of row 8 changed since the rehearsal. What had been imported was taken back.'
    api.answers(changes.get, {
      message: '',
      change: { ...change, state: 'failed', reason },
      data: [],
      total: 0,
      current_page: 1,
    })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(`The import failed.${reason}`)
    expect(within(alert).getByRole('button', { name: 'Check again' })).toBeVisible()
  })
})

it('Without a kind, the kinds are offered', async () => {
  open('')
  const links = await screen.findAllByRole('link', { name: /^(RV types|Dealers|RVs)$/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/import?type=rv_types',
    '/import?type=dealers',
    '/import?type=rvs',
  ])
})
