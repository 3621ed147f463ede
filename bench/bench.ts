import { measureBrowser } from './browser.ts'
import { measureCalls, startBuild } from './calls.ts'
import { measureChanges } from './changes.ts'
import type { Figures } from './figures.ts'
import { measureLists } from './lists.ts'
import { measureLogins } from './logins.ts'
import { type DatabaseName, type Part, readOptions } from './options.ts'
import { measureOverload } from './overload.ts'
import { report } from './report.ts'
import { type Server, startServer } from './server.ts'
import { measureSoak } from './soak.ts'
import { openStore } from './stores.ts'
import { measureSync } from './sync.ts'
import { measureWrites } from './writes.ts'

/**
 * `npm run bench`: the cost of calls compared with bare servers on the same database in the same run, for both
 * databases and growing sizes. docs/performance.md explains the options and the figures.
 */
const options = readOptions(process.argv.slice(2))
const figures: Figures[] = []
for (const database of options.databases) {
  const store = await openStore(database, options.keep)
  try {
    for (const rows of options.rows) {
      if (!wanted(rows).length) continue
      const server = await startServer(await store.settings(rows))
      for (const part of wanted(rows)) figures.push(await measure(database, rows, server, part))
      await server.stop()
    }
  } finally {
    store.close()
  }
}
if (options.json) console.log(JSON.stringify(figures, null, 2))
else report(figures)

/** What is measured at this size. */
function wanted(rows: number): Part[] {
  return options.parts.filter((part) => {
    if (part === 'lists') return true
    return rows === (part === 'browser' ? options.most : options.middle)
  })
}

async function measure(database: DatabaseName, rows: number, server: Server, part: Part): Promise<Figures> {
  console.error(`${database}, ${rows.toLocaleString('en-US')} users: ${part}`)
  const where = { database, rows }
  switch (part) {
    case 'calls':
      return { ...where, part, ...(await measureBuilds(server, database, rows)) }
    case 'lists':
      return { ...where, part, ...(await measureLists(server, rows, options.rounds)) }
    case 'logins':
      return { ...where, part, ...(await measureLogins(server, options.rounds)) }
    case 'writes':
      return { ...where, part, ...(await measureWrites(server, options.rounds)) }
    case 'overload':
      return { ...where, part, ...(await measureOverload(server, options.rounds)) }
    case 'soak':
      return { ...where, part, ...(await measureSoak(server, options.soakMinutes)) }
    case 'changes':
      return { ...where, part, ...(await measureChanges(server)) }
    case 'sync':
      return { ...where, part, ...(await measureSync(server, options.rounds)) }
    case 'browser':
      return { ...where, part, ...(await measureBrowser(server, options.rounds, options.against)) }
  }
}

async function measureBuilds(server: Server, database: DatabaseName, rows: number) {
  const others: Server[] = []
  try {
    for (const folder of options.checkouts) others.push(await startBuild(folder, database, rows))
    return await measureCalls(server, rows, options.rounds, others)
  } finally {
    for (const other of others) await other.stop()
  }
}
