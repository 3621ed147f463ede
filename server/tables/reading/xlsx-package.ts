import { posix } from 'node:path'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { MOST_BYTES } from './limits.ts'
import { refusals, UnreadableTable } from './unreadable-table.ts'

/** No workbook whose tables anyone reads has more parts. */
const MOST_PARTS = 10_000

/** A workbook's parts. Paths begin without a slash, and ignore case. */
export type Package = {
  has(path: string): boolean
  /** A part's unpacked bytes. @throws UnreadableTable if they are damaged, or too many in total. */
  read(path: string): AsyncIterable<Uint8Array>
}

/** Opens a ZIP file; `read` gives its parts. @throws UnreadableTable if it is none, or claims to be too large. */
export async function openPackage(path: string): Promise<Package> {
  const zip = await orDamaged(openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false }))
  const parts = await partsOf(zip)
  let unpacked = 0
  async function* read(path: string) {
    const entry = parts.get(keyOf(path))
    if (!entry) throw new UnreadableTable(refusals.damaged)
    const bytes = await orDamaged(zip.openReadStreamPromise(entry))
    for await (const chunk of damagedWhereTorn(bytes)) {
      unpacked += chunk.length
      if (unpacked > MOST_BYTES) throw new UnreadableTable(refusals.unpacksTooLarge)
      yield chunk
    }
  }
  return { has: (path) => parts.has(keyOf(path)), read }
}

async function partsOf(zip: ZipFile) {
  if (zip.entryCount > MOST_PARTS) throw new UnreadableTable(refusals.noWorkbook)
  const parts = new Map<string, Entry>()
  const entries = zip.eachEntry()
  let said = 0
  for (;;) {
    const { done, value } = await orDamaged(entries.next())
    if (done) return parts
    said += value.uncompressedSize
    if (said > MOST_BYTES) throw new UnreadableTable(refusals.unpacksTooLarge)
    const key = keyOf(value.fileNameRaw.toString())
    if (!parts.has(key)) parts.set(key, value)
  }
}

/** The name that a part is found by. It is not a path on this machine, and nothing is ever written there. */
const keyOf = (name: string) => posix.normalize(name.replaceAll('\\', '/')).replace(/^\/+/, '').toLowerCase()

const isOfSystem = (error: unknown) => error instanceof Error && 'syscall' in error

async function orDamaged<T>(promise: Promise<T>) {
  try {
    return await promise
  } catch (error) {
    throw isOfSystem(error) ? error : new UnreadableTable(refusals.damaged)
  }
}

async function* damagedWhereTorn(bytes: AsyncIterable<Uint8Array>) {
  try {
    yield* bytes
  } catch (error) {
    throw isOfSystem(error) ? error : new UnreadableTable(refusals.damaged)
  }
}
