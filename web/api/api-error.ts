import type { Failure } from '#contract/records.ts'

/**
 * A failed call. `status` is the HTTP status, or 0 without a complete answer; `token` is the session token that was
 * sent with it, and `retryAfter` how many seconds the server asks to wait. The message of a server fault ends with its
 * id in the server's log.
 */
export class ApiError extends Error {
  readonly status: number
  readonly body: Failure
  readonly retryAfter: number | undefined
  readonly token: string | null

  constructor(
    status: number,
    body: Failure,
    { retryAfter, token }: { retryAfter?: number; token?: string | null } = {},
  ) {
    super(status >= 500 && body.request_id ? `${body.message} (${body.request_id})` : body.message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
    this.token = token ?? null
  }
}
