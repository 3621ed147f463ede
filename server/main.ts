import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { addDemoData } from './demo/demo-data.ts'
import { startHousekeeping } from './housekeeping.ts'
import { startJobs } from './jobs/jobs.ts'
import { diskFiles } from './outside/files/disk.ts'
import { s3Files } from './outside/files/s3.ts'
import { identitySources } from './outside/identity/sources.ts'
import { folderMailer, smtpMailer } from './outside/mail/mailer.ts'
import { pushSource } from './outside/push/source.ts'
import { warrantySource } from './outside/warranty/site.ts'
import { createFirstAdmin } from './resources/account/first-admin.ts'
import { mailResetCode, RESET_CODE_MAIL } from './resources/account/forgotten-password.service.ts'
import { mailRegistered, REGISTERED_MAIL } from './resources/app/owner-account.service.ts'
import { DELIVER_NOTIFICATION, deliverNotification } from './resources/notifications/delivery.service.ts'
import { mailNewPassword, NEW_PASSWORD_MAIL } from './resources/users/users.service.ts'
import { readApiKey } from './secrets/own-secrets.ts'
import { readSettings, type Settings, SettingsError } from './settings.ts'

const root = join(import.meta.dirname, '..')

try {
  await start(readSettings(process.env))
} catch (error) {
  console.error(error instanceof SettingsError ? `The settings cannot be used. ${error.message}` : error)
  process.exit(1)
}

async function start(settings: Settings) {
  const log = pino({ level: settings.logLevel, redact: ['req.headers.token', 'req.headers["x-api-key"]'] })
  const push = pushSource(settings)
  const db = openDataDir(settings)
  await migrate(db)
  const firstAdmin = await createFirstAdmin(db, settings)
  // At once: a password made up for a start that then fails would never be seen.
  if (firstAdmin) sayHowToSignIn(firstAdmin)
  const files = await openFiles(settings)
  if (settings.demoData) await addDemoData({ db, files, settings })

  const mailFolder = join(settings.dataDir, 'mail')
  const mail = settings.smtpUrl
    ? smtpMailer(settings.smtpUrl, settings.mailFrom)
    : folderMailer(mailFolder, settings.mailFrom, log)
  const jobs = startJobs(
    db,
    {
      [RESET_CODE_MAIL]: (payload) => mailResetCode(db, mail, payload),
      [NEW_PASSWORD_MAIL]: (payload) => mailNewPassword(db, mail, payload),
      [REGISTERED_MAIL]: (payload) => mailRegistered(db, mail, payload),
      [DELIVER_NOTIFICATION]: (payload, about) => deliverNotification(db, push, payload, about),
    },
    log,
  )
  const housekeeping = startHousekeeping(db, files, settings, log)

  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const app = await buildApp(
    {
      db,
      settings,
      apiKey: readApiKey(settings.dataDir, settings.apiKey),
      files,
      checkWarranty: warrantySource(settings, db, log),
      identities: identitySources(settings),
      lookForJobs: jobs.look,
      log,
    },
    { version, webFolder: join(root, 'dist') },
  )
  await app.listen({ host: settings.host, port: settings.port }).catch((error: NodeJS.ErrnoException) => {
    throw new SettingsError(`HOST, PORT: cannot listen at ${settings.host}:${settings.port} (${error.code})`)
  })
  greet(settings, firstAdmin === null, mailFolder)

  stopBySignal(async () => {
    await app.close()
    housekeeping.stop()
    await jobs.stop()
    await db.destroy()
  })
}

function openDataDir({ dataDir }: Settings) {
  try {
    return openDatabase(join(dataDir, 'back-office.db'))
  } catch (error) {
    throw new SettingsError(`DATA_DIR: cannot keep data in ${dataDir} (${(error as Error).message})`)
  }
}

async function openFiles({ s3, dataDir }: Settings) {
  if (!s3) return diskFiles(resolve(dataDir, 'files'))
  const files = s3Files(s3)
  await files.read('no-such-file').catch((error: Error) => {
    throw new SettingsError(`S3_BUCKET: the bucket ${s3.bucket} cannot be used (${error.name})`)
  })
  return files
}

function sayHowToSignIn({ email, madeUp }: { email: string; madeUp: string | undefined }) {
  console.log(`\n  Sign in as ${email}`)
  if (madeUp) console.log(`  with the password ${madeUp} (shown this once)`)
}

function greet({ publicUrl, smtpUrl }: Settings, hasStartedBefore: boolean, mailFolder: string) {
  const lines = ['', `  RV Owner Back-Office is ready at ${publicUrl}`]
  if (hasStartedBefore) {
    const where = smtpUrl ? 'it comes by mail' : `the mail is written to ${mailFolder}`
    lines.push(`  Password forgotten? Ask for a code on the login page; ${where}`)
  }
  lines.push(`  The calls are described at ${publicUrl}/api/docs`, '')
  console.log(lines.join('\n'))
}

// Requests in flight finish; a second signal does not wait for them.
function stopBySignal(stop: () => Promise<void>) {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      stop().then(
        () => process.exit(0),
        (error) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}
