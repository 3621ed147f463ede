import { join } from 'node:path'
import type { Logger } from 'pino'
import { buildApp, uploadFolderOf } from './app.ts'
import { readApiKey } from './auth/own-secrets.ts'
import { makeBackupInProcess } from './backup/configured-backup.ts'
import { installationId } from './backup/installation.ts'
import { startBackups } from './backup/schedule.ts'
import { describeAddress } from './db/engines/access-refused.ts'
import { durabilityRisks, mendSequences } from './db/engines/fitness.ts'
import { openReplica } from './db/engines/replica.ts'
import { isAlone, schemaOfRelease } from './db/engines/servers.ts'
import type { Db } from './db/schema.ts'
import { addDemoDataInProcess } from './demo/demo-data.ts'
import { OutsideFault } from './errors.ts'
import { askToReadFiles, fileJobs } from './housekeeping/file-facts.ts'
import { housekeepingJobs, startHousekeeping } from './housekeeping/housekeeping.ts'
import { startMetrics } from './http/metrics.ts'
import { type Note, watchAsked } from './integrations/asked.ts'
import { identitySources } from './integrations/identity/sources.ts'
import { folderMailer, mailFolderOf, smtpMailer, tryMailServer } from './integrations/mail/mailer.ts'
import { pictureFetcher } from './integrations/pictures/fetch-picture.ts'
import { placesOnThread } from './integrations/places/places.ts'
import { pushSource } from './integrations/push/source.ts'
import { warrantySource } from './integrations/warranty/site.ts'
import { webhookPoster } from './integrations/webhooks/post-webhook.ts'
import { holdService, releaseService, tryHeldAgain } from './jobs/holds.ts'
import { takeBackLeases } from './jobs/lease.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { localBus } from './live/bus.ts'
import { type Heartbeat, startHeartbeat } from './live/heartbeat.ts'
import { postgresBus } from './live/postgres-bus.ts'
import { openLog } from './log.ts'
import { stopAll } from './processes/stopping.ts'
import { askForPastDays, pastDaysJobs } from './resources/dashboard/past-days.ts'
import { dueHandlers } from './resources/due-handlers.ts'
import { mailJobs } from './resources/mails.ts'
import { privacyUpkeep } from './resources/privacy/retention.service.ts'
import { recordJobs } from './resources/record-jobs.ts'
import { readSettings, type Settings, unknownInWords } from './settings/settings.ts'
import { SettingsError } from './settings/settings-error.ts'
import { COMMON_PASSWORD } from './start/first-admin.ts'
import { makeBackupFolder } from './start/make-folder.ts'
import { DATABASE_FILE, reopenForCalls } from './start/open-configured.ts'
import { productVersion } from './start/open-files.ts'
import { openInstallation } from './start/open-installation.ts'
import { answerWhileUpgrading } from './start/upgrading.ts'
import { type BackupNote, forgetBackups, note, noteAlone, type SweepNote } from './watch/notes.ts'
import { logConditions } from './watch/watch.ts'
import { webhookJobs } from './webhooks/send.ts'

const root = join(import.meta.dirname, '..')

try {
  await start(readSettings(process.env))
} catch (error) {
  console.error(error instanceof SettingsError ? `The settings cannot be used. ${error.message}` : error)
  process.exit(1)
}

