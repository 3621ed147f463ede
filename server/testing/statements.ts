import type { LogEvent } from 'kysely'

const BEGINS = /^(begin|start transaction)\b/i
const BOUND = /^(begin|start transaction|commit|rollback|savepoint|release)\b/i

/** Watches a database that was opened with `log`. */
export function watchStatements() {
  const watchers = new Set<(text: string) => void>()
  return {
    log({ query }: LogEvent) {
      for (const watch of watchers) watch(query.sql)
    },
    /** The statements that the database carries out until `work` has ended, and how many transactions it begins. */
    async statementsOf(work: () => Promise<unknown>) {
      const texts: string[] = []
      const watch = (text: string) => void texts.push(text)
      watchers.add(watch)
      try {
        await work()
      } finally {
        watchers.delete(watch)
      }
      return {
        statements: texts.filter((text) => !BOUND.test(text)),
        transactions: texts.filter((text) => BEGINS.test(text)).length,
      }
    },
  }
}
