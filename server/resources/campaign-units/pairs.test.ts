import { expect, it } from 'vitest'
import { readQuery } from '../../db/raw-query.ts'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { TEST_SERVER } from '../../testing/open-test-database.ts'
import { possibleUnits } from './pairs.repository.ts'

it.runIf(!TEST_SERVER)(
  'the RVs that a few vehicles may be are looked up by their six digits, in whatever order',
  async () => {
    const app = await buildTestApp()
    const only = 'unit.id in (select value from json_each(?))'
    const text = `select pair.unit_id, pair.rv_id, pair.user_name from ${possibleUnits(only)} order by pair.rv_id`
    const plan = await readQuery<{ detail: string }>(app.db, `explain query plan ${text}`, ['[]', '[]'])
    await app.close()
    const ofRvs = plan.map(({ detail }) => detail).filter((detail) => detail.startsWith('SEARCH rvs'))
    expect(ofRvs).toEqual([
      'SEARCH rvs USING INDEX rvs_without_full_vin (vin=? AND is_deleted=?)',
      expect.stringContaining('(vin=?'),
    ])
  },
)
