import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Column } from '#contract/column.ts'
import { columnsInFrench } from '#contract/french.ts'
import { kinds, recordTypes } from '#contract/kinds.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { config } from '#contract/owner/config.ts'
import { content } from '#contract/owner/content.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { sync } from '#contract/owner/sync.ts'
import { writeQuery } from '#server/db/raw-query.ts'
import { promisedToApps, validatorOf } from './described-answers.ts'
import { buildInhabitedApp, type InhabitedApp } from './inhabited-app.ts'

let app: InhabitedApp
beforeAll(async () => {
  app = await buildInhabitedApp({ LANGUAGES: 'en,fr' })
})
afterAll(() => app.close())

const { me } = ownerAccount
const { rvs, checklists, maintenance } = ownRecords
const reads = [
  ...Object.values(content),
  config,
  me,
  rvs,
  checklists,
  maintenance,
  ownNotifications.inbox,
  sync,
].filter(({ path }) => path !== 'dealers/near')

/** What an app of the last release reads, by call. */
async function readAll() {
  const mistakesIn = validatorOf(promisedToApps('1.3.0'))
  const bodies = new Map<string, string>()
  for (const endpoint of reads) {
    const input = endpoint.path === 'manual_pages' ? { manual_id: app.ids.manual_id } : {}
    const response = await app.send(endpoint, input, { token: app.owner })
    expect([endpoint.path, response.statusCode, mistakesIn(endpoint, response)]).toEqual([endpoint.path, 200, []])
    bodies.set(endpoint.path, response.body)
  }
  const { changed } = JSON.parse(bodies.get(sync.path) ?? '') as {
    changed: { type: string; record: { _id: string } }[]
  }
  bodies.delete(sync.path)
  return { bodies, synced: changed.toSorted((one, other) => (one.record._id < other.record._id ? -1 : 1)) }
}

it('an app of the last release reads what it was promised, and the same bytes whatever is written in French', async () => {
  const before = await readAll()
  let written = 0
  for (const type of recordTypes)
    for (const { french } of columnsInFrench(kinds[type].columns as Record<string, Column>)) {
      await writeQuery(app.db, `update ${type} set ${french} = 'En français'`, [])
      written++
    }
  expect(written).toBeGreaterThan(10)
  expect(await readAll()).toEqual(before)
})
