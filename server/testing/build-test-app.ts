import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { v7 as newId } from 'uuid'
import { account, tokenOf } from '#contract/account.ts'
import { API_BASE, addressOf, type CallOutput, type Endpoint } from '#contract/endpoint.ts'
import type { Language } from '#contract/french.ts'
import type { Failure } from '#contract/records.ts'
import { buildApp } from '../app.ts'
import { hashPassword } from '../auth/passwords.ts'
import { openSession } from '../auth/sessions.ts'
import { openPostgres } from '../db/engines/open-postgres.ts'
import type { Db } from '../db/schema.ts'
import { textKey } from '../db/search/text-key.ts'
import type { Deps } from '../deps.ts'
import { frenchOf } from '../french/french-of.ts'
import { fileJobs } from '../housekeeping/file-facts.ts'
import { watchAsked } from '../integrations/asked.ts'
import { diskFiles } from '../integrations/files/disk.ts'
import { identitySources } from '../integrations/identity/sources.ts'
import type { Mail } from '../integrations/mail/mailer.ts'
import { pictureFetcher } from '../integrations/pictures/fetch-picture.ts'
import { placesOnThread } from '../integrations/places/places.ts'
import { pushSource } from '../integrations/push/source.ts'
import { warrantySource } from '../integrations/warranty/site.ts'
import { webhookPoster } from '../integrations/webhooks/post-webhook.ts'
import { type JobHandlers, runNextJob } from '../jobs/jobs.ts'
import { runDue } from '../jobs/schedule.ts'
import { localBus } from '../live/bus.ts'
import { postgresBus } from '../live/postgres-bus.ts'
import { LARGE_CHANGE } from '../resources/changes/running-change.ts'
import { pastDaysJobs } from '../resources/dashboard/past-days.ts'
import { dueHandlers } from '../resources/due-handlers.ts'
import { mailJobs } from '../resources/mails.ts'
import { recordJobs } from '../resources/record-jobs.ts'
import { readSettings } from '../settings/settings.ts'
import { webhookJobs } from '../webhooks/send.ts'
import { openTestDatabase, watchStatements } from './open-test-database.ts'

export const ADMIN = { email: 'ada@example.com', password: 'correct-horse-1!' }
export const API_KEY = 'the-key-of-the-tests'

/** How a test makes a call; defaults are what a signed-in application would send. */
export type CallAs = {
  token?: string | null
  key?: string | null
  idempotencyKey?: string
  address?: string
  headers?: Record<string, string>
  /** The language that a call of the owners’ app asks for. */
  language?: Language | undefined
}

export type TestApp = Awaited<ReturnType<typeof buildTestApp>>

/**
 * The real app on a fresh migrated database, with one administrator signed in, its own folder for files, and mails
 * collected in `mails`. `env` changes settings; with DATABASE_URL the app joins others on that database. `more`
 * replaces parts.
 */
