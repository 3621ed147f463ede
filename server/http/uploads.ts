import { mkdirSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { App } from './serve.ts'

/**
 * Serves the uploaded files in `folder` (an absolute path) under /files/. A file's name never gets another content, so
 * it may be cached for good; and whatever a file holds, it cannot act as a page of this site.
 */
export function serveUploads(app: App, folder: string) {
  mkdirSync(folder, { recursive: true })
  app.register(fastifyStatic, {
    root: folder,
    prefix: '/files/',
    decorateReply: false,
    index: false,
    dotfiles: 'deny',
    immutable: true,
    maxAge: '1y',
    setHeaders(reply) {
      reply.header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
      reply.header('cross-origin-resource-policy', 'cross-origin')
    },
  })
}
