import { hash } from 'node:crypto'
import { mayBeCompressed } from './compression.ts'
import type { App } from './serve.ts'

/** The ETag of an answer. One that is sent often brings its own along, so that it is made once. */
export const entityTag = (payload: string) => `"${hash('sha256', payload, 'base64url')}"`

/**
 * Gives the answers of all GETs in this part of the server an ETag, a weak one if they may be compressed, and answers 304 without a body to
 * If-None-Match (RFC 9110, 13.1.2). Copies must be revalidated each time; those that need a session are private.
 */
export function tagReads(app: App) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const tag = String(reply.getHeader('etag') ?? entityTag(payload))
    reply.header('etag', mayBeCompressed(request, payload) ? `W/${tag}` : tag)
    reply.header('cache-control', request.session ? 'private, no-cache' : 'no-cache')
    const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
    if (!known?.includes(tag) && !known?.includes('*')) return payload
    reply.status(304)
    return null
  })
}
