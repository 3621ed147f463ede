import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { records } from '#contract/changes.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { BulkRelations } from './bulk-relations.tsx'

const ids = ['topic-1', 'topic-2']
const related = (record_type: 'sub_topics' | 'manual_pages' | 'rvs', count: number) => ({
  record_type,
  count,
  filters: {},
})
const open = (kind: 'delete' | 'restore') =>
  renderScreen(<BulkRelations type="topics" kind={kind} count={2} chosen={{ ids }} />)

it('says what comes back with many, as it says what is deleted with them', async () => {
  const api = fakeApi()
  const returning = [related('sub_topics', 9), related('manual_pages', 31)]
  const data = { along: [related('sub_topics', 1)], used_by: [related('rvs', 7)], returning, below: 40, went_with: 0 }
  api.answers(records.relations, { message: '', data })
  open('restore')
  expect(await screen.findByText('2 topics: also restored: 9 sub topics and 31 manual pages.')).toBeVisible()
  expect(screen.queryByText(/RVs/)).toBeNull()
  expect(api.calls(records.relations)).toEqual([{ record_type: 'topics', ids }])
})

it('says without the answer that everything below comes back', async () => {
  fakeApi().refuses(records.relations, 422, { message: 'Something went wrong.' })
  open('restore')
  const words = 'Everything below them is restored as well. Could not count them. Something went wrong.'
  expect(await screen.findByText(words)).toBeVisible()
})
