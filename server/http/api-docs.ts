import scalar from '@scalar/fastify-api-reference'
import type { FastifyRequest } from 'fastify'
import { API_BASE, OWNER_BASE } from '#contract/endpoint.ts'
import { randomToken } from '../auth/tokens.ts'
import { appOpenApi } from './app-openapi.ts'
import type { App } from './app-type.ts'
import { compressAnswers, compressedOnce } from './compression.ts'
import { entityTag, knowsTag } from './entity-tags.ts'
import { openApi } from './openapi.ts'

const PREFIX = '/api/docs'
/**
 * Put before the viewer's script, whose Zod would test whether the policy allows eval; see web/app/zod-without-eval.ts.
 */
const WITHOUT_EVAL = 'globalThis.__zod_globalConfig = { jitless: true };\n'
const isScript = ({ routeOptions }: FastifyRequest) => routeOptions.url === `${PREFIX}/js/scalar.js`

const withTag = (text: string) => ({ text, tag: entityTag(text) })

/**
 * Serves the OpenAPI descriptions at /api/v1/openapi.json and, for the owners' app alone, at /app/v1/openapi.json, and
 * a readable page at /api/docs.
 */
export function serveApiDocs(app: App, version: string, lists: Parameters<typeof openApi>[1]) {
  serveDescription(app, `${API_BASE}/openapi.json`, () => openApi(version, lists))
  serveDescription(app, `${OWNER_BASE}/openapi.json`, () => appOpenApi(version))

  app.register(async (docs) => {
    // The page starts its viewer from an inline script, which the site's policy would block. The plugin takes one
    // permanent nonce, so each answer replaces it with a fresh one.
    const placeholder = randomToken()
    const compressed = compressedOnce()
    docs.addHook('onSend', async (request, reply, payload) => {
      const nonce = randomToken()
      reply.header(
        'content-security-policy',
        `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; base-uri 'none'; frame-ancestors 'none'`,
      )
      if (typeof payload !== 'string') return payload
      if (!isScript(request)) return payload.replaceAll(placeholder, nonce)
      const script = WITHOUT_EVAL + payload
      const made = await compressed(request.headers['accept-encoding'] ?? '', script)
      if (!made) return script
      reply.headers({ 'content-encoding': made.encoding, 'content-length': made.body.length, vary: 'accept-encoding' })
      return made.body
    })
    // After that hook, which needs the text.
    await compressAnswers(docs)
    docs.register(scalar, {
      routePrefix: PREFIX,
      configuration: {
        url: `${API_BASE}/openapi.json`,
        pageTitle: 'RV Owner Back-Office: the calls',
        nonce: placeholder,
        withDefaultFonts: false,
        telemetry: false,
        // These buttons lead to the viewer's own cloud services.
        showDeveloperTools: 'never',
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    })
  })
}

/** Serves a description that is made, written and compressed only once, because anyone may ask. */
function serveDescription(app: App, path: string, make: () => object) {
  let written: { text: string; tag: string } | undefined
  const compressed = compressedOnce()
  app.get(path, async (request, reply) => {
    written ??= withTag(JSON.stringify(make()))
    const described = { 'cache-control': 'public, no-cache', vary: 'accept-encoding' }
    reply.headers({ etag: `W/${written.tag}`, 'request-id': request.id, ...described })
    if (knowsTag(request, written.tag)) return reply.status(304).send()
    reply.type('application/json; charset=utf-8')
    const made = await compressed(request.headers['accept-encoding'] ?? '', written.text)
    return made ? reply.header('content-encoding', made.encoding).send(made.body) : reply.send(written.text)
  })
}
