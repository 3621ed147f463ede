import { join } from 'node:path'
import type { Db } from '../db/schema.ts'
import { runInChildProcess } from '../processes/child-process.ts'
import type { Settings } from '../settings/settings.ts'
import { holdsRecords } from './demo-data.ts'

/**
 * Fills an empty installation in a process of its own: the pictures and PDFs that it makes take memory which this one
 * would keep for as long as it runs.
 */
export async function addDemoDataInProcess(db: Db, settings: Settings) {
  if (await holdsRecords(db)) return
  const program = join(import.meta.dirname, 'demo-data.process.ts')
  // With its environment, which may say how to reach the database.
  await runInChildProcess<Settings, boolean>(program, settings, { env: process.env })
}
