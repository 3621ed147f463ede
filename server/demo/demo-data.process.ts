import { openConfiguredDatabase } from '../db/open-configured.ts'
import { answerParent } from '../processes/child-process.ts'
import { openFiles } from '../start/open-files.ts'
import type { Settings } from '../start/settings.ts'
import { addDemoData } from './demo-data.ts'

answerParent(async (settings: Settings) => {
  const db = await openConfiguredDatabase(settings)
  const filled = await addDemoData({ db, files: await openFiles(settings), settings })
  await db.destroy()
  return filled
})
