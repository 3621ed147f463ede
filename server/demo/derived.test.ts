import { expect, it } from 'vitest'
import { copyTables } from '../db/copy-tables.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { derivedOf, withoutNote } from '../testing/derived.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { addDemoData } from './demo-data.ts'

it('what triggers keep is whole after a database is filled, and the same after it is copied', async () => {
  const app = await buildTestApp()
  const copy = await openTestDatabase()
  await addDemoData(app.deps)
  expect((await withoutNote(app.db)).slice(0, 3)).toEqual([])
  await copyTables(app.db, copy)
  expect((await withoutNote(copy)).slice(0, 3)).toEqual([])
  expect(await derivedOf(copy)).toEqual(await derivedOf(app.db))
  await copy.destroy()
  await app.close()
})
