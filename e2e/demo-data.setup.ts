import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './server.ts'

/** Run once before all journeys: fills a data folder with demo data, of which each server then gets a copy. */
export default async function prepareDemoData() {
  // There the data would be in a database, not in the folder.
  if (process.env.JOURNEYS_POSTGRES_URL) return
  const folder = mkdtempSync(join(tmpdir(), 'journey-demo-'))
  const server = await startServer({ DATA_DIR: folder })
  await server.stop()
  process.env.JOURNEYS_DEMO_DATA = folder
  return () => rmSync(folder, { recursive: true })
}
