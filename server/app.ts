import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify, { LogController } from 'fastify'
import { v7 as newId } from 'uuid'
import { API_BASE, OWNER_BASE } from '#contract/endpoint.ts'
import { appSessionNow, findAppSession } from './auth/app-sessions.ts'
import { findProgram, programNow } from './auth/program-keys/keys.repository.ts'
import { findSession, sessionNow } from './auth/sessions.ts'
import { stripNul } from './db/strip-nul.ts'
import type { Deps } from './deps.ts'
import { AppError, beingUpdated } from './errors.ts'
import { serveApiDocs } from './http/api-docs.ts'
import { serveAppPage } from './http/app-page.ts'
import type { App } from './http/app-type.ts'
import { authenticate, sessionEndedInApp, sessionEndedInBackOffice } from './http/authentication.ts'
import { limitBodyTime } from './http/body-time.ts'
import { logCalls } from './http/call-log.ts'
import { watchForwarded } from './http/caller-address.ts'
import { compressAnswers } from './http/compression.ts'
import { watchConnections } from './http/connections.ts'
import { allowWebsites, isForWebsites, preflight } from './http/cors.ts'
import { answerHeads, tagReads } from './http/entity-tags.ts'
import { answerError } from './http/error-handler.ts'
import { addFileAddresses } from './http/file-addresses.ts'
import { serveHealth } from './http/health.ts'
import { FORM_LIMITS } from './http/multipart.ts'
import { markAnswer, noSuchCall } from './http/no-such-call.ts'
import { headersForAll, setSecurityHeaders } from './http/security-headers.ts'
import { tidyUrl } from './http/tidy-url.ts'
import { serveUploads } from './http/uploads.ts'
import { notedFiles } from './integrations/files/stored-files.ts'
import { mcpRoutes } from './mcp/mcp.routes.ts'
import { accountRoutes, sessionRoutes } from './resources/account/account.routes.ts'
import { campaignLetterRoutes } from './resources/campaigns/letters.routes.ts'
import { changeRoutes } from './resources/changes/changes.routes.ts'
import { dashboardRoutes } from './resources/dashboard/dashboard.routes.ts'
import { exportRoutes } from './resources/exports/exports.routes.ts'
import { firstStepsRoutes } from './resources/first-steps/first-steps.routes.ts'
import { frenchRoutes } from './resources/french/french.routes.ts'
import { importRoutes } from './resources/imports/imports.routes.ts'
import { keyRoutes } from './resources/keys/keys.routes.ts'
import { servedKinds } from './resources/kinds.ts'
import { MAIL } from './resources/letters.ts'
import { listedColumns } from './resources/listed.ts'
import { liveRoutes } from './resources/live/live.routes.ts'
import { DELIVER_NOTIFICATION } from './resources/notifications/delivery.service.ts'
import { configRoutes } from './resources/owner/config.routes.ts'
import { ownCampaignRoutes } from './resources/owner/own-campaigns.routes.ts'
import { ownNotificationRoutes } from './resources/owner/own-notifications.routes.ts'
import { ownRecordRoutes } from './resources/owner/own-records.routes.ts'
import { ownerAccountRoutes } from './resources/owner/owner-account.routes.ts'
import { syncRoutes } from './resources/owner/sync/sync.routes.ts'
import { placeRoutes } from './resources/places/places.routes.ts'
import { previewRoutes } from './resources/preview/preview.routes.ts'
import { privacyRoutes } from './resources/privacy/privacy.routes.ts'
import { rolloverRoutes } from './resources/rollovers/rollovers.routes.ts'
import { searchRoutes } from './resources/search/search.routes.ts'
import { secondFactorRoutes } from './resources/second-factor/second-factor.routes.ts'
import { securityRoutes } from './resources/security/security.routes.ts'
import { systemRoutes } from './resources/system/system.routes.ts'
import { viewRoutes } from './resources/views/views.routes.ts'
import { warrantyRoutes } from './resources/warranty/warranty.routes.ts'
import { webhookRoutes } from './resources/webhooks/webhooks.routes.ts'
import { watchOver } from './watch/watch.ts'

const KILOBYTE = 1024
/** Each takes memory even while idle; a proxy in front needs far fewer. */
const MOST_CONNECTIONS = 2_000
/** Enough for a few kilobytes, or a megabyte, over a slow connection. */
const MAX_BODY_SECONDS = { visitors: 20, others: 120 }

/** Where large uploads are while their call runs. */
export const uploadFolderOf = ({ dataDir }: { dataDir: string }) => join(dataDir, 'uploads')

/** Registers every resource. Those that are not kinds of records are listed here. */
function resources(app: App, deps: Deps) {
  for (const { serve } of Object.values(servedKinds)) serve(app, deps)
  accountRoutes(app, deps)
  sessionRoutes(app, deps)
  secondFactorRoutes(app, deps)
  securityRoutes(app, deps)
  warrantyRoutes(app, deps)
  placeRoutes(app, deps)
  viewRoutes(app, deps)
  systemRoutes(app, deps)
  dashboardRoutes(app, deps)
  firstStepsRoutes(app, deps)
  changeRoutes(app, deps)
  liveRoutes(app, deps)
  previewRoutes(app, deps)
  searchRoutes(app, deps)
  keyRoutes(app, deps)
  webhookRoutes(app, deps)
  privacyRoutes(app, deps)
  frenchRoutes(app, deps)
  exportRoutes(app, deps)
  importRoutes(app, deps)
  campaignLetterRoutes(app, deps)
  rolloverRoutes(app, deps)
}

