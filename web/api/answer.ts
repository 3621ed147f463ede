/** An answer as it came: status 0 without one, and `json` undefined where it is not JSON; a file as a Blob. */
export type Answer = { status: number; json: unknown; retryAfter?: number }
