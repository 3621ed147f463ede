import { campaignSync } from './0014-release-1.4.0.campaign-sync.ts'
import { campaigns } from './0014-release-1.4.0.campaigns.ts'
import { dealers } from './0014-release-1.4.0.dealers.ts'
import { french } from './0014-release-1.4.0.french.ts'
import { frenchFiles } from './0014-release-1.4.0.french-files.ts'
import { frenchImports } from './0014-release-1.4.0.french-imports.ts'
import { fullVins } from './0014-release-1.4.0.full-vins.ts'
import { messages } from './0014-release-1.4.0.messages.ts'
import { ownerLanguage } from './0014-release-1.4.0.owner-language.ts'
import { owners } from './0014-release-1.4.0.owners.ts'
import { reminders } from './0014-release-1.4.0.reminders.ts'
import { vinPatterns } from './0014-release-1.4.0.vin-patterns.ts'
import type { MigrationDb } from './frozen/migration-db.ts'

/** The tables of release 1.4.0. */
export async function release140(db: MigrationDb) {
  await dealers(db)
  await fullVins(db)
  await campaigns(db)
  await campaignSync(db)
  await messages(db)
  await owners(db)
  await vinPatterns(db)
  await reminders(db)
  await french(db)
  await frenchFiles(db)
  await frenchImports(db)
  await ownerLanguage(db)
}