/**
 * Builds the whole server, not yet listening. `version` is the product's; `webFolder` holds the built web application.
 */
export async function buildApp(given: Deps, { version, webFolder }: { version: string; webFolder: string }) {
  const deps = { ...given, files: notedFiles(given.db, given.files) }
  const { settings } = deps
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy > 0 && ((_address: string, hop: number) => hop < settings.trustProxy),
    // Calls have limits of their own.
    bodyLimit: 16 * KILOBYTE,
    // Enough for 50 MB over a slow connection. Node's own limit cuts off slow headers much sooner.
    requestTimeout: 900_000,
    return503OnClosing: false,
    // Refused in our own form instead, see server/http/connections.ts.
    http: { requireHostHeader: false },
    genReqId: requestIds(),
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: tidyUrl,
    // Hooks have not run here.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers(protection)),
    clientErrorHandler: (error, socket) => connections.refuse(error, socket),
  })
  app.server.maxConnections = MOST_CONNECTIONS
  app.decorate('uploadFolder', uploadFolderOf(settings))
  app.decorate('db', deps.db)
  app.decorate('bus', deps.bus)
  app.decorate('languages', deps.settings.languages)
  app.decorate('rehearsals', new Map())
  app.setErrorHandler(answerError)
  readJson(app)
  answerHeads(app)
  limitBodyTime(app, MAX_BODY_SECONDS)
  setSecurityHeaders(app, settings)
  const protection = headersForAll(settings)
  const connections = watchConnections(app, protection)
  logCalls(app, { all: settings.accessLog })
  app.decorate('forwardedIgnored', watchForwarded(app, settings))

  app.get(`${API_BASE}/ping`, (_request, reply) => reply.status(204).send())
  app.decorate('watch', watchInstallation(app, deps))
  serveHealth(app, {
    leaving: () => app.leaving.begun,
    watch: app.watch,
    heartbeat: deps.heartbeat,
  })
  serveApiDocs(app, version, listedColumns)
  serveUploads(app, deps.files)
  await serveAppPage(app, webFolder, {
    api: settings.apiUrl,
    apiKey: deps.apiKey,
    sendsMail: settings.smtpUrl !== undefined,
    french: settings.languages.includes('fr'),
    timeZone: settings.officeTimeZone,
    maps: settings.maps,
  })

  const appKeys = [{ name: 'default', key: deps.apiKey }, ...settings.appKeys]
  if (settings.mcp) mcpRoutes(app, deps, deps.apiKey, version)

  app.register(
    async (api) => {
      await answerCalls(api, deps)
      authenticate(
        api,
        appKeys,
        {
          db: deps.db,
          find: async (token, counts) =>
            (await findProgram(deps.db, token)) ?? findSession(deps.db, token, settings, counts),
          still: async (db, tokenHash) => (await sessionNow(db, tokenHash, settings)) ?? programNow(db, tokenHash),
          over: sessionEndedInBackOffice,
        },
        settings,
      )
      await api.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false })
      resources(api, deps)
    },
    { prefix: API_BASE },
  )
  app.register(
    async (api) => {
      await answerCalls(api, deps)
      allowWebsites(api, settings.websiteOrigins)
      authenticate(api, appKeys, {
        db: deps.db,
        find: (token) => findAppSession(deps.db, token),
        still: appSessionNow,
        over: sessionEndedInApp,
      })
      tagReads(api)
      ownerAccountRoutes(api, deps)
      ownRecordRoutes(api, deps)
      ownCampaignRoutes(api, deps)
      ownNotificationRoutes(api, deps)
      syncRoutes(api, deps)
      configRoutes(api, deps)
      for (const { publish } of Object.values(servedKinds)) publish?.(api, deps)
    },
    { prefix: OWNER_BASE },
  )
  return app
}

/** Starts watching what `deps` provide, and the app itself. */
function watchInstallation(app: App, deps: Deps) {
  const { db, settings, backupState: backups, heartbeat, replica, troubles, readFacts } = deps
  return watchOver(
    {
      db,
      dataDir: settings.dataDir,
      kinds: { mail: [MAIL], push: [DELIVER_NOTIFICATION] },
      backups,

      heartbeat,
      replica,
      troubles,
      forwardedIgnored: app.forwardedIgnored,
      log: app.log,
    },
    readFacts,
  )
}

async function answerCalls(api: App, { settings, heartbeat }: Deps) {
  addFileAddresses(api, settings.publicUrl)
  await compressAnswers(api)
  api.addHook('onRequest', (_request, _reply, done) => done(heartbeat?.isPaused() ? beingUpdated() : undefined))
  api.addHook('onRequest', (request, reply, done) => {
    markAnswer(request, reply)
    done()
  })
  api.setNotFoundHandler(({ method, url, headers }, reply) => {
    const [path = ''] = url.split('?')
    const asked = method === 'OPTIONS' && isForWebsites(path)
    const answer = asked ? preflight(settings.websiteOrigins, headers.origin) : undefined
    if (answer) return reply.headers(answer).status(204).send()
    throw noSuchCall(api, method, path, reply)
  })
}

// An empty body is read as {}.
function readJson(app: App) {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, {})
    // Decoding would replace invalid bytes, and the replacements would be saved.
    if (!isUtf8(body as Buffer)) return done(new AppError(400, 'The request is not valid UTF-8.'))
    return parseJson(request, stripNul(body.toString()), done)
  })
}

// Unique across restarts and servers, and cheaper than a UUID for each request.
function requestIds() {
  const start = newId()
  let count = 0
  return () => `${start}-${(count++).toString(36)}`
}
