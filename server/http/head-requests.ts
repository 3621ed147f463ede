import type { App } from './serve.ts'

/** Statuses of answers that have no body and tell no length (RFC 9110, 8.6). */
const WITHOUT_LENGTH = [204, 304]

/** Tells HEAD no length where GET is told none; Fastify would say 0. Call it before the routes are added. */
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
