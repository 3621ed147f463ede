/** Error codes for a database that is gone, starting, out of connections, locked by somebody else or too slow. */
const codes = new Set([
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  '08000',
  '08001',
  '08003',
  '08006',
  '53300',
  '55P03',
  '25P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  // Read-only: a standby that has not taken over yet, or a disk.
  '25006',
  'SQLITE_READONLY',
  'EROFS',
])

const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/

/** With the codes that PostgreSQL has for more than this: what it does not do while it follows another server. */
const standbyCodes = new Set(['0A000', '55000'])
const standby = /standby|recovery/i

/**
 * Whether an error means that the database cannot be reached for the moment. If it comes from a transaction, that
 * transaction may still have been committed: perhaps only the answer was lost.
 */
export function isDatabaseUnavailable(error: unknown) {
  if (!(error instanceof Error)) return false
  // Of errors that stand for several; a refusal has something else under this name.
  const { code, errors } = error as Error & { code?: string; errors?: unknown }
  return (
    codes.has(code ?? '') ||
    (standbyCodes.has(code ?? '') && standby.test(error.message)) ||
    messages.test(error.message) ||
    (Array.isArray(errors) && errors.some(isDatabaseUnavailable))
  )
}
