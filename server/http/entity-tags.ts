import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { now } from '../clock.ts'
import { mayBeCompressed } from './compression.ts'
import type { App } from './serve.ts'

/** The ETag of an answer. One that is sent often brings its own along, so that it is made once. */
export const entityTag = (payload: string) => `"${hash('sha256', payload, 'base64url')}"`

/** Whether the caller has the answer with this ETag already (RFC 9110, 13.1.2). */
export function knowsTag({ headers }: FastifyRequest, tag: string) {
  const known = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known !== undefined && (known.includes(tag) || known.includes('*'))
}

/** In seconds, how long a shared cache, as of a CDN, may answer with published content before it asks again. */
const SHARED_SECONDS = 10

/** Of what is the same for everybody who has the application key, and of what belongs to one session (RFC 9111, 5.2.2). */
const sharedFor = (seconds: number) => `public, max-age=0, s-maxage=${seconds}, must-revalidate`
const PUBLISHED = {
  'cache-control': sharedFor(SHARED_SECONDS),
  vary: 'x-api-key, accept-encoding',
}
/** The Cache-Control of what is published until then (ISO 8601) and no longer. */
export const sharedUntil = (until: string) =>
  sharedFor(Math.max(0, Math.min(SHARED_SECONDS, Math.floor((Date.parse(until) - now()) / 1000))))
const OWN = { 'cache-control': 'private, no-cache' }
const READS = ['GET', 'HEAD']

/**
 * Gives the answers of all GETs in this part of the server an ETag, a weak one if they may be compressed, and answers
 * 304 without a body to If-None-Match (RFC 9110, 13.1.2). Apps must revalidate their copies each time; shared caches
 * keep published content only.
 */
export function tagReads(app: App) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!READS.includes(request.method) || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const written = reply.getHeader('etag')
    const tag = String(written ?? entityTag(payload))
    reply.header('etag', mayBeCompressed(request, payload) ? `W/${tag}` : tag)
    // What was written once for everybody brings its tag along.
    const differsByOrigin = String(reply.getHeader('vary')).includes('Origin')
    const ends = reply.getHeader('cache-control')
    const isTimed = typeof ends === 'string' && ends.startsWith('public')
    const asPublished = isTimed ? { ...PUBLISHED, 'cache-control': ends } : PUBLISHED
    reply.headers(written === undefined || request.session ? OWN : asPublished)
    if (differsByOrigin) reply.header('vary', `${PUBLISHED.vary}, origin`)
    // A cache that revalidates, as nginx does, takes the 0 of a 304 for nothing said, and keeps its answer as long as before.
    const isOver = ends === sharedFor(0)
    if (isOver || !knowsTag(request, tag)) return payload
    reply.status(304)
    // Fastify takes the body of an answer to HEAD away itself, and fails where there is none.
    return request.method === 'HEAD' ? payload : null
  })
}
