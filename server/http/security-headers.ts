import helmet from '@fastify/helmet'
import type { Settings } from '../settings.ts'
import type { App } from './serve.ts'

/** The headers that tell browsers what pages of this site may do. */
export function setSecurityHeaders(app: App, { publicUrl, apiUrl }: Settings) {
  const origins = ["'self'", new URL(publicUrl).origin]
  if (URL.canParse(apiUrl)) origins.push(new URL(apiUrl).origin)
  app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: origins,
        fontSrc: ["'self'", 'data:'],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        imgSrc: [...origins, 'data:', 'blob:'],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // The UI library sizes its parts by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
      },
    },
    hsts: publicUrl.startsWith('https:') && { maxAge: 31_536_000 },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  })
}
