import type { ServerResponse } from 'node:http'
import { CHANGE_STREAM, type ChangeEvent, type PresenceEvent, type PrintingEvent } from '#contract/change-stream.ts'
import { type Present, records } from '#contract/changes.ts'
import type { EndedSession } from '#contract/endpoint.ts'
import type { RecordType } from '#contract/kinds.ts'
import { wasEnded } from '../../auth/ended-sessions.ts'
import { type Session, sessionNow } from '../../auth/sessions.ts'
import type { Deps } from '../../deps.ts'
import { AppError, stopping } from '../../errors.ts'
import type { App } from '../../http/app-type.ts'
import { serve } from '../../http/serve.ts'
import type { LiveEvent } from '../../live/bus.ts'
import { findAdmin } from '../account/account.repository.ts'
import { findChange } from '../changes/history/changes.repository.ts'
import { presenceBoard } from './presence.ts'

const PING_MS = 25_000
const EXPIRY_MS = 5_000
const GRACE_MS = 2_000
/** In bytes. A reader this far behind is cut off, and reads again when it is back. */
const MOST_UNSENT = 256 * 1024

/** More windows than anyone has; more would only cost memory. */
const MOST_STREAMS = { session: 20, person: 100 }
const TOO_MANY = 'There are too many open windows. Please close some.'

type Stream = { session: Session; answer: ServerResponse }

/** Ends a stream; one whose reader takes nothing is cut off soon after. */
function end({ answer }: Stream) {
  answer.end()
  setTimeout(() => answer.destroy(), GRACE_MS).unref()
}

/** The stream of changes (server-sent events), and who has which form open. */
export function liveRoutes(app: App, { db, bus, settings, log }: Deps) {
  const streams = new Set<Stream>()
  const board = presenceBoard()
  let isOver = false

  function send({ answer }: Stream, text: string) {
    if (answer.writableLength > MOST_UNSENT) answer.destroy()
    else answer.write(text)
  }
  function refuseOneMore({ tokenHash, actor }: Session) {
    const own = [...streams].filter((one) => one.session.actor._id === actor._id)
    const ofSession = own.filter((one) => one.session.tokenHash === tokenHash)
    if (own.length >= MOST_STREAMS.person || ofSession.length >= MOST_STREAMS.session)
      throw new AppError(429, TOO_MANY, { code: 'too_many_streams', retryAfter: 60 })
  }
  const sendAll = (event: string, data: object) => {
    const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
    for (const stream of streams) send(stream, text)
  }

  function sendPresence(record_type: RecordType, record_id: string) {
    sendAll('presence', {
      record_type,
      record_id,
      admins: board.whoHasOpen(record_type, record_id),
    } satisfies PresenceEvent)
  }

  /** Ends streams whose session has ended. */
  async function endExpired() {
    for (const stream of streams) {
      if (await sessionNow(db, stream.session.tokenHash, settings)) continue
      streams.delete(stream)
      const data = (await wasEnded(db, stream.session.tokenHash)) ? ({ ended: true } satisfies EndedSession) : {}
      send(stream, `event: ended\ndata: ${JSON.stringify(data)}\n\n`)
      end(stream)
    }
  }

  async function passOn(event: LiveEvent) {
    if (event.kind === 'presence') {
      if (board.note(event)) sendPresence(event.record_type, event.record_id)
    } else if (event.kind === 'sessions') await endExpired()
    else if (event.kind === 'views') sendAll('views', {})
    else if (event.kind === 'printing') {
      const { manual_id, language, done } = event
      sendAll('printing', { manual_id, language, done } satisfies PrintingEvent)
    } else if (event.kind === 'missed') {
      sendAll('missed', {})
      await endExpired()
    } else if (event.kind === 'change' && streams.size) {
      const { by, at } = await findChange(db, event.change_id)
      const { change_id, record_types } = event
      sendAll('change', { change_id, record_types, by, at } satisfies ChangeEvent)
    }
  }
  const unsubscribe = bus.subscribe((event) => {
    // A change may have been pruned, or the database be away: listeners read again at the next event.
    passOn(event).catch((error) => log.warn({ err: error }, 'an event could not be passed on'))
  })

  const pings = setInterval(() => {
    for (const stream of streams) send(stream, ': ping\n\n')
    endExpired().catch((error) => log.warn({ err: error }, 'sessions could not be checked'))
  }, PING_MS)
  const expiry = setInterval(() => {
    for (const { record_type, record_id } of board.expire()) sendPresence(record_type, record_id)
  }, EXPIRY_MS)
  for (const timer of [pings, expiry]) timer.unref()
  app.addHook('preClose', async () => {
    unsubscribe()
    clearInterval(pings)
    clearInterval(expiry)
    for (const stream of streams) end(stream)
    streams.clear()
    isOver = true
  })

  app.get(`/${CHANGE_STREAM}`, { config: { stream: true } }, (request, reply) => {
    const { session } = request
    if (!session) throw new Error('the stream is not open to visitors')
    if (isOver) throw stopping()
    refuseOneMore(session)
    reply.hijack()
    const answer = reply.raw
    const stream = { session, answer }
    answer.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // A stream that ends because the server stops would leave a connection that callers believe to be open.
      connection: 'close',
      // A proxy must not buffer what should arrive immediately.
      'x-accel-buffering': 'no',
    })
    answer.write(': open\n\n')
    streams.add(stream)
    const gone = () => void streams.delete(stream)
    answer.once('close', gone).once('error', gone)
  })

  serve(app, records.presence, async ({ record_type, record_id, open, window_id }, { actor }) => {
    const { name } = await findAdmin(db, actor._id)
    const admin = { _id: actor._id, name, ...(window_id !== undefined && { window_id }) }
    bus.publish({ kind: 'presence', record_type, record_id, admin, open })
    const isSelf = (one: Present) => one._id === actor._id && (window_id === undefined || one.window_id === window_id)
    const others = board.whoHasOpen(record_type, record_id).filter((one) => !isSelf(one))
    return { message: 'Presence', data: others }
  })
}
