import helmet from 'helmet'
import type { Settings } from '../settings/settings.ts'
import type { App } from './app-type.ts'

const FOR_ALL = ['X-Content-Type-Options', 'Cross-Origin-Resource-Policy', 'Strict-Transport-Security']

/** Sets the security headers: all of them on pages, a few on assets and calls. */
export function setSecurityHeaders(app: App, settings: Settings) {
  const headers = securityHeaders(settings)
  const otherHeaders = headersForAll(settings)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(/^\/(assets|api\/v1|app\/v1)\//.test(request.url) ? otherHeaders : headers)
    done()
  })
}

/** The headers of answers that are not pages, which most headers would only make larger. */
export const headersForAll = (settings: Settings) =>
  Object.fromEntries(Object.entries(securityHeaders(settings)).filter(([name]) => FOR_ALL.includes(name)))

/** Features that pages never use, and that no script in them may request. */
const UNUSED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

const nothing = { script: [], style: [], font: [], img: [], connect: [], frame: [] }
/** The hosts that Google lists for its Maps JavaScript API; allowed only if its key is set. */
const googleMaps = {
  script: ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com', 'blob:'],
  style: ['https://fonts.googleapis.com'],
  font: ['https://fonts.gstatic.com'],
  img: [
    'https://*.googleapis.com',
    'https://*.gstatic.com',
    'https://*.google.com',
    'https://*.googleusercontent.com',
    'https://*.ggpht.com',
  ],
  connect: ['https://*.googleapis.com', 'https://*.google.com', 'https://*.gstatic.com', 'data:', 'blob:'],
  frame: ['https://*.google.com'],
}

// The headers never differ, so helmet makes them once.
function securityHeaders({ publicUrl, apiUrl, maps }: Settings) {
  const origins = ["'self'", new URL(publicUrl).origin]
  if (URL.canParse(apiUrl)) origins.push(new URL(apiUrl).origin)
  const google = maps.google ? googleMaps : nothing
  const tiles = maps.tiles ? [new URL(maps.tiles.url).origin] : []
  const makeHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: [...origins, ...google.connect],
        fontSrc: ["'self'", 'data:', ...google.font],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // The players of embedded videos; see server/rich-text/video-frame.ts.
        frameSrc: [
          'https://www.youtube-nocookie.com',
          'https://www.youtube.com',
          'https://player.vimeo.com',
          ...google.frame,
        ],
        imgSrc: [...origins, 'data:', 'blob:', ...tiles, ...google.img],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'", ...google.script],
        // The UI library sets sizes by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'", ...google.style],
        ...(maps.google && { workerSrc: ["'self'", 'blob:'] }),
      },
    },
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: 31_536_000 },
    // Google, and some tile servers, check the referrer to see whether the key may be used.
    referrerPolicy: { policy: maps.google || maps.tiles ? 'strict-origin-when-cross-origin' : 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  const headers: Record<string, string> = { 'Permissions-Policy': UNUSED.map((feature) => `${feature}=()`).join(', ') }
  const response = { setHeader: (name: string, value: string) => void (headers[name] = value), removeHeader: () => {} }
  makeHeaders({} as never, response as never, (error?: unknown) => {
    if (error) throw error
  })
  return headers
}
