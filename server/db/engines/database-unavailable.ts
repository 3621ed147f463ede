/** Error codes of a database that is gone, starting, out of connections, locked by someone else or too slow. */
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
  // Disks mounted read-only.
  'SQLITE_READONLY',
  'EROFS',
  // Database files that cannot be opened or read, because of permissions or a failing disk.
  'SQLITE_CANTOPEN',
  'SQLITE_IOERR',
])

const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/

/** In a transaction that can only read, as on any standby. */
const READ_ONLY = '25006'
/** With the codes that PostgreSQL also uses elsewhere: what it cannot do while it follows another server. */
const standbyCodes = new Set(['0A000', '55000'])
const standby = /standby|recovery/i

/** Whether PostgreSQL refuses to write because it is a standby that has not taken over. */
export const isReadOnly = ({ code = '', message }: { code?: string; message: string }) =>
  code === READ_ONLY || (standbyCodes.has(code) && standby.test(message))

/**
 * Whether an error means that the database cannot be reached for the moment. If it comes from a transaction, that may
 * still have been committed: perhaps only the answer was lost.
 */
export function isDatabaseUnavailable(error: unknown) {
  if (!(error instanceof Error)) return false
  // Present on errors that stand for several; a refusal has something else under this name.
  const { code, errors } = error as Error & { code?: string; errors?: unknown }
  return (
    codes.has(code ?? '') ||
    isReadOnly(error) ||
    messages.test(error.message) ||
    (Array.isArray(errors) && errors.some(isDatabaseUnavailable))
  )
}
