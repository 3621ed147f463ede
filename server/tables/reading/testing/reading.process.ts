import { existsSync, readFileSync } from 'node:fs'
import { readTable } from '../read-table.ts'
import { UnreadableTable } from '../unreadable-table.ts'

const STATUS = '/proc/self/status'

/** Reads the given file, keeps none of it, and prints how that ended and by how much its process's memory grew. */
const [, , path = ''] = process.argv
const before = process.memoryUsage().rss
const began = performance.now()
const outcome = await outcomeOf()
const milliseconds = Math.round(performance.now() - began)
const grown = mostHeld() - before
process.stdout.write(JSON.stringify({ outcome, grown, milliseconds }))

/**
 * The most memory that this process has held, in bytes. On Linux the reported usage includes that of the parent
 * process.
 */
function mostHeld() {
  const [, kilobytes] = existsSync(STATUS) ? (/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(STATUS, 'utf8')) ?? []) : []
  return Number(kilobytes ?? process.resourceUsage().maxRSS) * 1024
}

async function outcomeOf() {
  let count = 0
  try {
    const { rows } = await readTable(path)
    for await (const batch of rows) count += batch.length
    return { count }
  } catch (error) {
    if (error instanceof UnreadableTable) return { refused: error.message }
    throw error
  }
}
