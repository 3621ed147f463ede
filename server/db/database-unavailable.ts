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
  '57014',
  '57P01',
  '57P02',
  '57P03',
])

const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/

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
    messages.test(error.message) ||
    (Array.isArray(errors) && errors.some(isDatabaseUnavailable))
  )
}