export async function buildTestApp(
  env: Record<string, string> = {},
  more: Partial<Pick<Deps, 'largeChange' | 'fetchPicture' | 'postWebhook' | 'readFacts' | 'backupState'>> = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'back-office-'))
  const settings = readSettings({
    DATA_DIR: dataDir,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    API_KEY,
    LOG_LEVEL: 'silent',
    // Nothing is sent there: mail is collected in `mails`.
    SMTP_URL: 'smtp://mail.example',
    ...env,
  })
  const log = pino({ level: settings.logLevel })
  const { log: logStatement, statementsOf } = watchStatements()
  const db = settings.databaseUrl
    ? openPostgres(settings.databaseUrl, 6, undefined, logStatement)
    : await openTestDatabase(logStatement)
  const adminId = await addAdmin(db)
  const mails: Mail[] = []
  const push = pushSource(settings)
  const bus = settings.databaseUrl ? postgresBus(settings.databaseUrl, log) : localBus()
  const asked = watchAsked()
  const deps = {
    db,
    settings,
    apiKey: settings.apiKey ?? API_KEY,
    files: diskFiles(join(dataDir, 'files')),
    checkWarranty: warrantySource(settings, db, log, asked.note),
    fetchPicture: pictureFetcher(),
    push,
    postWebhook: webhookPoster({ privateAddresses: settings.webhookPrivateAddresses }),
    places: placesOnThread(),
    identities: identitySources(settings, asked.note),
    troubles: asked.troubles,
    bus,
    log,
    // Steps of one size, however long they take here.
    largeChange: { ...LARGE_CHANGE, target: undefined },
    ...more,
  }
  const token = await openSession(db, adminId)
  const app = await buildApp(deps, { version: '0.0.0', webFolder: join(dataDir, 'web') })

  /** Sends anything to a call: given by the call itself, or by the path of one of the back-office's POSTs. */
  async function send(
    to: string | Endpoint,
    body: unknown,
    { token: as = token, key = API_KEY, idempotencyKey, address: from, headers, language }: CallAs = {},
  ) {
    const isGet = typeof to !== 'string' && to.get
    const address = typeof to === 'string' ? `${API_BASE}/${to}` : addressOf(to)
    const form = body instanceof FormData ? await encodeForm(body) : undefined
    const answer = await app.inject({
      method: isGet ? 'GET' : 'POST',
      url: `${address}?${new URLSearchParams({ platform: 'web', ...(language && { language }), ...(isGet && (body as object)) })}`,
      headers: {
        ...(!isGet && { 'content-type': form?.type ?? 'application/json' }),
        ...(key !== null && { 'x-api-key': key }),
        ...(as && { token: as }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(!isGet && { payload: form?.bytes ?? (typeof body === 'string' ? body : JSON.stringify(body)) }),
      ...(from && { remoteAddress: from }),
    })
    if (typeof to !== 'string' && to.owner && !settings.languages.includes('fr')) expectFrench(answer, isGet)
    return answer
  }

  /** Makes a call that must succeed; its body must be what the contract promises. */
  async function call<E extends Endpoint>(endpoint: E, input: unknown, as?: CallAs): Promise<CallOutput<E>> {
    const response = await send(endpoint, input, as)
    if (response.statusCode !== 200)
      throw new Error(`${endpoint.path} answered ${response.statusCode}: ${response.body}`)
    if (endpoint.path.endsWith('/add')) waitForNextMillisecond()
    return endpoint.output.parse(response.json()) as CallOutput<E>
  }

  /** Makes a call that must be refused, and returns its status and body. */
  async function refusal(endpoint: Endpoint, input: unknown, as?: CallAs) {
    const response = await send(endpoint, input, as)
    if (response.statusCode === 200) throw new Error(`${endpoint.path} was not refused: ${response.body}`)
    return { status: response.statusCode, ...response.json<Failure>(), headers: response.headers }
  }

  const signIn = async (fields = ADMIN) => tokenOf((await call(account.login, fields, { token: null })).data)

  return {
    app,
    db,
    deps,
    dataDir,
    mails,
    token,
    send,
    call,
    refusal,
    signIn,
    statementsOf,
    /** Carries out all due acts and jobs. */
    async runJobs() {
      const mail = async (mail: Mail) => void mails.push(mail)
      const handlers: JobHandlers = {
        ...mailJobs({ db, mail, bus }, settings),
        ...recordJobs(deps, push),
        ...pastDaysJobs(db),
        ...webhookJobs(db, deps.postWebhook),
        ...fileJobs(db, deps.files),
      }
      await runDue(db, dueHandlers(bus, settings), log)
      while (await runNextJob(db, handlers, log));
    },
    async close() {
      await app.close()
      await deps.places.stop()
      await bus.stop()
      await db.destroy()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const neverNotified = new Int32Array(new SharedArrayBuffer(4))
/** Lists show the newest first, by the millisecond. Works with fake timers too. */
const waitForNextMillisecond = () => void Atomics.wait(neverNotified, 0, 0, 1)

let passwordHash: Promise<string> | undefined

/** Adds the tests' administrator if there is none yet, and returns its id. The password is hashed once. */
async function addAdmin(db: Db) {
  const known = await db.selectFrom('admins').select('id').where('email', '=', ADMIN.email).executeTakeFirst()
  if (known) return known.id
  const id = newId()
  const now = new Date().toISOString()
  const name = 'Administrator'
  await db
    .insertInto('admins')
    .values({
      id,
      name,
      name_key: textKey(name),
      email: ADMIN.email,
      password_hash: await (passwordHash ??= hashPassword(ADMIN.password)),
      avatar_file: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

async function encodeForm(form: FormData) {
  const response = new Response(form)
  return { type: response.headers.get('content-type') ?? '', bytes: Buffer.from(await response.arrayBuffer()) }
}

type Answer = { statusCode: number; headers: Record<string, unknown>; body: string }
/** Throws if a sentence for owners has no French: see server/french/french-of.ts. */
function expectFrench({ statusCode, headers, body }: Answer, isRead: boolean | undefined) {
  if (!String(headers['content-type']).startsWith('application/json') || !body || (statusCode === 200 && isRead)) return
  const { message, errors = {} } = JSON.parse(body) as Failure
  const unknown = [message, ...Object.values(errors).flat()].filter((one) => frenchOf(one) === undefined)
  if (unknown.length) throw new Error(`no French is written for: ${unknown.join(' ')}`)
}
