import { type DestinationStream, type Logger, pino } from 'pino'
import { MINUTE } from './clock.ts'
import { fullDiskOf } from './db/engines/full-disk.ts'

/** What code that logs at these levels needs. */
export type Log<Level extends 'info' | 'warn' | 'error'> = Record<Level, (details: object, message: string) => void>

const { error: ERROR = 50 } = pino.levels.values
/** Beyond this number, failures that differ only in wording count as one, so that no text can fill the memory. */
const MOST_KINDS = 1000

/** In a line's details: its kind, if lines of that kind are logged once and then counted. */
export const KIND = Symbol('kind')

type Details = { err?: unknown; [KIND]?: object }

/**
 * The server's log, one JSON object per line. A repeated failure, such as that of each call while the database is away,
 * is logged once and then counted: once a minute a line says how often it recurred.
 */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const repeated = new Map<string, { times: number; level: number; what: string; kind: object }>()
  const log = pino(
    {
      level,
      redact: ['req.headers.token', 'req.headers["x-api-key"]', 'err.rawPacket', 'busboyOptions.headers'],
      serializers: { err: describeError },
      hooks: {
        logMethod(words, method, level) {
          const [details, what] = words as unknown as [Details | string, string | undefined]
          const found = typeof details === 'object' && details ? kindOf(details) : undefined
          if (!found || what === undefined) return method.apply(this, words)
          const own = `${what}\n${found.name}`.slice(0, 300)
          const key = repeated.has(own) || repeated.size < MOST_KINDS ? own : what
          const known = repeated.get(key)
          if (known) return void known.times++
          repeated.set(key, { times: 0, level, what, kind: found.kind })
          return method.apply(this, words)
        },
      },
    },
    destination ?? pino.destination(1),
  )
  setInterval(() => {
    for (const [key, { times, level, what, kind }] of repeated) {
      if (!times) {
        repeated.delete(key)
        continue
      }
      repeated.set(key, { times: 0, level, what, kind })
      const again = `${what}: ${times} more in the last minute`
      if (level >= ERROR) log.error(kind, again)
      else log.warn(kind, again)
    }
  }, MINUTE).unref()
  return log
}

/** An error as pino writes it; a full disk says whose it is. */
function describeError(error: Error) {
  const disk = fullDiskOf(error)
  return disk ? Object.assign(pino.stdSerializers.err(error), { disk }) : pino.stdSerializers.err(error)
}

/** What distinguishes a line's kind; undefined for one that is always logged. */
function kindOf({ err, [KIND]: kind }: Details) {
  if (kind) return { name: JSON.stringify(kind), kind }
  if (!(err instanceof Error)) return undefined
  const { name: type, code, message } = err as Error & { code?: string }
  return { name: code ?? message, kind: { failure: { ...(code && { code }), type, message } } }
}
