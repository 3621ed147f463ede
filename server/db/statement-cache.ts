import type Database from 'better-sqlite3'

const MAX_STATEMENTS = 500

/** The statements of a connection, each prepared once, because preparing takes longer than running most of them. */
export function statementCache(sqlite: Database.Database) {
  const prepared = new Map<string, Database.Statement>()
  return (text: string) => {
    const known = prepared.get(text)
    if (known) return known
    if (prepared.size >= MAX_STATEMENTS) prepared.clear()
    const statement = sqlite.prepare(text)
    prepared.set(text, statement)
    return statement
  }
}