async function start(settings: Settings) {
  const log = openLog(settings.logLevel)
  for (const line of unknownInWords(process.env)) {
    console.log(`  WARNING: ${line}`)
    log.warn(line)
  }
  const push = pushSource(settings)
  makeBackupFolder(settings)
  const asked = watchAsked()
  const { db, files, firstAdmin, release } = await openData(settings, log, asked.note)

  const mailFolder = mailFolderOf(settings)
  const mail = settings.smtpUrl
    ? smtpMailer(settings.smtpUrl, settings.mailFrom, settings.publicUrl)
    : folderMailer(mailFolder, settings.mailFrom, log)
  const bus = settings.databaseUrl ? postgresBus(settings.databaseDirectUrl ?? settings.databaseUrl, log) : localBus()
  const version = productVersion()
  const heartbeat = await startHeartbeat(db, { port: settings.port, release: version, bus }, log)
  const mayRun = () => !heartbeat.isPaused()
  await tryHeldAgain(db)
  if (await isAlone(db, heartbeat.id)) await takeBackLeases(db)
  await askForPastDays(db)
  await askToReadFiles(db)
  const postWebhook = webhookPoster({ privateAddresses: settings.webhookPrivateAddresses })
  const places = placesOnThread()
  const { historyDays } = settings
  const noteSweep = (found: SweepNote) => noteAlone(db, heartbeat.name, 'sweep', found)
  const jobs = startJobs(
    db,
    {
      jobs: {
        ...mailJobs({ db, mail, bus }, settings),
        ...recordJobs({ db, files, bus, log, settings, places }, push),
        ...pastDaysJobs(db),
        ...webhookJobs(db, postWebhook),
        ...fileJobs(db, files),
        ...housekeepingJobs(
          { db, files, lifetime: settings, historyDays, ...privacyUpkeep(db, settings), noteSweep },
          log,
        ),
      },
      due: dueHandlers(bus, settings),
    },
    log,
    mayRun,
  )
  const housekeeping = startHousekeeping(
    { dataDir: settings.dataDir, mailFolder, uploadFolder: uploadFolderOf(settings), mayRun },
    log,
  )

  const replica = await openConfiguredReplica(settings, db, log)
  const backups = await scheduleBackups(settings, db, heartbeat, log)
  const app = await buildApp(
    {
      db,
      replica,
      settings,
      apiKey: await readApiKey(db, settings),
      files,
      checkWarranty: warrantySource(settings, db, log, asked.note),
      fetchPicture: pictureFetcher(),
      push,
      postWebhook,
      places,
      identities: identitySources(settings, asked.note),
      troubles: asked.troubles,
      bus,
      backupState: backups?.state,
      heartbeat,
      log,
    },
    { version, webFolder: join(root, 'dist') },
  )
  const metrics =
    settings.metricsPort === undefined
      ? undefined
      : startMetrics(
          app,
          { host: settings.host, port: settings.metricsPort },
          { watch: app.watch, publishedReads: replica?.reads, heartbeat },
        )
  const conditions = logConditions(app.watch, log)
  // Before the first answer: its caller may stop the server.
  stopBySignal((signal) => {
    // After Ctrl+C there is no proxy to warn.
    const drain = signal === 'SIGINT' ? 0 : settings.drainSeconds * 1000
    return stopAll(
      { app, bus, metrics, housekeeping, conditions, backups, places, jobs, heartbeat, replica, db },
      { drain },
    ).then(release)
  })
  await metrics?.listen().catch((error: NodeJS.ErrnoException) => {
    throw new SettingsError(`METRICS_PORT: cannot listen at ${settings.host}:${settings.metricsPort} (${error.code})`)
  })
  await app.listen({ host: settings.host, port: settings.port }).catch((error: NodeJS.ErrnoException) => {
    throw new SettingsError(`HOST, PORT: cannot listen at ${settings.host}:${settings.port} (${error.code})`)
  })
  if (settings.smtpUrl) void tryMail(settings.smtpUrl, settings.publicUrl, db, log)
  printAddresses(settings, firstAdmin === null, mailFolder)
  if (settings.stubIdentities) warnOfForgery(log)
}

/** Logs whether the mail server would accept mail, before anyone waits for one. */
async function tryMail(url: string, publicUrl: string, db: Db, log: Logger) {
  try {
    await tryMailServer(url, publicUrl)
    await releaseService(db, 'mail')
    log.info('the mail server answers and accepts the sign-in of SMTP_URL')
  } catch (error) {
    log.error({ err: error }, 'mail cannot be sent: the mail server of SMTP_URL refuses or does not answer')
    if (error instanceof OutsideFault) await holdService(db, error).catch(() => {})
  }
}

