import { CompiledQuery } from 'kysely'
import { expect, it } from 'vitest'
import { audiences } from '#contract/audiences.ts'
import { insertMany } from '../../db/engines/insert-many.ts'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { TEST_SERVER } from '../../testing/open-test-database.ts'
import { addOwner } from '../../testing/people.ts'

it.runIf(!TEST_SERVER)(
  'many owners are counted along one narrow index, and the newest of them are found without sorting',
  async () => {
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
    const audience = { field: 'has_rv', op: 'eq', value: false } as const
    const { statements } = await app.statementsOf(() => app.call(audiences.count, { audience }))
    const ofUsers = statements.filter(
      (text) => text.includes('from users indexed by') || text.includes('order by users.seq'),
    )
    const plans = await Promise.all(
      ofUsers.map(async (text) => {
        const { rows } = await app.db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${text}`))
        return rows.map(({ detail }) => detail)
      }),
    )
    await app.close()
    expect(plans).toHaveLength(2)
    const [counted = [], sample = []] = plans
    expect(counted).toContain('SCAN users USING COVERING INDEX users_told')
    expect(sample).toContain('SCAN users')
    expect(sample.join()).not.toContain('TEMP B-TREE')
  },
)
