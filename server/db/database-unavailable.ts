/** What PostgreSQL and the way to it say when the database is gone, is starting, takes no more connections or is locked. */
const codes = new Set([
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
  '57P01',
  '57P02',
  '57P03',
])

const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * Whether an error says that the database cannot be reached at the moment, which is nobody's mistake and passes. Came it
 * from a transaction, then nobody can know whether that was kept: it may have been the answer that was lost.
 */
export function isDatabaseUnavailable(error: unknown) {
  if (!(error instanceof Error)) return false
  const { code, errors } = error as Error & { code?: string; errors?: unknown[] }
  return codes.has(code ?? '') || messages.test(error.message) || (errors?.some(isDatabaseUnavailable) ?? false)
}
