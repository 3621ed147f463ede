import { isReadOnly } from './database-unavailable.ts'

/** PostgreSQL's codes for a user, password, database, schema or privilege that it does not grant. */
const codes = new Set(['3D000', '3F000', '42501', '55000'])
/** Invalid authorization, such as 28P01 for a wrong password. */
const AUTHORIZATION = '28'

type PostgresError = Error & { code?: string; errors?: unknown }

/** Whether an error means that PostgreSQL is there but denies access, which an operator must fix. */
export function isAccessRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', errors } = error as PostgresError
  if (Array.isArray(errors)) return errors.some(isAccessRefused)
  return (codes.has(code) || (code.length === 5 && code.startsWith(AUTHORIZATION))) && !isReadOnly(error)
}

/** User, host, port and database of a PostgreSQL address, without the password. */
export function describeAddress(url: string) {
  try {
    const { username, hostname, port, pathname, searchParams } = new URL(url)
    const host = searchParams.get('host') ?? hostname
    const user = username ? `${decodeURIComponent(username)}@` : ''
    return `${user}${host || 'localhost'}${port && `:${port}`}${decodeURIComponent(pathname)}`
  } catch {
    return 'the address in DATABASE_URL'
  }
}
