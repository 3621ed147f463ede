/** What PostgreSQL and the way to it say when the database is gone, is starting or takes no more connections. */
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
  '57P01',
  '57P02',
  '57P03',
])

const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether an error says that the database cannot be reached at the moment, which is nobody's mistake and passes. */
export function isUnavailable(error: unknown) {
  if (!(error instanceof Error)) return false
  const { code, errors } = error as Error & { code?: string; errors?: unknown[] }
  return codes.has(code ?? '') || messages.test(error.message) || (errors?.some(isUnavailable) ?? false)
}
