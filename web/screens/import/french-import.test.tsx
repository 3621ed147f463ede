import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ImportRow, imports, type Rehearsal } from '#contract/imports.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { ImportScreen } from './import-screen.tsx'

const rehearsal: Rehearsal = {
  rehearsal_id: 'one',
  record_type: 'french',
  file_name: 'French.xlf',
  state: 'ready',
  problem: null,
  columns: [],
  mapping: {},
  encoding: null,
  sheet: null,
  sheets: [],
  head_row: 0,
  hidden_rows: 0,
  with_hidden: false,
  match_by: null,
  counts: { new: 0, changed: 1, unchanged: 0, refused: 0 },
  rows_read: 1,
  rows_checked: 1,
  change_id: null,
  is_undone: false,
  created_at: '2027-01-02T03:04:05.000Z',
}
const row: ImportRow = {
  row: 1,
  outcome: 'changed',
  record_type: 'topics',
  record_id: 'topic-1',
  title: 'Brakes: Name',
  fields: [{ field: 'name_fr', label: 'Name (French)', from: '', to: 'Freins' }],
  errors: {},
  warnings: {},
  cells: {},
  place: null,
  same_as: null,
}

const open = (search: string) => renderScreen(<ImportScreen />, { path: `/import${search}` })

describe('the import of French', () => {
  let api: ReturnType<typeof fakeApi>
  beforeEach(() => {
    api = fakeApi({ french: true })
    api.answers(imports.list, { message: '', data: [rehearsal] })
    api.answers(imports.rows, { message: '', data: [row], total: 1, current_page: 1 })
  })

  it('is offered where owners read French, without a template, and takes XLIFF', async () => {
    open('?type=french')
    expect(await screen.findByLabelText('File')).toHaveAttribute('accept', '.xlf,.xliff,.xlsx')
    expect(screen.getByText(/^A file that French has exported/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Download a template' })).not.toBeInTheDocument()
  })

  it('shows each text by its record and field, and no columns to choose', async () => {
    open('?type=french&rehearsal=one')
    const rows = within(await screen.findByRole('table', { name: 'Rows of the file' }))
    expect(await rows.findByRole('link', { name: 'Brakes: Name' })).toHaveAttribute('href', '/topics/topic-1')
    expect(rows.getByText('Name (French)')).toBeVisible()
    expect(screen.getByText(/^The import changes 1 French text, as one change/)).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Columns' })).not.toBeInTheDocument()
  })
})

it('is not offered where owners read only English', async () => {
  fakeApi()
  open('?type=french')
  expect(await screen.findByRole('link', { name: 'Dealers' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'French' })).not.toBeInTheDocument()
})
