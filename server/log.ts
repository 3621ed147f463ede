import { type DestinationStream, type Logger, pino } from 'pino'

const MINUTE = 60_000
const { error: ERROR = 50 } = pino.levels.values
/** Failures that differ in their words only count as one above this number, so that no text can fill the memory. */
const MOST_KINDS = 1000

type Failure = { code?: string; type?: string; message?: string }

/**
 * The server's log, one JSON object per line. A failure that repeats itself, as each call's does while a database is
 * away, is written once and then counted: once a minute a line says how often it came again.
 */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const repeated = new Map<string, { times: number; level: number; what: string; failure: Failure }>()
  const log = pino(
    {
      level,
      redact: ['req.headers.token', 'req.headers["x-api-key"]', 'err.rawPacket', 'busboyOptions.headers'],
      hooks: {
        logMethod(words, method, level) {
          const [details, what] = words as unknown as [{ err?: unknown } | string, string | undefined]
          const err = typeof details === 'object' ? details?.err : undefined
          if (!(err instanceof Error) || what === undefined) return method.apply(this, words)
          const { code, message } = err as Error & { code?: string }
          const key = `${what}\n${code ?? message}`.slice(0, 300)
          const known = repeated.get(key)
          if (known) return void known.times++
          if (repeated.size < MOST_KINDS)
            repeated.set(key, { times: 0, level, what, failure: { ...(code && { code }), type: err.name, message } })
          return method.apply(this, words)
        },
      },
    },
    destination ?? pino.destination(1),
  )
  setInterval(() => {
    for (const [key, { times, level, what, failure }] of repeated) {
      if (!times) {
        repeated.delete(key)
        continue
      }
      repeated.set(key, { times: 0, level, what, failure })
      const again = `${what}: ${times} more in the last minute`
      if (level >= ERROR) log.error({ failure }, again)
      else log.warn({ failure }, again)
    }
  }, MINUTE).unref()
  return log
}
