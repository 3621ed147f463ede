import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { type AppSettings, appSettings } from '#contract/app-settings.ts'
import { API_BASE, OWNER_BASE } from '#contract/endpoint.ts'
import { AppError } from '../errors.ts'
import type { App } from './app-type.ts'
import { markAnswer, noSuchCall } from './no-such-call.ts'
import { hasOddSlashes } from './tidy-url.ts'

/** Calls and files, which nobody visits as pages. */
const NO_PAGE = /^\/(api|app|assets|files)\//
const CALLS = [API_BASE, OWNER_BASE]
/** Hidden files, and files at the root such as /sitemap.xml; a page may have a dot further down. */
const MISSING_FILE = /\/\.|^\/[^/.]*\.[^/]*$/
/** Variants sent instead of another file, and files internal to the build. */
const NOT_SENT = /^\/index\.html$|\/\.|\.(br|gz)$/
const PLACE = '<!--app-settings-->'

const pathOf = (url: string) => decodeURIComponent(url.replace(/\?.*/s, ''))

/** The application's HTML with the settings filled in, escaped for a script element. */
export const withAppSettings = (html: string, settings: AppSettings) =>
  html.replace(PLACE, () => JSON.stringify(appSettings.parse(settings)).replaceAll('<', '\\u003c'))

/**
 * Serves the built application from `folder`: assets, cached forever because their names change with their content, and
 * the page on every other path that does not name a file, so that deep links survive a reload. A missing file at the
 * root gets the page with a 404.
 */
export async function serveAppPage(app: App, folder: string, settings: AppSettings) {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null)
  const page = html && withAppSettings(html, settings)
  const files = await filesIn(folder)

  app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    setHeaders(reply, path) {
      if (!path.includes('assets')) reply.header('cache-control', 'public, max-age=3600')
    },
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler(request, reply) {
      const path = pathOf(request.url)
      return files.has(path) ? reply.sendFile(path) : reply.callNotFound()
    },
  })

  app.setNotFoundHandler((request, reply) => {
    const { method, url, originalUrl } = request
    const path = pathOf(url)
    // A GET of a POST call ends up here, as does anything that is not a file.
    if (CALLS.some((base) => path.startsWith(`${base}/`))) {
      throw noSuchCall(app, method, path, markAnswer(request, reply))
    }
    const isMissingFile = MISSING_FILE.test(path)
    const isPage = (method === 'GET' || method === 'HEAD') && !NO_PAGE.test(path)
    if (!isPage || (isMissingFile && !page)) throw new AppError(404, 'There is nothing at this address.')
    // The application itself could not read such an address.
    if (hasOddSlashes(originalUrl)) return reply.redirect(url, 308)
    if (!page) throw new AppError(503, 'The application has not been built yet: run npm run build.')
    if (isMissingFile) reply.status(404)
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}

/** The paths of all built files that may be sent. */
async function filesIn(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).replaceAll(sep, '/')}`)
  return new Set(paths.filter((path) => !NOT_SENT.test(path)))
}
