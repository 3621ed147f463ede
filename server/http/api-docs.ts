import scalar from '@scalar/fastify-api-reference'
import { API_BASE } from '#contract/calls.ts'
import { randomToken } from '../secrets/tokens.ts'
import { compressAnswers } from './compression.ts'
import { openApi } from './openapi.ts'
import type { App } from './serve.ts'

/** Serves the OpenAPI description at /api/v1/openapi.json, and a readable page at /api/docs. */
export function serveApiDocs(app: App, version: string) {
  let description: ReturnType<typeof openApi> | undefined
  app.register(async (docs) => {
    await compressAnswers(docs)
    docs.get(`${API_BASE}/openapi.json`, async () => (description ??= openApi(version)))
  })

  app.register(async (docs) => {
    // The page starts its viewer from an inline script, which the site's policy would block. The plugin takes one nonce
    // for good, so each answer replaces that one with a fresh one.
    const placeholder = randomToken()
    docs.addHook('onSend', async (_request, reply, payload) => {
      const nonce = randomToken()
      reply.header(
        'content-security-policy',
        `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; base-uri 'none'; frame-ancestors 'none'`,
      )
      return typeof payload === 'string' ? payload.replaceAll(placeholder, nonce) : payload
    })
    // After that hook, which needs the text.
    await compressAnswers(docs)
    docs.register(scalar, {
      routePrefix: '/api/docs',
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
