import helmet from 'helmet'
import type { Settings } from '../settings.ts'
import type { App } from './serve.ts'

const FOR_ALL = ['X-Content-Type-Options', 'Cross-Origin-Resource-Policy', 'Strict-Transport-Security']

/** Sets the headers that tell browsers what pages of this site may do. */
export function setSecurityHeaders(app: App, settings: Settings) {
  const headers = securityHeaders(settings)
  // Assets and answers are no pages: most of these would only weigh on them.
  const otherHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => FOR_ALL.includes(name)))
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(/^\/(assets|api\/v1|app\/v1)\//.test(request.url) ? otherHeaders : headers)
    done()
  })
}

// They are the same for every answer, so helmet makes them once.
function securityHeaders({ publicUrl, apiUrl }: Settings) {
  const origins = ["'self'", new URL(publicUrl).origin]
  if (URL.canParse(apiUrl)) origins.push(new URL(apiUrl).origin)
  const makeHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: origins,
        fontSrc: ["'self'", 'data:'],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Where the videos of rich text play; see server/rich-text/video-frame.ts.
        frameSrc: ['https://www.youtube-nocookie.com', 'https://www.youtube.com', 'https://player.vimeo.com'],
        imgSrc: [...origins, 'data:', 'blob:'],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // The UI library sizes its parts by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
      },
    },
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: 31_536_000 },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  const headers: Record<string, string> = {}
  const response = { setHeader: (name: string, value: string) => void (headers[name] = value), removeHeader: () => {} }
  makeHeaders({} as never, response as never, (error?: unknown) => {
    if (error) throw error
  })
  return headers
}
