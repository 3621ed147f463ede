import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { models } from '#contract/models.ts'
import { type Found, search } from '#contract/search.ts'
import { text } from '#web/records/list/columns/columns.tsx'
import { ListGrid } from '#web/records/list/list-grid.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { aModel, pageOfRows } from '#web/testing/rows.ts'

const found = (record_type: Found['record_type'], count: number): Found[] =>
  Array.from({ length: count }, (_, place) => ({
    record_type,
    record_id: `${record_type}${place}`,
    title: 'Reno',
    subtitle: '',
    matched: '',
    is_deleted: false,
  }))

function open(path: string, data: Found[], rows = pageOfRows([])) {
  const api = fakeApi()
  api.answers(models.list, rows as ReturnType<typeof pageOfRows<ReturnType<typeof aModel>>>)
  api.answers(search.search, { message: '', data })
  renderScreen(
    <ListGrid name="models" list={models.list} label="Models" columns={[text('name', { title: 'Name' })]} />,
    { path },
  )
  return api
}

it('counts the records of other kinds that match', async () => {
  const api = open('/models?name=reno', [...found('models', 1), ...found('manuals', 2), ...found('dealers', 5)])
  expect(await screen.findByRole('button', { name: '2 manuals' })).toBeVisible()
  expect(screen.getByText('match “reno”.').parentElement).toHaveTextContent(
    '2 manuals and 5 or more dealers match “reno”.',
  )
  expect(api.calls(search.search)).toEqual([{ text: 'reno' }])
})

it('counts a single one', async () => {
  open('/models?name=reno', found('dealers', 1))
  expect(await screen.findByText('matches “reno”.')).toBeVisible()
})

it('says nothing where nothing else matches, or the search fails', async () => {
  const api = open('/models?name=reno', [])
  api.refuses(search.search, 0)
  await waitFor(() => expect(api.calls(search.search)).toHaveLength(1))
  expect(screen.getByText('No Records Found.')).toBeVisible()
  expect(screen.queryByText(/“reno”/)).not.toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it.each(['/models', '/models?name=reno&name.op=not_contains'])('asks nothing at %s', async (path) => {
  const api = open(path, found('dealers', 1))
  expect(await screen.findByText('No Records Found.')).toBeVisible()
  expect(api.calls(search.search)).toEqual([])
})
