import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { type AppSettings, appSettings } from '#contract/app-settings.ts'
import { AppError } from '../errors.ts'
import type { App } from './serve.ts'

// Calls and files, hidden files, and files at the root such as /sitemap.xml; a page may have a dot further down.
const NO_PAGE = /^\/(api|app|assets|files)\/|\/\.|^\/[^/]*\.[^/]*$/
const PLACE = '<!--app-settings-->'

const pathOf = (url: string) => decodeURIComponent(url.replace(/\?.*/s, ''))

/** The application's HTML with the settings filled in, escaped for a script element. */
export const withAppSettings = (html: string, settings: AppSettings) =>
  html.replace(PLACE, () => JSON.stringify(appSettings.parse(settings)).replaceAll('<', '\\u003c'))

/**
 * Serves the built application from `folder`: assets, cached for good because their names change with their content,
 * and the page on every other path that is no file's, so that deep links survive a reload.
 */
export async function serveAppPage(app: App, folder: string, settings: AppSettings) {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null)
  const page = html && withAppSettings(html, settings)

  app.register(fastifyStatic, {
    root: folder,
    wildcard: true,
    index: false,
    // What the build keeps for itself.
    dotfiles: 'ignore',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    setHeaders(reply, path) {
      if (!path.includes('assets')) reply.header('cache-control', 'public, max-age=3600')
    },
  })

  app.setNotFoundHandler((request, reply) => {
    const { method, url, originalUrl } = request
    const isPage = (method === 'GET' || method === 'HEAD') && !NO_PAGE.test(pathOf(url))
    if (!isPage) throw new AppError(404, 'There is nothing at this address.')
    // The application itself could not read such an address.
    if (/^[^?]*(\/\/|\\)/.test(originalUrl)) return reply.redirect(url, 308)
    if (!page) throw new AppError(503, 'The application has not been built yet: run npm run build.')
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
  app.get('/', (_request, reply) => reply.callNotFound())
}
