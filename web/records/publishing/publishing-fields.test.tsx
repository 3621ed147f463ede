import { beforeEach, expect, it } from 'vitest'
import { fakeApi } from '#web/testing/fake-api.ts'
import { whatIsLost } from './publishing-fields.tsx'

const NOW = '2026-11-28T09:00:00.000Z'
const [BEFORE, AFTER] = ['2026-11-01T08:00:00.000Z', '2026-12-01T08:00:00.000Z']
const seen = { publish_at: null, unpublish_at: null, is_deleted: false }

// The page says in which zone the office is.
beforeEach(() => void fakeApi({}))

it.each([
  ['is to appear later', seen, { publish_at: AFTER }, 'Owners lose this page until 1 Dec, 08:00.'],
  ['is taken down at once', seen, { unpublish_at: BEFORE }, 'Owners lose this page as soon as you save.'],
  ['stays', seen, { publish_at: BEFORE, unpublish_at: AFTER }, undefined],
  ['is typed half', seen, { publish_at: '2026-12-01' }, undefined],
  ['owners do not see yet', { ...seen, publish_at: AFTER }, { publish_at: AFTER }, undefined],
  ['is deleted', { ...seen, is_deleted: true }, { publish_at: AFTER }, undefined],
  ['is prepared', { ...seen, is_prepared: true }, { publish_at: AFTER }, undefined],
])('says before saving what owners lose of a page that %s', (_what, record, dates, said) => {
  expect(whatIsLost(record, dates, 'page', NOW)).toBe(said)
})
