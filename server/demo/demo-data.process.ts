import { answerParent } from '../processes/child-process.ts'
import type { Settings } from '../settings/settings.ts'
import { openConfiguredDatabase } from '../start/open-configured.ts'
import { openFiles } from '../start/open-files.ts'
import { addDemoData } from './demo-data.ts'

answerParent(async (settings: Settings) => {
  const db = await openConfiguredDatabase(settings)
  const filled = await addDemoData({ db, files: await openFiles(settings), settings })
  await db.destroy()
  return filled
})
