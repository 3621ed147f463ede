import { parseArgs } from 'node:util'
import { inTransaction } from '../server/db/transaction.ts'
import { addMoreDealers } from '../server/demo/add-dealers.ts'
import { addRvs, addUsers } from '../server/demo/add-people.ts'
import { addDemoData } from '../server/demo/demo-data.ts'
import { readSettings } from '../server/settings/settings.ts'
import { COMMON_PASSWORD } from '../server/start/first-admin.ts'
import { openInstallation } from '../server/start/open-installation.ts'

/**
 * `npm run seed -- --users 1000000 --rvs 1200000 --dealers 20000`: the demo data, and as many owners, RVs and dealers
 * in all as it says, in the database that the settings name. What is there stays, so that a second run adds nothing.
 */
const steps = { users: addUsers, rvs: addRvs, dealers: addMoreDealers }
try {
  const option = { type: 'string' } as const
  const { values } = parseArgs({ options: { users: option, rvs: option, dealers: option } })
  const settings = readSettings(process.env)
  const { db, files, firstAdmin, release } = await openInstallation(settings)
  if (firstAdmin?.madeUp) {
    console.log(`Sign in as ${firstAdmin.email} with the password ${firstAdmin.madeUp} (shown only once)`)
  }
  if (firstAdmin?.hasCommonPassword) console.warn(COMMON_PASSWORD)
  await addDemoData({ db, files, settings })
  for (const [table, add] of Object.entries(steps)) {
    const wanted = Number(values[table as keyof typeof steps] ?? 0)
    if (!Number.isSafeInteger(wanted) || wanted < 0) throw new Error(`--${table} must be a whole number`)
    const began = performance.now()
    await inTransaction<unknown>(db, (db) => add(db, wanted))
    if (wanted) console.log(`${table}: ${wanted}, in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  await db.destroy()
  release()
} catch (error) {
  console.error(`Not filled: ${(error as Error).message}`)
  process.exit(1)
}