/** Opens database and files, and fills an empty installation with its first content. */
async function openData(settings: Settings, log: Logger, note: Note) {
  const upgrading = answerWhileUpgrading(settings)
  const { db, files, firstAdmin, release } = await openInstallation(settings, note, (step) => {
    log.info(step, 'the database is being brought up to date; calls are answered with 503 until then')
    upgrading.tell(step)
  }).finally(upgrading.end)
  // Printed immediately: if the start failed later, a generated password would never be seen.
  if (firstAdmin) printFirstSignIn(firstAdmin)
  if (firstAdmin?.hasCommonPassword) log.warn(COMMON_PASSWORD)
  const mended = await mendSequences(db)
  if (mended.length) log.warn({ tables: mended }, 'sequences were behind their tables and have been moved forward')
  const risks = await durabilityRisks(db)
  if (risks.length) log.warn(`a power cut may lose saved records: PostgreSQL has ${risks.join(', ')} switched off`)
  if (settings.demoData) await addDemoDataInProcess(db, settings)
  return { db: await reopenForCalls(settings, db), files, firstAdmin, release }
}

async function openConfiguredReplica({ databaseReadUrl: url }: Settings, db: Db, log: Logger) {
  if (url === undefined) return undefined
  const replica = await openReplica(url, { db, installation: await installationId(db) }, log)
  if (replica.isForeign()) throw new SettingsError('DATABASE_READ_URL: leads to another database than DATABASE_URL')
  return replica
}

async function scheduleBackups(settings: Settings, db: Db, { name, isPaused }: Heartbeat, log: Logger) {
  const { dataDir, databaseUrl, s3, backupKeep: keep, backupDir: folder, backupEveryHours: everyHours } = settings
  // With a data folder of its own, no other server could have made backups, whatever this one was called before.
  if (folder === undefined) await forgetBackups(db, databaseUrl ? name : undefined)
  if (folder === undefined) return undefined
  const version = productVersion()
  const make = (signal: AbortSignal) => makeBackupInProcess({ dataDir, databaseUrl, s3, folder, version }, signal)
  const installation = await installationId(db)
  const noteBackups = (known: BackupNote) => note(db, name, 'backups', known)
  const mayRun = () => !isPaused()
  return startBackups({ folder, installation, keep, everyHours, make, mayRun, note: noteBackups }, log)
}

function printFirstSignIn({ email, madeUp }: { email: string; madeUp: string | undefined }) {
  console.log(`\n  Sign in as ${email}`)
  if (madeUp) console.log(`  with the password ${madeUp} (shown only once)`)
}

function printAddresses(
  { publicUrl, smtpUrl, databaseUrl, dataDir }: Settings,
  hasStartedBefore: boolean,
  mailFolder: string,
) {
  const lines = [
    '',
    `  RV Owner Back-Office is ready at ${publicUrl}`,
    `  Release ${productVersion()}, schema ${schemaOfRelease}`,
    `  Database ${databaseUrl ? `PostgreSQL, ${describeAddress(databaseUrl)}` : `SQLite, ${join(dataDir, DATABASE_FILE)}`}`,
  ]
  if (hasStartedBefore) {
    const where = smtpUrl ? 'it comes by email' : `the mail is written to ${mailFolder}`
    lines.push(`  Forgot the password? Ask for a code on the login page; ${where}`)
  }
  lines.push(`  The calls are described at ${publicUrl}/api/docs`, '')
  console.log(lines.join('\n'))
}

function warnOfForgery(log: Logger) {
  const warning =
    'DEMO_SOCIAL_SIGN_IN is on, so anyone can sign in to the app as anyone who uses a social network. Never use it with real data.'
  console.log(`  WARNING: ${warning}\n`)
  log.warn(warning)
}

/** Signals at the same time count as one: a terminal, npm and a service manager may each pass it on. */
const TOGETHER = 1_000

/**
 * Calls `stop` at the first signal and exits with 0 when it is done. A second Ctrl+C, at least a second later, does not
 * wait.
 */
function stopBySignal(stop: (signal: NodeJS.Signals) => Promise<void>) {
  let since: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (since !== undefined) {
        if (signal === 'SIGINT' && Date.now() - since > TOGETHER) process.exit(1)
        return
      }
      since = Date.now()
      stop(signal).then(
        () => process.exit(0),
        (error) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}
