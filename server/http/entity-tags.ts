import { hash } from 'node:crypto'
import type { App } from './serve.ts'

/**
 * Gives the answers of all reads in this part of the server an ETag, and answers 304 without a body to who has the same
 * one already (If-None-Match). Copies may be kept, and must be asked about each time; one's own by nobody else.
 */
export function tagReads(app: App) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const tag = `"${hash('sha256', payload, 'base64url')}"`
    reply.header('etag', tag)
    reply.header('cache-control', request.session ? 'private, no-cache' : 'no-cache')
    const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
    if (!known?.includes(tag) && !known?.includes('*')) return payload
    reply.status(304)
    return null
  })
}
