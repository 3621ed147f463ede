import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { now } from '../clock.ts'
import type { App } from './app-type.ts'
import { mayBeCompressed } from './compression.ts'

/** An answer's ETag. A frequently sent answer often brings its own, so that it is computed once. */
export const entityTag = (payload: string) => `"${hash('sha256', payload, 'base64url')}"`

/** Whether the caller already has the answer with this ETag (RFC 9110, 13.1.2). */
export function knowsTag({ headers }: FastifyRequest, tag: string) {
  const known = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known !== undefined && (known.includes(tag) || known.includes('*'))
}

/** In seconds: how long a shared cache, as in a CDN, may serve published content before it revalidates. */
const SHARED_SECONDS = 10

/**
 * For answers that are the same for everyone with the application key, and for those of one session (RFC 9111, 5.2.2).
 */
const sharedFor = (seconds: number) => `public, max-age=0, s-maxage=${seconds}, must-revalidate`
const PUBLISHED = {
  'cache-control': sharedFor(SHARED_SECONDS),
  vary: 'x-api-key, accept-encoding',
}
/** The Cache-Control of content that stays published until then (ISO 8601). */
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
    // An answer written once for everyone brings its tag along.
    const differsByOrigin = String(reply.getHeader('vary')).includes('Origin')
    const ends = reply.getHeader('cache-control')
    const isTimed = typeof ends === 'string' && ends.startsWith('public')
    const asPublished = isTimed ? { ...PUBLISHED, 'cache-control': ends } : PUBLISHED
    reply.headers(written === undefined || request.session ? OWN : asPublished)
    if (differsByOrigin) reply.header('vary', `${PUBLISHED.vary}, origin`)
    // A revalidating cache such as nginx ignores the 0 of a 304, and keeps its answer as long as before.
    const isOver = ends === sharedFor(0)
    if (isOver || !knowsTag(request, tag)) return payload
    reply.status(304)
    // Fastify removes the body of an answer to HEAD itself, and fails if there is none.
    return request.method === 'HEAD' ? payload : null
  })
}

/** Statuses of answers without body and length (RFC 9110, 8.6). */
const WITHOUT_LENGTH = [204, 304]

/** Omits the length for HEAD where GET omits it; Fastify would say 0. Call it before adding routes. */
export function answerHeads(app: App) {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') return
    const hooks = [route.onSend ?? []].flat()
    hooks.push((_request, reply, payload, done) => {
      if (WITHOUT_LENGTH.includes(reply.statusCode)) reply.removeHeader('content-length')
      done(null, payload)
    })
    route.onSend = hooks
  })
}
