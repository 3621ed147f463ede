import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { meQuery } from '#web/api/use-me.ts'
import { unlockDrafts } from '#web/forms/draft-store.ts'
import { DRAFT_KEY } from '#web/testing/draft-key.ts'
import { ada } from '#web/testing/render-screen.tsx'
import { forgetVisited, useVisited, visitedBy } from './visited.ts'

const admin = DRAFT_KEY.admin_id

function Visit({ id, title }: { id: string; title: string }) {
  useVisited('users', id, title)
  return null
}

function visit(id: string, title = `Owner ${id}`) {
  const client = new QueryClient()
  client.setQueryData(meQuery.queryKey, { message: '', data: { ...ada, _id: admin } })
  render(
    <QueryClientProvider client={client}>
      <Visit id={id} title={title} />
    </QueryClientProvider>,
  )
}

const idsOf = (admin: string) => visitedBy(admin).map(({ record_id }) => record_id)

it('keeps the last eight records, each once under its latest name, the last one first', () => {
  for (const id of ['1', '2', '3', '4', '5', '6', '7', '8', '9']) visit(id)
  visit('5', 'Renamed')
  expect(idsOf(admin)).toEqual(['5', '9', '8', '7', '6', '4', '3', '2'])
  expect(visitedBy(admin)[0]?.title).toBe('Renamed')
})

it('keeps them encrypted, for their visitor only, until they sign out', async () => {
  visit('1', 'Grace Hopper')
  expect(JSON.stringify(localStorage)).not.toContain('Grace')
  await unlockDrafts('admin-else', DRAFT_KEY.key)
  expect(idsOf(admin)).toEqual([])
  expect(idsOf('admin-else')).toEqual([])
  await unlockDrafts(admin, DRAFT_KEY.key)
  expect(idsOf(admin)).toEqual(['1'])
  forgetVisited()
  expect(idsOf(admin)).toEqual([])
})
