import { answerParent } from '../child-process.ts'
import { openConfiguredDatabase } from '../db/open-configured.ts'
import { openFiles } from '../open-files.ts'
import type { Settings } from '../settings.ts'
import { addDemoData } from './demo-data.ts'

answerParent(async (settings: Settings) => {
  const db = await openConfiguredDatabase(settings)
  const filled = await addDemoData({ db, files: await openFiles(settings), settings })
  await db.destroy()
  return filled
})
