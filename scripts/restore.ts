import { resolve } from 'node:path'
import { keepPrivate } from '../server/auth/private-files.ts'
import { checkBackup } from '../server/backup/check-backup.ts'
import { HalfDone } from '../server/backup/half-done.ts'
import { beginRestore, restoreBackup, restoreToPostgres } from '../server/backup/restore-backup.ts'
import { eraseAgain, erasedAgainInWords } from '../server/resources/privacy/erase-again.ts'
import { readSettings } from '../server/settings/settings.ts'
import { openFiles } from '../server/start/open-files.ts'

/** `npm run restore -- folder`: checks a backup, then puts it in the place of what the settings name. */
const [, , folder] = process.argv
try {
  const settings = readSettings(process.env)
  if (!folder) throw new Error('please name the backup: npm run restore -- /where/backup-2026-01-31T08-00-00')
  const from = resolve(folder)
  const { databaseUrl, dataDir } = settings
  keepPrivate(dataDir)
  await beginRestore(dataDir)
  const manifest = await checkBackup(from, dataDir)
  const files = await openFiles(settings)
  const { kept, active, activeAgain, keys, webhooks, erasedAgain } = databaseUrl
    ? await restoreToPostgres(from, databaseUrl, { dataDir, files, eraseAgain }, console.log)
    : await restoreBackup(from, manifest, dataDir, files, eraseAgain)
  console.log(`Restored the backup of ${manifest.at} into ${databaseUrl ? 'the database of DATABASE_URL' : dataDir}.`)
  if (erasedAgain) console.log(erasedAgainInWords(erasedAgain))
  if (kept) console.log(`The previous data is kept as ${kept}.`)
  console.log('Everyone has to sign in again. Recovery codes, mailed codes and open invitations no longer work.')
  if (keys) console.log(`Keys of programs that have ended: ${keys}. Make new ones for the programs that go on.`)
  if (webhooks.length)
    console.log(
      `Webhooks that are paused: ${webhooks.join(', ')}. Resume them once their receivers know what was lost.`,
    )
  console.log(`Administrators who can sign in: ${active.join(', ') || 'none; npm run admin -- add adds one'}.`)
  if (activeAgain.length) console.log(`ACTIVE AGAIN, although they were not before: ${activeAgain.join(', ')}.`)
} catch (error) {
  const came = error instanceof HalfDone ? 'The restore ended half-way' : 'Nothing was restored'
  console.error(`${came}: ${(error as Error).message}`)
  process.exit(1)
}
