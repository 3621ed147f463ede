import { CompiledQuery } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Audience } from '#contract/audience.ts'
import { audiences } from '#contract/audiences.ts'
import { insertMany } from '../../db/engines/insert-many.ts'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { TEST_SERVER } from '../../testing/open-test-database.ts'
import { addOwner } from '../../testing/people.ts'

/** The plans of the statements that count an audience and find some of it, among a thousand owners. */
async function plansFor(audience: Audience) {
  const app = await buildTestApp()
  await addOwner(app)
  const { seq: _, ...one } = await app.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const like = (place: number) => {
    const email = `owner-${place}@example.com`
    return { ...one, id: `owner-${place}`, name_key: `owner ${place}`, email, email_key: email }
  }
  await insertMany(
    app.db,
    'users',
    Array.from({ length: 1000 }, (_, place) => like(place)),
  )
  const { statements } = await app.statementsOf(() => app.call(audiences.count, { audience }))
  const ofUsers = statements.filter((text) => text.includes('users indexed by') || text.includes('order by users.seq'))
  const plans = await Promise.all(
    ofUsers.map(async (text) => {
      const { rows } = await app.db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${text}`))
      return rows.map(({ detail }) => detail)
    }),
  )
  await app.close()
  return plans
}

describe.runIf(!TEST_SERVER)('Many owners', () => {
  it('are counted along one narrow index, and the newest of them are found without sorting', async () => {
    const plans = await plansFor({ field: 'has_rv', op: 'eq', value: false })
    expect(plans).toHaveLength(2)
    const [counted = [], sample = []] = plans
    expect(counted).toContain('SCAN users USING COVERING INDEX users_told')
    expect(sample).toContain('SCAN users')
    expect(sample.join()).not.toContain('TEMP B-TREE')
  })

  it('are counted by where they live, without a look at those who live elsewhere', async () => {
    const plans = await plansFor({ all: [{ field: 'state', op: 'eq', value: 'Nevada' }] })
    expect(plans).toHaveLength(2)
    for (const plan of plans) {
      expect(plan).toContain('SEARCH users USING COVERING INDEX users_by_place (state=? AND zip=?)')
      // The first of all by place, and the places that owners gave, which are read as users.
      const scans = plan.filter((step) => step.startsWith('SCAN users'))
      expect(scans.toSorted()).toEqual(['SCAN users', 'SCAN users USING COVERING INDEX users_by_place'])
    }
  })
})
